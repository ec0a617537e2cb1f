import { defineCheck, fail, googleDocs } from '../define-check.ts'
import { judgeLinks, linkProbes } from '../probes/results.ts'

export const brokenInternal = defineCheck({
  id: 'broken-internal',
  titlePass: 'No internal link that was looked at is broken',
  titleFail: 'Internal links are broken',
  why: 'A broken link leads visitors and search engines of your own website to nothing.',
  how: 'Correct the address, restore the page, or remove the link. Where a page has moved, link to its new address.',
  thresholds:
    'Any internal link answered by 4xx or 5xx fails, as does one whose host does not exist or that redirects without end. A bounded sample is asked, once; 401 (a login) and 429 (asked too often) prove nothing and are left out, as is a request that got no answer. 403 counts, for the page itself was let through.',
  reference: googleDocs('Crawlable links', 'crawling-indexing/links-crawlable'),
  grade: 'recommended',
  needs: ['probes', 'linkNotes', 'response'],
  withoutPlaces: true,
  run: ({ probes, linkNotes, response: { finalUrl } }) =>
    judgeLinks(linkProbes(probes, finalUrl, 'internal'), linkNotes.addresses.internal, 'internal', fail),
})
