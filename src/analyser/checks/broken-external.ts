import { defineCheck, warn } from '../define-check.ts'
import { judgeLinks, linkProbes } from '../probes/results.ts'

export const brokenExternal = defineCheck({
  id: 'broken-external',
  titlePass: 'No external link that was looked at is broken',
  titleFail: 'External links are broken',
  why: 'A link to a page that is gone helps no reader, and tells that the page is not looked after.',
  how: 'Link to where the page has moved, to another source, or to an archived copy; otherwise remove the link.',
  thresholds:
    'Any external link answered by 4xx or 5xx, or by nothing within the time limit, warns. A bounded sample is asked, once; 401, 403, 429 and 999 are how servers turn robots away, so they prove nothing and are left out.',
  reference: null,
  grade: 'heuristic',
  needs: ['probes', 'linkNotes', 'response'],
  withoutPlaces: true,
  run: ({ probes, linkNotes, response: { finalUrl } }) =>
    judgeLinks(linkProbes(probes, finalUrl, 'external'), linkNotes.addresses.external, 'external', warn),
})
