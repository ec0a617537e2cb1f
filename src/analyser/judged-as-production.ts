import { isIssue } from '#contract/reports/analysis.ts'
import { domainOf } from '#contract/websites/website.ts'
import { readIndexing } from './check-helpers/indexing.ts'
import type { Check, CheckOutput } from './define-check.ts'
import type { RobotsDirective } from './facts/directives.ts'
import type { PageFacts } from './page-facts.ts'
import { asOwnHost } from './production-host.ts'

/** The checks of what keeps a staging website out of search. They show it, and it isn't scored. */
const shownOnly: ReadonlySet<string> = new Set(['robots-blocked', 'noindex', 'noindex-hidden'])

export const isShownOnly = (id: string, facts: Pick<PageFacts, 'judgedAsProduction'>): boolean =>
  facts.judgedAsProduction === true && shownOnly.has(id)

export const shownOnlyReason = 'Shown, not scored: this website is judged as production.'

/** Returns the result of a check that is only shown. */
export function asShown(check: Pick<Check, 'titleFail'>, output: CheckOutput<string>): CheckOutput<string> {
  if (!isIssue(output)) return output
  const evidence = output.evidence?.map((item) => ({
    ...item,
    note: item.note ? `${item.note}. ${shownOnlyReason}` : shownOnlyReason,
  }))
  return {
    ...output,
    outcome: 'info',
    title: output.title ?? check.titleFail,
    reason: shownOnlyReason,
    ...(evidence && { evidence }),
  }
}

type Facts = Parameters<typeof asOwnHost>[0] & Pick<PageFacts, 'judgedAsProduction' | 'directives' | 'probes'>

const open = { allowed: true, rule: null }

/**
 * Returns the facts of a page as they would be in production, if its owner wants it judged so: no robots.txt and no
 * noindex of the website keeps it out of search, and its production host is its own. Other facts are the same.
 */
export function asJudged<Judged extends Facts>(stored: Judged): Judged {
  if (!stored.judgedAsProduction) return stored
  const facts = asOwnHost(stored)
  const { robots, directives, response, probes } = facts
  const isOwn = (url: string) => domainOf(new URL(url)) === domainOf(new URL(response.finalUrl))
  const items = indexable(directives.items, response.answeredAt)
  return {
    ...facts,
    robots: { ...robots, googlebot: open, anyone: open },
    directives: { items, total: directives.total - directives.items.length + items.length },
    probes: probes.map((probe) =>
      probe.page && isOwn(probe.finalUrl ?? probe.url)
        ? { ...probe, page: { ...probe.page, directives: indexable(probe.page.directives, null) } }
        : probe,
    ),
  }
}

/** Returns rules without those that keep a page out of search, and without the nofollow that staging has with them. */
function indexable(directives: RobotsDirective[], answeredAt: string | null): RobotsDirective[] {
  const { forbidding } = readIndexing(directives, answeredAt)
  if (forbidding.length === 0) return directives
  return directives.filter((directive) => !forbidding.includes(directive) && directive.name !== 'nofollow')
}
