import { isSameUrl } from '#contract/url-key.ts'
import {
  count,
  defineCheck,
  fail,
  type LocatedEvidence,
  googleDocs,
  notApplicable,
  pass,
  warn,
} from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import type { Hop } from '../fetched-page.ts'
import { noResponse } from '../probes/results.ts'

/** The URLs from the http:// one to the final one. */
type RedirectChain = { hops: Hop[]; finalUrl: string; status: number | null }

export const texts = {
  staysOnHttp: (of = '') => `The http:// URL${of} redirects but stays on HTTP`,
  /** A crawl asks once for a host. */
  ofStartPage: ' of the start page',
  error: (status: number) => `HTTP redirects to HTTPS, but ends on a ${status}`,
  hops: (more: number) => `HTTP redirects to HTTPS, through ${count(more, 'more insecure URL')}`,
  returns: (status: number | string, of = '') =>
    `The http:// URL${of} returns ${status} instead of redirecting to HTTPS`,
}

export const httpToHttps = defineCheck({
  id: 'http-to-https',
  name: 'HTTP to HTTPS redirect',
  aliases: ['force https', 'https redirect', 'mixed protocol'],
  titlePass: 'HTTP redirects to HTTPS',
  titleFail: 'HTTP doesn’t redirect to HTTPS',
  titleAny: 'HTTP doesn’t redirect to a working HTTPS page',
  faults: {
    error: 'HTTP redirects to HTTPS, but ends on an error',
  },
  why: 'Old links and typed URLs often start with http://. Without a redirect, visitors stay unencrypted and search engines see a duplicate page.',
  how: 'Permanently redirect (301 or 308) every http:// URL to its https:// version, for example with return 301 https://$host$request_uri; in nginx.',
  action: 'Lead all visitors to the secure version',
  effort: 'minutes',
  thresholds:
    'Pass: the http:// URL ends up on HTTPS, however many redirects it takes. Warning: it ends on HTTPS with a 404 or 410. Fail: it ends on HTTP (Lighthouse redirects-http). Unknown: it doesn’t respond. Not applicable: HTTP pages and custom ports.',
  reference: googleDocs('Page experience', 'appearance/page-experience'),
  grade: 'recommended',
  needs: ['response', 'probes'],
  run({ response: { finalUrl, status, redirects }, probes }) {
    const { protocol, port } = new URL(finalUrl)
    if (protocol !== 'https:') return notApplicable('The page itself doesn’t use HTTPS')
    if (port !== '') return notApplicable('The page uses a custom port, so there’s no HTTP version')
    const requested = probesFor(probes, 'http-variant')
    const [probe] = requested
    const variant = finalUrl.replace(/^https:/, 'http:')
    if (probe?.outcome === 'answered') {
      const of = isSameUrl(probe.url, variant) ? '' : texts.ofStartPage
      return resultOf({ hops: probe.redirects, finalUrl: probe.finalUrl ?? probe.url, status: probe.status }, of)
    }
    const known = redirects.findIndex(({ url }) => isSameUrl(url, variant))
    if (known >= 0) return resultOf({ hops: redirects.slice(known), finalUrl, status })
    return noResponse('We couldn’t check the HTTP redirect', requested)
  },
})

function resultOf({ hops, finalUrl, status }: RedirectChain, of = '') {
  const evidence: LocatedEvidence[] = [
    ...hops.map(({ url, status }) => ({ url, note: `Redirects with ${status}` })),
    { url: finalUrl, note: `Returned ${status ?? 'no status'}` },
  ]
  if (!finalUrl.startsWith('https:')) {
    const title = hops.length === 0 ? texts.returns(status ?? 'no status', of) : texts.staysOnHttp(of)
    return fail({ value: 'http', title, evidence })
  }
  if (status === 404 || status === 410)
    return warn({
      value: 'https',
      fault: 'error',
      title: texts.error(status),
      evidence,
    })
  const open = hops.filter(({ url }) => url.startsWith('http:')).length
  return open > 1
    ? pass({
        value: 'https',
        title: texts.hops(open - 1),
        evidence,
      })
    : pass({ value: 'https', evidence })
}
