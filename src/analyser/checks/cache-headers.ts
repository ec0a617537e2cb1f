import { count, defineCheck, notApplicable, pass, warn, shareOf } from '../define-check.ts'
import { readDate } from '../facts/dates.ts'
import { headerValue, headerValues } from '../facts/headers.ts'
import type { Header } from '../fetched-page.ts'
import { loadsSampledFiles, noSampledFiles, sampledFiles } from '../probes/page-files.ts'
import { noResponse } from '../probes/results.ts'

export const texts = {
  uncacheable: (faulty: number, files: number) => `${faulty} of ${count(files, 'sampled file')} can’t be cached`,
  all: (files: number) => `All ${files} sampled files can be cached`,
}

export const cacheHeaders = defineCheck({
  id: 'cache-headers',
  name: 'Browser caching',
  aliases: ['cache-control', 'expires', 'etag', 'cache policy'],
  titlePass: 'Resources can be cached',
  titleFail: 'Some resources can’t be cached',
  why: 'Cached files don’t have to be downloaded again on the next page. Without caching headers, browsers have to guess or download everything again.',
  how: 'Send Cache-Control with a max-age for stylesheets, scripts and images. For files whose names change with their content, send Cache-Control: max-age=31536000, immutable. Send an ETag or Last-Modified for the rest.',
  action: 'Let browsers keep files for the next visit',
  effort: 'hours',
  thresholds:
    'Pass: every sampled stylesheet, script and image has a max-age, a future Expires, an ETag or Last-Modified. Warning: one has none of them, or uses no-store. The length of the cache lifetime isn’t checked. Based on Yellow Lab Tools and sitespeed.io.',
  reference: { label: 'RFC 9111: HTTP Caching', url: 'https://www.rfc-editor.org/rfc/rfc9111.html' },
  grade: 'heuristic',
  deduction: 'The share of files without caching headers, at least 25%.',
  needs: ['probes', 'resources', 'loading', 'response'],
  changeable: true,
  withoutLocations: true,
  run({ probes, ...facts }) {
    const { received, missing } = sampledFiles(probes)
    if (received.length === 0) {
      return missing.length === 0 && !loadsSampledFiles(facts)
        ? notApplicable(noSampledFiles)
        : noResponse('We couldn’t check browser caching', missing)
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
        title: received.length === 1 ? 'The sampled file can be cached' : texts.all(received.length),
      })
    const evidence = bad.toSorted((a, b) => Number(b.url.startsWith(own)) - Number(a.url.startsWith(own)))
    return warn({
      extent: shareOf(value, received.length, 0.25),
      value,
      title: texts.uncacheable(value, received.length),
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
    .map((directive) => directive.trim())
  if (directives.includes('no-store')) return 'Cache-Control: no-store prevents caching'
  if (headerValue(headers, 'etag') !== null || headerValue(headers, 'last-modified') !== null) return null
  const maxAge = directives.find((directive) => directive.startsWith('max-age='))
  if (maxAge !== undefined)
    return Number.parseInt(maxAge.slice(8).replace('"', ''), 10) > 0
      ? null
      : `Cache-Control: ${maxAge.slice(0, 40)}, and no ETag or Last-Modified`
  const expires = readDate(headerValue(headers, 'expires') ?? '')
  if (expires !== null && (answeredAt === null || expires > Date.parse(answeredAt))) return null
  return 'No max-age, future Expires, ETag or Last-Modified'
}
