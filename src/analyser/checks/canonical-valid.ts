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
import { headEnd } from '../head-end.ts'
import { countedCanonicals, namedCanonical, readIndexing } from '../indexing.ts'
import { isLastingFailure, noResponse } from '../probes/results.ts'

export const canonicalValid = defineCheck({
  id: 'canonical-valid',
  name: 'Canonical tag',
  aliases: ['rel canonical', 'canonical link', 'canonical URL', 'duplicate content'],
  titlePass: 'The canonical tag is valid',
  titleFail: 'The canonical tag is invalid',
  why: 'The canonical tag tells search engines which of several similar pages to index. They ignore conflicting or broken ones and choose for themselves.',
  how: 'Use one link rel="canonical" in the head, with an absolute URL. If you also send a Link header, make it match. The target must return 200, be indexable and be its own canonical.',
  thresholds:
    'Fail: conflicting, empty or malformed canonicals, or a target that returns an error or is noindexed. Warning: the URL is relative (Google supports it but advises against it), or the target redirects or has a different canonical. Info: no canonical tag (Google doesn’t require one).',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  deduction:
    'All where the canonical URL returns an error, forbids indexing or redirects back to the page; 40% for several URLs, 30% for a redirect or a further canonical URL, 25% for an empty one, 10% for a relative one.',
  supersedes: ['canonical-elsewhere', 'in-sitemap'],
  needs: ['canonicals', 'response', 'probes'],
  extras: ['head'],
  run({ canonicals, response: { finalUrl }, probes, head }) {
    const counted = countedCanonicals(canonicals)
    const evidence = (list: Canonical[]) => list.map((one) => findingOf(one, finalUrl))
    if (counted.length === 0) {
      if (canonicals.total === 0) return info('The page has no canonical tag')
      return info('The canonical tag is outside the head, so it’s ignored', {
        evidence: [...evidence(canonicals.items), ...headEnd(head)],
      })
    }
    const unreadable = counted.filter(({ url }) => url === null)
    if (unreadable.length > 0)
      return fail({
        extent: 0.25,
        value: unreadable[0]?.href ?? '',
        title: 'The canonical URL is empty or malformed',
        evidence: evidence(unreadable),
      })
    const relative = counted.filter(({ absolute }) => !absolute)
    const distinct = new Set(counted.map(({ url }) => url))
    if (distinct.size > 1)
      return fail({
        extent: 0.4,
        value: distinct.size,
        title: `The page has ${countSeen(distinct.size, canonicals)} different canonical URLs`,
        evidence: evidence(counted),
      })
    const url = namedCanonical(canonicals) ?? finalUrl
    const verdict =
      url === withoutFragment(finalUrl)
        ? pass({ value: url })
        : judgeTarget(url, finalUrl, probesFor(probes, 'canonical'))
    if (relative.length > 0 && verdict.outcome !== 'fail')
      return warn({
        extent: Math.max(0.1, verdict.extent ?? 0),
        value: relative[0]?.href ?? '',
        title: 'The canonical URL is relative',
        evidence: evidence(relative),
      })
    return verdict
  },
})

const findingOf = ({ source, at, url, href }: Canonical, finalUrl: string): Finding =>
  source === 'link' && at !== null
    ? { at, ...(url === null ? {} : { url }) }
    : {
        url: url ?? finalUrl,
        snippet: `link: <${href.slice(0, 250)}>; rel="canonical"`,
        note: 'From the response header',
      }

/** Judges the canonical URL if it is another page. */
function judgeTarget(url: string, pageUrl: string, probes: ProbeFact[]): Verdict {
  const lost = probes.find(({ outcome, reasonCode }) => outcome === 'failed' && isLastingFailure(reasonCode))
  if (lost)
    return fail({
      value: url,
      title: 'The canonical URL can’t be reached',
      evidence: [{ url, ...(lost.at === null ? {} : { at: lost.at }), note: lost.reason ?? 'No response' }],
    })
  const target = probes.find(({ outcome }) => outcome === 'answered')
  if (!target || target.status === null) return noResponse('We couldn’t check the canonical URL', probes)
  const finding = (note: string): Finding[] => [{ url, ...(target.at === null ? {} : { at: target.at }), note }]
  const { status, page, redirects } = target
  const finalUrl = withoutFragment(target.finalUrl ?? url)
  if (status < 200 || status > 299)
    return fail({
      value: url,
      title: `The canonical URL returns ${status}`,
      evidence: finding(`Status ${status}`),
    })
  const [forbidding] = readIndexing(page?.directives ?? [], null).forbidding
  if (forbidding)
    return fail({
      value: url,
      title: 'The canonical URL is noindexed',
      evidence: finding(
        `${forbidding.source === 'header' ? 'x-robots-tag: ' : 'Robots meta tag: '}${forbidding.text.slice(0, 200)}`,
      ),
    })
  if (redirects.length > 0 && finalUrl === withoutFragment(pageUrl))
    return fail({
      value: url,
      title: 'The canonical URL redirects back to this page',
      evidence: finding(`It redirects to ${finalUrl.slice(0, 300)}`),
    })
  if (redirects.length > 0)
    return warn({
      extent: 0.3,
      value: url,
      title: 'The canonical URL redirects',
      evidence: finding(`It redirects to ${finalUrl.slice(0, 300)}`),
    })
  const further = page?.canonicals.map(withoutFragment).find((one) => one !== finalUrl)
  if (further !== undefined)
    return warn({
      extent: 0.3,
      value: url,
      title: 'The canonical URL has a different canonical of its own',
      evidence: finding(`Its own canonical URL is ${further.slice(0, 300)}`),
    })
  return pass({ value: url, title: 'The canonical tag is valid and its target works' })
}
