import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { urlset } from '#testing/servers/hostile-files.ts'
import { refusalOf } from '#testing/servers/page-fetcher.ts'
import { readSitemap, serveSitemap } from '#testing/servers/sitemap.ts'

describe('a packed sitemap', () => {
  it.each([
    ['a comment', Buffer.from('<!-- Cached at 12:00 -->')],
    ['two bytes of gzip', Buffer.from('1f8b', 'hex')],
    ['what begins like gzip', Buffer.from('1f8bffff0102030405060708090a', 'hex')],
    ['zeros and a comment', Buffer.concat([Buffer.alloc(40_000), Buffer.from('<!-- Cached -->')])],
    ['many other bytes', Buffer.alloc(300_000, 'x')],
  ])('is read compressed in two parts with %s behind, as a file and in transit', async (_case, more) => {
    const file = urlset('https://example.com/a', 'https://example.com/b')
    const bytes = Buffer.concat([gzipSync(file.slice(0, 100)), gzipSync(file.slice(100)), more])
    expect(await readSitemap(bytes)).toMatchObject({ urls: 2, gzip: true, cut: false, problem: null })
    const inTransit = await readSitemap(bytes, { 'content-encoding': 'gzip' })
    expect(inTransit).toMatchObject({ urls: 2, gzip: false, cut: false, problem: null })
  })

  it('is read when its parts arrive byte by byte', async () => {
    const file = urlset('https://example.com/a', 'https://example.com/b')
    const named = Buffer.concat([Buffer.from('1f8b0808000000000003', 'hex'), Buffer.from('part.xml\0')])
    const part = Buffer.concat([named, gzipSync(file.slice(100)).subarray(10)])
    const bytes = Buffer.concat([gzipSync(file.slice(0, 100)), part, Buffer.from('<!-- Cached -->')])
    const { result } = await serveSitemap(async (_request, response) => {
      for (const byte of bytes) await new Promise((resolve) => response.write(Buffer.of(byte), resolve))
      response.end()
    })
    expect(result?.reading).toMatchObject({ urls: 2, gzip: true, problem: null })
  })

  it('is refused when the checksum of a part is wrong, or has thousands of parts', async () => {
    const file = urlset('https://example.com/')
    const wrong = gzipSync(file)
    wrong[wrong.length - 8]! ^= 1
    expect(await refusalOf(readSitemap(Buffer.concat([gzipSync(' '), wrong])))).toBe('corrupt_encoding')
    const parts = Array.from({ length: 3_000 }, () => gzipSync(' '))
    expect(await refusalOf(readSitemap(Buffer.concat([gzipSync(file), ...parts])))).toBe('corrupt_encoding')
  })

  it('is refused when its gzip is damaged, in transit or as a file', async () => {
    const damaged = gzipSync(urlset('https://example.com/')).fill(0, 20, 40)
    expect(await refusalOf(readSitemap(damaged, { 'content-encoding': 'gzip' }))).toBe('corrupt_encoding')
    expect(await refusalOf(readSitemap(damaged))).toBe('corrupt_encoding')
  })
})
