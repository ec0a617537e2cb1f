import {
  countSeen,
  defineCheck,
  fail,
  type Finding,
  googleDocs,
  info,
  pass,
  type Verdict,
  warn,
} from '../define-check.ts'
import type { Canonical } from '../facts/link-elements.ts'
import { type ProbeFact, probesFor } from '../facts/probes.ts'
import { withoutFragment } from '../facts/urls.ts'
import { countedCanonicals, namedCanonical, readIndexing } from '../indexing.ts'
import { noResponse } from '../probes/results.ts'

export const canonicalValid = defineCheck({
  id: 'canonical-valid',
  titlePass: 'The page names one canonical address',
  titleFail: 'The canonical address cannot be relied on',
  why: 'The canonical address tells search engines which of several similar pages to show. Contradicting or broken ones are ignored, and the choice is left to them.',
  how: 'Put one link rel="canonical" with a full address, scheme and host included, into the head. Make a Link header, if there is one, say the same. Name a page that answers with 200, may be indexed and names itself.',
  thresholds:
    'Several different addresses, a relative, empty or unreadable one, and one that answers with an error or forbids indexing fail. One that redirects or names yet another page as canonical warns. None is only noted: Google does not require it.',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  needs: ['canonicals', 'response', 'probes'],
  run({ canonicals, response: { finalUrl }, probes }) {
    const counted = countedCanonicals(canonicals)
    const evidence = (list: Canonical[]) => list.map((one) => findingOf(one, finalUrl))
    if (counted.length === 0) {
      if (canonicals.total === 0) return info('The page names no canonical address')
      return info('The only canonical link stands outside the head, where it is ignored', {
        evidence: evidence(canonicals.items),
      })
    }
    const unreadable = counted.filter(({ url }) => url === null)
    if (unreadable.length > 0)
      return fail({
        value: unreadable[0]?.href ?? '',
        title: 'The canonical address is empty or no web address',
        evidence: evidence(unreadable),
      })
    const relative = counted.filter(({ absolute }) => !absolute)
    const distinct = new Set(counted.map(({ url }) => url))
    if (distinct.size > 1)
      return fail({
        value: distinct.size,
        title: `The page names ${countSeen(distinct.size, canonicals)} different canonical addresses`,
        evidence: evidence(counted),
      })
    if (relative.length > 0)
      return fail({
        value: relative[0]?.href ?? '',
        title: 'The canonical address is relative',
        evidence: evidence(relative),
      })
    const url = namedCanonical(canonicals) ?? finalUrl
    return url === withoutFragment(finalUrl) ? pass({ value: url }) : judgeTarget(url, probesFor(probes, 'canonical'))
  },
})

const findingOf = ({ source, at, url, href }: Canonical, finalUrl: string): Finding =>
  source === 'link' && at !== null
    ? { at, ...(url === null ? {} : { url }) }
    : { url: url ?? finalUrl, snippet: `link: <${href.slice(0, 250)}>; rel="canonical"`, note: 'Header of the answer' }

/** Judges the canonical URL if it is another page. */
function judgeTarget(url: string, probes: ProbeFact[]): Verdict {
  const target = probes.find(({ outcome }) => outcome === 'answered')
  if (!target || target.status === null)
    return noResponse('Whether the canonical address leads to a page could not be determined', probes)
  const finding = (note: string): Finding[] => [{ url, ...(target.at === null ? {} : { at: target.at }), note }]
  const { status, page, redirects } = target
  const finalUrl = withoutFragment(target.finalUrl ?? url)
  if (status < 200 || status > 299)
    return fail({
      value: url,
      title: `The canonical address answers with status ${status}`,
      evidence: finding(`Status ${status}`),
    })
  const [forbidding] = readIndexing(page?.directives ?? [], null).forbidding
  if (forbidding)
    return fail({
      value: url,
      title: 'The canonical address forbids indexing',
      evidence: finding(
        `${forbidding.source === 'header' ? 'x-robots-tag: ' : 'Robots meta element: '}${forbidding.text.slice(0, 200)}`,
      ),
    })
  if (redirects.length > 0)
    return warn({
      value: url,
      title: 'The canonical address redirects',
      evidence: finding(`It redirects to ${finalUrl.slice(0, 300)}`),
    })
  const further = page?.canonicals.map(withoutFragment).find((one) => one !== finalUrl)
  if (further !== undefined)
    return warn({
      value: url,
      title: 'The canonical address names yet another page as canonical',
      evidence: finding(`Its own canonical address is ${further.slice(0, 300)}`),
    })
  return pass({ value: url, title: 'The page names one canonical address, and that leads to a page' })
}
