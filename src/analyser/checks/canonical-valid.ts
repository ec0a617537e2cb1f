import { defineCheck, fail, type Finding, googleDocs, info, pass } from '../define-check.ts'
import type { Canonical } from '../page-facts.ts'

export const canonicalValid = defineCheck({
  id: 'canonical-valid',
  titlePass: 'The page names one canonical address',
  titleFail: 'The canonical address cannot be relied on',
  why: 'The canonical address tells search engines which of several similar pages to show. Contradicting or broken ones are ignored, and the choice is left to them.',
  how: 'Put one link rel="canonical" with a full address, scheme and host included, into the head. Make a Link header, if there is one, say the same.',
  thresholds: 'Several different addresses, a relative, empty or unreadable one fail. None is only noted: Google does not require it. What the address answers is not fetched.',
  reference: googleDocs('Canonical URLs', 'crawling-indexing/consolidate-duplicate-urls'),
  grade: 'recommended',
  needs: ['canonicals', 'response'],
  run({ canonicals, response: { finalUrl } }) {
    const counted = canonicals.items.filter(({ inHead }) => inHead)
    const evidence = (list: Canonical[]) => list.map((one) => findingOf(one, finalUrl))
    if (counted.length === 0) {
      if (canonicals.total === 0) return info('The page names no canonical address')
      return info('The only canonical link stands outside the head, where it is ignored', { evidence: evidence(canonicals.items) })
    }
    const unreadable = counted.filter(({ url }) => url === null)
    if (unreadable.length > 0) return fail({ value: unreadable[0]?.href ?? '', title: 'The canonical address is empty or no web address', evidence: evidence(unreadable) })
    const relative = counted.filter(({ absolute }) => !absolute)
    const distinct = new Set(counted.map(({ url }) => url))
    if (distinct.size > 1) return fail({ value: distinct.size, title: `The page names ${distinct.size} different canonical addresses`, evidence: evidence(counted) })
    if (relative.length > 0) return fail({ value: relative[0]?.href ?? '', title: 'The canonical address is relative', evidence: evidence(relative) })
    return pass({ value: counted[0]?.url ?? null })
  },
})

const findingOf = ({ source, at, url, href }: Canonical, finalUrl: string): Finding =>
  source === 'link' && at !== null ? { at, ...(url === null ? {} : { url }) } : { url: url ?? finalUrl, snippet: `link: <${href.slice(0, 250)}>; rel="canonical"`, note: 'Header of the answer' }
