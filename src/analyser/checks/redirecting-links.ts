import { count, defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import type { ProbeFact } from '../facts/probes.ts'
import { linkProbes, noResponse, whereOf } from '../probes/results.ts'

export const redirectingLinks = defineCheck({
  id: 'redirecting-links',
  titlePass: 'No internal link that was looked at redirects',
  titleFail: 'Internal links redirect',
  why: 'Each redirect costs visitors time and search engines a request. On your own website the final address is known, so none is needed.',
  how: 'Link to the address that the redirect leads to.',
  thresholds: 'Any internal link answered by a 3xx warns. A bounded sample is asked.',
  reference: googleDocs('Redirects', 'crawling-indexing/301-redirects'),
  grade: 'heuristic',
  needs: ['probes', 'linkNotes', 'response'],
  withoutPlaces: true,
  run({ probes, linkNotes, response: { finalUrl } }) {
    const sampled = linkProbes(probes, finalUrl, 'internal')
    const total = Math.max(linkNotes.addresses.internal, sampled.length)
    if (total === 0) return notApplicable('The page links to no other page of its website')
    const redirecting = sampled.filter(({ redirects }) => redirects.length > 0)
    const determined = sampled.filter(({ outcome, redirects }) => outcome === 'answered' || redirects.length > 0).length
    if (determined === 0) return noResponse('Whether internal links redirect could not be determined', sampled)
    if (redirecting.length > 0) {
      const title =
        determined === 1
          ? 'The one internal link that was looked at redirects'
          : `${redirecting.length} of ${determined} internal links that were looked at ${redirecting.length === 1 ? 'redirects' : 'redirect'}`
      return warn({
        value: redirecting.length,
        title,
        evidence: redirecting.map((probe) => ({ ...whereOf(probe), note: noteOf(probe) })),
      })
    }
    if (determined === total)
      return pass({
        value: 0,
        title:
          total === 1
            ? 'The one internal link leads straight to its page'
            : `All ${total} internal links lead straight to their pages`,
      })
    return pass({
      value: 0,
      title: `Of ${count(total, 'internal link')} ${determined === 1 ? 'one was' : `${determined} were`} looked at, and none redirects`,
    })
  },
})

function noteOf({ redirects, finalUrl }: ProbeFact): string {
  const codes = redirects.map(({ status }) => status).join(', then ')
  return finalUrl === null ? `Answered ${codes}, and led nowhere` : `Answered ${codes}, and led to ${finalUrl}`
}
