import { headEnd } from '../check-helpers/evidence.ts'
import { directiveEvidence, readIndexing } from '../check-helpers/indexing.ts'
import { defineCheck, fail, googleDocs, info, pass, unknown, warn } from '../define-check.ts'
import { directivesInBody, type RobotsDirective } from '../facts/directives.ts'

export const texts = {
  sets: (where: string, directive: string) => `${where} sets ${directive}`,
  header: 'An X-Robots-Tag header',
  meta: 'A meta tag',
  inBody: (directive: string) => `A meta tag outside the head sets ${directive}`,
  others: (engines: string, directive: string) => `${engines} won’t list this page, because of a ${directive} rule`,
  onlyThem: 'It’s for this search engine alone. Google doesn’t follow it.',
  mayObey: 'It belongs in the head. Google may obey it in the body too.',
}

export const noindex = defineCheck({
  id: 'noindex',
  name: 'Noindex',
  aliases: ['robots meta tag', 'x-robots-tag', 'indexability', 'indexable', 'deindex'],
  titlePass: 'The page isn’t set to noindex',
  titleFail: 'The page is set to noindex',
  faults: {
    body: 'A meta tag outside the head sets noindex',
  },
  why: 'Search results leave out pages marked noindex.',
  how: 'Remove noindex or none from the robots meta tag and the X-Robots-Tag header, along with any expired unavailable_after date. If you want this page kept out of search, no change is needed.',
  action: 'Let Google list this page',
  effort: 'minutes',
  thresholds:
    'Warning: such a meta tag is outside the head, where Google may obey it. Fail: noindex, none or a past unavailable_after date in a robots or googlebot meta tag or in X-Robots-Tag. Info: such a rule for another search engine alone, such as bingbot. Unknown: that date or the response’s Date header can’t be read. A failure is a blocker and caps the score at 49.',
  reference: googleDocs('Robots meta tag and X-Robots-Tag', 'crawling-indexing/robots-meta-tag'),
  grade: 'required',
  supersedes: ['in-sitemap'],
  needs: ['directives', 'response', 'metadata', 'head'],
  run({ directives, response, metadata, head }) {
    const { forbidding, undated } = readIndexing(directives.items, response.answeredAt)
    const [first] = forbidding
    const evidence = directiveEvidence(forbidding, response.finalUrl)
    if (first) return fail({ value: first.name, title: titleOf(first), evidence })
    const [stray, ...others] = readIndexing(directivesInBody(metadata.metas.items), response.answeredAt).forbidding
    if (stray)
      return warn({
        value: stray.name,
        fault: 'body',
        title: texts.inBody(stray.name),
        evidence: [
          ...directiveEvidence([stray, ...others], response.finalUrl).map((item) => ({ ...item, note: texts.mayObey })),
          ...headEnd(head),
        ],
      })
    const forOthers = directives.items.filter(
      ({ agent, name }) => agent !== null && engines.has(agent) && (name === 'noindex' || name === 'none'),
    )
    const [other] = forOthers
    if (!undated && other) {
      const names = [...new Set(forOthers.map(({ agent }) => engines.get(agent ?? '') ?? ''))]
      return info(texts.others(names.join(' and '), other.name), {
        value: other.agent,
        evidence: directiveEvidence(forOthers, response.finalUrl).map((item) => ({ ...item, note: texts.onlyThem })),
      })
    }
    if (!undated) return pass({ value: null })
    return unknown(
      'We couldn’t check whether the page has expired',
      'Its unavailable_after date or the response’s Date header can’t be read.',
      { value: undated.name, evidence: directiveEvidence([undated], response.finalUrl) },
    )
  },
})

/** The crawlers of search engines besides Google. */
const engines: ReadonlyMap<string, string> = new Map([
  ['bingbot', 'Bing'],
  ['msnbot', 'Bing'],
  ['slurp', 'Yahoo'],
  ['duckduckbot', 'DuckDuckGo'],
  ['yandex', 'Yandex'],
  ['yandexbot', 'Yandex'],
  ['baiduspider', 'Baidu'],
  ['applebot', 'Apple'],
  ['seznambot', 'Seznam'],
])

function titleOf({ name, source, agent }: RobotsDirective) {
  const where = source === 'header' ? texts.header : texts.meta
  const whom = agent === null ? '' : ` for ${agent}`
  return name === 'unavailable_after'
    ? `${where} marks the page as expired${whom}`
    : texts.sets(where, `${name}${whom}`)
}
