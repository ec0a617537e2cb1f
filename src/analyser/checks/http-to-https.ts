import type { Hop } from '../crawl.ts'
import { count, defineCheck, fail, type Finding, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { probesFor } from '../facts/probes.ts'
import { noResponse } from '../probes/results.ts'

/** The URLs from the http:// one to the final one. */
type RedirectChain = { hops: Hop[]; finalUrl: string; status: number | null }

export const httpToHttps = defineCheck({
  id: 'http-to-https',
  name: 'HTTP to HTTPS redirect',
  aliases: ['force https', 'https redirect', 'mixed protocol'],
  titlePass: 'The http:// address redirects to HTTPS',
  titleFail: 'The http:// address does not redirect to HTTPS',
  why: 'Old links and addresses typed by hand begin with http://. Where they are not redirected, visitors stay unencrypted and search engines see the page twice.',
  how: 'Answer every http:// address with a permanent redirect (301 or 308) to the same address with https://.',
  thresholds:
    'The http:// variant of the address that ends at HTTPS passes, however many hops it takes; a final 404 or 410 there warns; any answer over HTTP fails (Lighthouse redirects-http). Not applicable to pages over HTTP or on a port of their own.',
  reference: googleDocs('Page experience', 'appearance/page-experience'),
  grade: 'recommended',
  needs: ['response', 'probes'],
  run({ response: { finalUrl, status, redirects }, probes }) {
    const { protocol, port } = new URL(finalUrl)
    if (protocol !== 'https:') return notApplicable('The page itself is not served over HTTPS')
    if (port !== '') return notApplicable('The page is served on a port of its own, where http:// cannot be answered')
    const requested = probesFor(probes, 'http-variant')
    const [probe] = requested
    if (probe?.outcome === 'answered')
      return judge({ hops: probe.redirects, finalUrl: probe.finalUrl ?? probe.url, status: probe.status })
    const known = redirects.findIndex(({ url }) => url === finalUrl.replace(/^https:/, 'http:'))
    if (known >= 0) return judge({ hops: redirects.slice(known), finalUrl, status })
    return noResponse('Whether the http:// address redirects to HTTPS is not known', requested)
  },
})

function judge({ hops, finalUrl, status }: RedirectChain) {
  const evidence: Finding[] = [
    ...hops.map(({ url, status }) => ({ url, note: `Redirects with ${status}` })),
    { url: finalUrl, note: `Answers ${status ?? 'nothing'}` },
  ]
  if (!finalUrl.startsWith('https:')) {
    const title =
      hops.length === 0
        ? `The http:// address answers ${status ?? 'nothing'} instead of redirecting to HTTPS`
        : 'The http:// address redirects, but ends at HTTP'
    return fail({ value: 'http', title, evidence })
  }
  if (status === 404 || status === 410)
    return warn({
      value: 'https',
      title: `The http:// address redirects to HTTPS, but ends at an answer ${status}`,
      evidence,
    })
  const open = hops.filter(({ url }) => url.startsWith('http:')).length
  return open > 1
    ? pass({
        value: 'https',
        title: `The http:// address redirects to HTTPS, by way of ${count(open - 1, 'more unencrypted address', 'more unencrypted addresses')}`,
        evidence,
      })
    : pass({ value: 'https', evidence })
}
