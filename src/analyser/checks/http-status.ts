import { defineCheck, fail, googleDocs, pass } from '../define-check.ts'

export const httpStatus = defineCheck({
  id: 'http-status',
  name: 'HTTP status',
  aliases: ['status code', '404 errors', '500 error', 'response code', 'indexability'],
  titlePass: 'The page answers with a success status',
  titleFail: 'The page does not answer with a success status',
  why: 'Search engines index only pages that answer with a success status. An error or an unfinished redirect takes the page out of the index.',
  how: 'Let the address answer with 200 when the page exists. Repair the server error, restore the page, or redirect to where it went.',
  thresholds:
    '200 to 299 passes. An unresolved 3xx, 4xx and 5xx fail, as Google and Lighthouse (http-status-code) treat them. This is the response to our user agent. Some servers respond differently to others.',
  reference: googleDocs('HTTP status codes', 'crawling-indexing/http-network-errors'),
  grade: 'required',
  supersedes: ['in-sitemap'],
  needs: ['response'],
  run({ response: { status, finalUrl } }) {
    if (status >= 200 && status < 300)
      return pass({ value: status, title: `The page returned ${status} to our user agent` })
    return fail({ value: status, title: titleOf(status), evidence: [{ url: finalUrl, note: `Status ${status}` }] })
  },
})

function titleOf(status: number) {
  if (status >= 300 && status < 400) return `The page answers with status ${status}, a redirect that leads nowhere`
  if (status === 404 || status === 410) return `The page answers with status ${status}: it does not exist`
  return `The page answers with status ${status}, ${status >= 500 ? 'a server error' : 'a refusal'}`
}
