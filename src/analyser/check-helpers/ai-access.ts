import { type Check, defineCheck, type LocatedEvidence, info, unknown } from '../define-check.ts'
import { type AiCrawler, type AiPurpose, aiCrawlers } from '../facts/ai-crawlers.ts'
import type { CrawlerAccess } from '../facts/crawler-access.ts'
import { googleOnRobotsErrors } from './indexing.ts'

export const accessTexts = {
  all: (count: number, crawlers: string) => `robots.txt allows all ${count} ${crawlers}`,
  blocked: (blocked: string[], count: number, crawlers: string) =>
    `robots.txt blocks ${blocked.length} of ${count} ${crawlers}: ${blocked.join(', ')}`,
}
export const tooComplex = 'A rule in robots.txt is too complex to evaluate.'

type AiCheck = Pick<Check, 'id' | 'name' | 'titlePass' | 'titleFail' | 'why' | 'how'> & {
  purpose: AiPurpose
  aliases: readonly string[]
  /** A plural: “AI search crawlers”. */
  crawlers: string
}

/** Defines the check that shows which AI crawlers of one purpose robots.txt allows. It is never scored. */
export function defineAiCheck<const Id extends string>({ purpose, aliases, crawlers, ...texts }: AiCheck & { id: Id }) {
  const rows = aiCrawlers.filter((crawler) => crawler.purpose === purpose)
  return defineCheck({
    ...texts,
    aliases: ['AI access', 'AI crawlers', 'LLM', ...aliases, ...rows.map(({ token }) => token)],
    thresholds: `Info: which of these crawlers robots.txt allows (RFC 9309): ${rows.map(({ token }) => token).join(', ')}. Never scored, because the choice is yours. Also shows what each vendor documents, and when we compared that with its page. Unknown: robots.txt returns a server error or 429, can’t be reached or is too complex.`,
    reference: { label: 'RFC 9309: Robots Exclusion Protocol', url: 'https://www.rfc-editor.org/rfc/rfc9309.html' },
    grade: 'heuristic',
    needs: ['robots', 'crawlerAccess'],
    withoutLocations: true,
    run({ robots: { outcome, status, url }, crawlerAccess }) {
      if (outcome === 'unreachable' || outcome === 'unavailable') {
        const reason =
          outcome === 'unreachable'
            ? 'robots.txt couldn’t be reached.'
            : `robots.txt returns ${status ?? 'an error'}. ${googleOnRobotsErrors}`
        return unknown(`We couldn’t check access for ${crawlers}`, reason, { evidence: [{ url }] })
      }
      const evaluated = rows.flatMap((crawler) => {
        const access = crawlerAccess.verdicts.find(({ token }) => token === crawler.token)
        return access ? [{ crawler, access }] : []
      })
      const blocked = evaluated.filter(({ access }) => access.allowed === false)
      const rest = evaluated.filter(({ access }) => access.allowed !== false)
      const names = blocked.map(({ crawler }) => crawler.token)
      const isUnclear = rest.some(({ access }) => access.allowed === null)
      if (isUnclear && blocked.length === 0)
        return unknown(`We couldn’t check access for ${crawlers}`, tooComplex, {
          evidence: [{ url }],
        })
      const title =
        blocked.length === 0
          ? accessTexts.all(evaluated.length, crawlers)
          : accessTexts.blocked(names, evaluated.length, crawlers)
      return info(title, {
        value: blocked.length,
        evidence: [...blocked, ...rest].map(({ crawler, access }) => accessEvidence(crawler, access, url)),
      })
    },
  })
}

/** Returns the source of a vendor's statement, and the day of our last comparison. */
export const provenance = ({ checked, source }: Pick<AiCrawler, 'checked' | 'source'>) =>
  checked === null
    ? `Known from quotations only. We couldn’t compare it with ${source}`
    : `Checked on ${checked} against ${source}`

function accessEvidence(crawler: AiCrawler, access: CrawlerAccess, url: string): LocatedEvidence {
  const { token, vendor, statement } = crawler
  const documented = statement ?? `${vendor} documents nothing about it. Public lists name its purpose.`
  return {
    url,
    ...(access.rule && { line: access.rule.line, snippet: access.rule.text }),
    note: `${token} (${vendor}) is ${stateOf(access)}. ${documented} ${provenance(crawler)}`,
  }
}

function stateOf({ token, allowed, rule, group }: CrawlerAccess): string {
  if (allowed === null) return 'not checked, because a rule in robots.txt is too complex'
  const state = allowed ? 'allowed' : 'blocked'
  if (rule === null) return `${state}: no rule matches`
  if (group === '*') return `${state} by the rules for all crawlers`
  return group === 'googlebot' && !/^googlebot/i.test(token)
    ? `${state} by the rules for Googlebot`
    : `${state} by its own rules`
}
