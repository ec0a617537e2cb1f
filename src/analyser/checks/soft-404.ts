import { defineCheck, fail, type Finding, googleDocs, pass, unknown, warn } from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import { noResponse } from '../probes/results.ts'

const undetermined = 'How the website answers for pages that do not exist could not be determined'

export const soft404 = defineCheck({
  id: 'soft-404',
  name: 'Soft 404s',
  aliases: ['missing pages return 200', 'error pages', '404 errors'],
  titlePass: 'Pages that do not exist are answered as not found',
  titleFail: 'Pages that do not exist are answered as if they did',
  why: 'Search engines crawl and may index pages that do not exist when these answer with success. That takes time from the real ones.',
  how: 'Let the server answer with status 404, or 410, for every address without a page. The page of words that visitors see may stay the same.',
  thresholds:
    'An address made up at random: 404 or 410 passes, a redirect to the home page warns, any other success fails. Anything else says nothing.',
  reference: googleDocs('HTTP status codes', 'crawling-indexing/http-network-errors'),
  grade: 'recommended',
  needs: ['probes'],
  run({ probes }) {
    const requested = probesFor(probes, 'soft-404')
    const answer = requested.find(({ outcome }) => outcome === 'answered')
    if (!answer || answer.status === null) return noResponse(undetermined, requested)
    const { url, status, redirects } = answer
    const finalUrl = answer.finalUrl ?? url
    const finding = (note: string): Finding[] => [{ url, note }]
    if (status === 404 || status === 410) return pass({ value: status, evidence: finding(`Status ${status}`) })
    if (status < 200 || status > 299)
      return unknown(
        undetermined,
        `An address made up at random answers with status ${status}, which says neither that it exists nor that it does not.`,
        { value: status, evidence: finding(`Status ${status}`) },
      )
    if (isHome(finalUrl))
      return warn({
        value: status,
        title: 'Pages that do not exist redirect to the home page',
        evidence: finding(`It redirects to ${finalUrl.slice(0, 300)}`),
      })
    return fail({
      value: status,
      evidence: finding(
        redirects.length > 0
          ? `It redirects to ${finalUrl.slice(0, 300)}, which answers with status ${status}`
          : `Status ${status}`,
      ),
    })
  },
})

/** Whether the URL is the root of a host, or of one of its languages. */
const isHome = (url: string) => /^\/(?:[a-z]{2}(?:-[a-z]{2})?\/?)?$/i.test(new URL(url).pathname)
