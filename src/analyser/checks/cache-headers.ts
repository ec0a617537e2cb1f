import type { Header } from '../crawl.ts'
import { count, defineCheck, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { readDate } from '../facts/dates.ts'
import { headerValue, headerValues } from '../facts/headers.ts'
import { loadedWithPage, sampledFiles } from '../probes/page-files.ts'
import { noResponse } from '../probes/results.ts'

export const cacheHeaders = defineCheck({
  id: 'cache-headers',
  name: 'Browser caching',
  aliases: ['cache-control', 'expires', 'etag', 'cache policy'],
  titlePass: 'Files beside the page may be cached',
  titleFail: 'Files beside the page are not made for caching',
  why: 'Cached files don’t have to be downloaded again on the next page. Without caching headers, browsers have to guess or download everything again.',
  how: 'Send Cache-Control with a max-age for styles, scripts and images, a year and immutable where their name changes with their content. Send an ETag or Last-Modified for the others.',
  thresholds:
    'Any sampled style sheet, script or image without max-age, a later Expires, ETag or Last-Modified, or with no-store, warns (YellowLabTools, sitespeed.io coach). How long the lifetime is does not matter here.',
  reference: { label: 'RFC 9111: HTTP Caching', url: 'https://www.rfc-editor.org/rfc/rfc9111.html' },
  grade: 'heuristic',
  deduction: 'The share of files without caching headers, at least 25%.',
  needs: ['probes', 'resources', 'loading', 'response'],
  withoutPlaces: true,
  run({ probes, ...facts }) {
    const { received, missing } = sampledFiles(probes)
    if (received.length === 0) {
      const files = loadedWithPage(facts).urls.size
      return files === 0 && missing.length === 0
        ? notApplicable('The HTML loads no files that could be cached')
        : noResponse('Whether files may be cached is not known', missing)
    }
    const { finalUrl, answeredAt } = facts.response
    const own = `${new URL(finalUrl).origin}/`
    const bad = received.flatMap(({ url, at, headers }) => {
      const note = problemOf(headers, answeredAt)
      return note === null ? [] : [{ ...(at === null ? {} : { at }), url, note }]
    })
    const value = bad.length
    if (value === 0)
      return pass({
        value,
        title:
          received.length === 1
            ? 'The file looked at may be cached'
            : `All ${received.length} files looked at may be cached`,
      })
    const evidence = bad.toSorted((a, b) => Number(b.url.startsWith(own)) - Number(a.url.startsWith(own)))
    return warn({
      extent: shareOf(value, received.length, 0.25),
      value,
      title: `${value} of ${count(received.length, 'file')} looked at ${value === 1 ? 'is' : 'are'} not made for caching`,
      evidence,
    })
  },
})

/** Returns null if a browser can cache the response, or can ask whether it has changed. */
function problemOf(headers: Header[], answeredAt: string | null): string | null {
  const directives = headerValues(headers, 'cache-control')
    .join(',')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
  if (directives.includes('no-store')) return 'Cache-Control: no-store forbids keeping it'
  if (headerValue(headers, 'etag') !== null || headerValue(headers, 'last-modified') !== null) return null
  const maxAge = directives.find((one) => one.startsWith('max-age='))
  if (maxAge !== undefined)
    return Number.parseInt(maxAge.slice(8).replace('"', ''), 10) > 0
      ? null
      : `Cache-Control: ${maxAge.slice(0, 40)}, and neither ETag nor Last-Modified`
  const expires = readDate(headerValue(headers, 'expires') ?? '')
  if (expires !== null && (answeredAt === null || expires > Date.parse(answeredAt))) return null
  return 'Neither a lifetime, nor ETag, nor Last-Modified'
}
