import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { hostileSitemaps } from '#testing/servers/hostile-files.ts'
import { hostilePages } from '#testing/servers/hostile-pages.ts'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { readSitemap, serveSitemap } from '#testing/servers/sitemap.ts'
import { defaultFetchLimits } from '../limits.ts'
import type { ArrivingBody } from '../requests/body.ts'
import { createSitemapReader } from './reader.ts'

describe('a sitemap that is too large', () => {
  it('is cut at 5 MB on the wire and has its declared length, if any', async () => {
    const file = hostileSitemaps.large(30_000)
    const begin = (headers: Record<string, string>) =>
      serveSitemap((_request, response) => {
        response.writeHead(200, headers)
        response.write(file)
      })
    for (const [headers, bytes] of [
      [{ 'content-length': '60000000' }, 60_000_000],
      [{}, defaultFetchLimits.bodyBytes],
    ] as const) {
      const { result, response } = await begin(headers)
      expect(result?.reading).toMatchObject({ kind: 'urlset', cut: true, problem: null, bytes })
      expect(result?.reading.urls).toBeGreaterThan(20_000)
      expect(response.wireBytes).toBeLessThan(defaultFetchLimits.bodyBytes + 1024 * 1024)
    }
  })

  it('without an end is cut', async () => {
    const { result, response } = await serveSitemap((request, response) =>
      hostilePages(Object.assign(request, { url: '/endless' }), response),
    )
    expect(result?.reading).toMatchObject({
      cut: true,
      problem: { text: 'It’s neither XML nor a list of URLs', line: 1 },
    })
    expect(response.wireBytes).toBeLessThan(defaultFetchLimits.bodyBytes + 1024 * 1024)
  })

  it('is counted up to its decoded limit and reported as longer', async () => {
    const limits = { sitemapBytes: 1024 * 1024 }
    const file = gzipSync(hostileSitemaps.large(20_000))
    for (const [packed, headers] of [
      [file, {}],
      [file, { 'content-encoding': 'gzip' }],
      [gzipSync(file), { 'content-encoding': 'gzip' }],
    ] as const) {
      const reading = await readSitemap(packed, headers, { limits })
      expect(reading).toMatchObject({ cut: true, problem: null, urls: expect.any(Number) })
      expect(reading?.bytes).toBeGreaterThan(limits.sitemapBytes)
    }
  })

  it('is refused as a compression bomb, in transit or as a file', async () => {
    const bomb = hostileSitemaps.gzipBomb()
    expect(await refusalOf(readSitemap(bomb, { 'content-encoding': 'gzip' }))).toBe('compression_bomb')
    expect(await refusalOf(readSitemap(bomb))).toBe('compression_bomb')
    // Long before its end, so that the rest of it is still arriving.
    expect(await refusalOf(readSitemap(bomb, {}, { limits: { sitemapBytes: 1024 * 1024 } }))).toBe('compression_bomb')
  })

  it('is cut when earlier sitemaps used up the limit', async () => {
    const file = hostileSitemaps.large(1_000)
    const packed = gzipSync(file)
    for (const allowance of [0, 10_000])
      for (const [sent, headers] of [
        [file, {}],
        [packed, {}],
        [packed, { 'content-encoding': 'gzip' }],
        [gzipSync(packed), { 'content-encoding': 'gzip' }],
      ] as const) {
        const reading = await readSitemap(sent, headers, { allowance })
        expect(reading).toMatchObject({ cut: true, problem: null, urls: expect.any(Number) })
        expect(reading?.urls).toBeLessThan(500)
      }
  })
})

const arrived = (body: Buffer): ArrivingBody => ({
  chunks: Readable.from([body]),
  bytes: () => body.length,
  truncated: () => false,
})

it('sitemaps that are read at the same time share the limit', async () => {
  const body = Buffer.from(hostileSitemaps.large(10_000))
  const allowance = { left: body.length }
  const readings = await Promise.all(
    [1, 2, 3].map(async () => {
      const reader = createSitemapReader([], defaultFetchLimits, allowance)
      await reader.options.consumeBody?.(arrived(body), [], AbortSignal.timeout(5_000))
      return reader.result()?.reading
    }),
  )
  const urls = readings.reduce((sum, reading) => sum + (reading?.urls ?? 0), 0)
  expect(urls).toBeLessThan(11_000)
  expect(readings.some((reading) => reading?.cut)).toBe(true)
})

it('an abort ends reading a sitemap', async () => {
  const controller = new AbortController()
  const outcome = serveSitemap(
    (_request, response) => {
      response.write('<urlset>')
      controller.abort(new Error('aborted'))
    },
    { signal: controller.signal },
  )
  await expect(outcome).rejects.toThrow('aborted')
})
