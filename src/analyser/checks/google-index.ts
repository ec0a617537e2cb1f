import { dateFormat } from '#contract/format/dates.ts'
import { canBeIndexed } from '#contract/reports/indexability.ts'
import { isSameUrl } from '#contract/url-key.ts'
import { defineCheck, googleDocs, info, type LocatedEvidence, pass, unknown } from '../define-check.ts'
import { indexabilityOfTarget } from '../indexability.ts'
import type { GoogleIndexFacts } from '../page-facts.ts'

export const texts = {
  differs: (state: string, day: string) => `We say indexable; Google: ${state} (${day})`,
  agrees: (state: string, day: string) => `Not indexable, and Google: ${state} (${day})`,
  otherCanonical: (day: string) => `Google chose another canonical URL (${day})`,
  state: (state: string, day: string) => `Google: ${state} (${day})`,
  lastCrawl: (day: string) => `Google last crawled the page on ${day}`,
  neverCrawled: 'Google hasn’t crawled the page',
  googleCanonical: 'Google’s canonical URL',
  declaredCanonical: 'Declared canonical URL',
  unknown: 'We couldn’t ask Google about this page',
}

const noState = 'no state'
const dayOf = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' })
const dayAndYearOf = dateFormat({ dateStyle: 'medium', timeZone: 'UTC' })

export const googleIndex = defineCheck({
  id: 'google-index',
  name: 'Google index',
  aliases: ['URL Inspection', 'coverage', 'Search Console', 'crawled, currently not indexed', 'Google canonical'],
  titlePass: 'Google indexes this page',
  titleFail: 'Google doesn’t index this page',
  why: 'A page without technical faults can still be missing from Google, which doesn’t index every page that it crawls.',
  how: 'If Google chose another canonical URL, make the pages differ or declare that URL. If it doesn’t index the page, improve its content and link to it from other pages.',
  thresholds:
    'Pass: Google’s URL Inspection found the page in the index, under its own URL. Info: it found another canonical URL, or the page isn’t in the index. Unknown: Google wasn’t asked about the page. The last inspection before the report counts, and nothing is scored.',
  reference: googleDocs('How Google Search works', 'fundamentals/how-search-works'),
  grade: 'recommended',
  needs: [
    ...(['response', 'robots', 'directives', 'canonicals', 'canonicalAccess', 'metadata', 'document'] as const),
    ...(['headings', 'words', 'appRoot', 'resources', 'links', 'probes', 'beyond'] as const),
  ],
  uses: ['googleIndex', 'mainText', 'productionHost', 'canonicalHost', 'resourceAccess', 'crawl'],
  withoutLocations: true,
  changeable: true,
  run({ googleIndex: index, ...facts }) {
    if (index === undefined)
      return unknown(
        texts.unknown,
        'Connect the website to Search Console. Once a page was inspected, its next report has the result.',
      )
    const { finalUrl } = facts.response
    const state = index.state ?? index.verdict ?? noState
    const day = dayOf(new Date(index.inspectedAt))
    const details = { value: state, evidence: evidenceOf(index, facts.canonicals.items[0]?.url ?? null) }
    const isElsewhere = index.canonical !== null && !isSameUrl(index.canonical, finalUrl)
    if (index.verdict === 'PASS')
      return isElsewhere
        ? info(texts.otherCanonical(day), details)
        : pass({ ...details, title: texts.state(state, day) })
    const { state: ours } = indexabilityOfTarget(facts)
    return info(canBeIndexed(ours) ? texts.differs(state, day) : texts.agrees(state, day), details)
  },
})

function evidenceOf({ state, verdict, inspectedAt, crawledAt, canonical }: GoogleIndexFacts, declared: string | null) {
  const day = (time: string) => dayAndYearOf(new Date(time))
  const evidence: LocatedEvidence[] = [
    { note: texts.state(state ?? verdict ?? noState, day(inspectedAt)) },
    { note: crawledAt === null ? texts.neverCrawled : texts.lastCrawl(day(crawledAt)) },
  ]
  if (canonical !== null) evidence.push({ url: canonical, note: texts.googleCanonical })
  if (declared !== null) evidence.push({ url: declared, note: texts.declaredCanonical })
  return evidence
}
