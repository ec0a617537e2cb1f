import { defineCheck, fail, googleDocs, pass } from '../define-check.ts'
import { isSuccess } from '../fetched-page.ts'

export const texts = {
  success: (status: number) => `The page returned ${status} to our user agent`,
}

export const httpStatus = defineCheck({
  id: 'http-status',
  name: 'HTTP status',
  aliases: [
    'status code',
    '404 errors',
    '500 error',
    'response code',
    'indexability',
    '5xx server errors',
    '4xx client errors',
  ],
  titlePass: 'The page returns a success status',
  titleFail: 'The page returns an error status',
  why: 'Search engines only index pages that return a success status. Errors and broken redirects remove the page from the index.',
  how: 'Return 200 if the page exists. Otherwise, fix the server error, restore the page or redirect to its new URL.',
  action: 'Make the page load without an error',
  effort: 'hours',
  thresholds:
    'Pass: 200–299. Fail: 4xx, 5xx or an unresolved 3xx. This is the response to our user agent; some servers respond differently to others. Based on Google and Lighthouse (http-status-code).',
  reference: googleDocs('HTTP status codes', 'crawling-indexing/http-network-errors'),
  grade: 'required',
  supersedes: ['in-sitemap'],
  needs: ['response'],
  judgesErrors: true,
  run({ response: { status, finalUrl } }) {
    if (isSuccess(status)) return pass({ value: status, title: texts.success(status) })
    return fail({ value: status, title: titleOf(status), evidence: [{ url: finalUrl, note: `Status ${status}` }] })
  },
})

const names: Record<number, string> = {
  400: 'bad request',
  401: 'unauthorized',
  403: 'access denied',
  404: 'not found',
  405: 'method not allowed',
  410: 'gone',
  429: 'too many requests',
  451: 'unavailable for legal reasons',
  500: 'internal server error',
  502: 'bad gateway',
  503: 'service unavailable',
  504: 'gateway timeout',
}

function titleOf(status: number) {
  if (status >= 300 && status < 400) return `The page returns ${status} with no valid destination`
  return `The page returns ${status} (${names[status] ?? (status >= 500 ? 'server error' : 'client error')})`
}
