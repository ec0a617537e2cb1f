import { defineCheck, fail, type LocatedEvidence, googleDocs, pass, unknown, warn } from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import { isSuccess } from '../fetched-page.ts'
import { noResponse } from '../probes/results.ts'

const undetermined = 'We couldn’t check how missing pages are handled'

export const texts = {
  homePage: 'Missing pages redirect to the home page',
}

export const soft404 = defineCheck({
  id: 'soft-404',
  name: 'Soft 404s',
  aliases: ['missing pages return 200', 'error pages', '404 errors'],
  titlePass: 'Missing pages return 404',
  titleFail: 'Missing pages don’t return 404',
  faults: {
    home: texts.homePage,
  },
  why: 'If missing pages return a success status, search engines waste crawl time on them and can index them.',
  how: 'Return 404 or 410 for every URL that has no page. Visitors can still see your custom error page.',
  action: 'Tell search engines when a page doesn’t exist',
  effort: 'hours',
  thresholds:
    'Pass: a random URL returns 404 or 410. Warning: it redirects to the home page. Fail: it returns any other success. Unknown: any other status, such as 403 or 500, or no response.',
  reference: googleDocs('HTTP status codes', 'crawling-indexing/http-network-errors'),
  grade: 'recommended',
  needs: ['probes'],
  run({ probes }) {
    const requested = probesFor(probes, 'soft-404')
    const response = requested.find(({ outcome }) => outcome === 'answered')
    if (!response || response.status === null) return noResponse(undetermined, requested)
    const { url, status, redirects } = response
    const finalUrl = response.finalUrl ?? url
    const evidenceWith = (note: string): LocatedEvidence[] => [{ url, note }]
    if (status === 404 || status === 410) return pass({ value: status, evidence: evidenceWith(`Returned ${status}`) })
    if (!isSuccess(status))
      return unknown(undetermined, `A random URL returned ${status}, which is inconclusive.`, {
        value: status,
        evidence: evidenceWith(`Returned ${status}`),
      })
    if (isHome(finalUrl))
      return warn({
        value: status,
        fault: 'home',
        evidence: evidenceWith(`Redirects to ${finalUrl.slice(0, 300)}`),
      })
    return fail({
      value: status,
      evidence: evidenceWith(
        redirects.length > 0
          ? `Redirects to ${finalUrl.slice(0, 300)}, which returned ${status}`
          : `Returned ${status}`,
      ),
    })
  },
})

/** Returns true if the URL is the root of a host, or of one of its languages. */
const isHome = (url: string) => /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(new URL(url).pathname)
