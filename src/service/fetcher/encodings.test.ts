import { randomBytes } from 'node:crypto'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Header } from '#analyser/crawl.ts'
import { gatherFrom, refusalOf } from '#testing/gathering.ts'
import { plainPage } from '#testing/hostile-pages.ts'
import { startHostileServer, type HostileServer } from '#testing/hostile-server.ts'
import { contentEncodingsOf, decodeBody } from './decode.ts'
import { defaultLimits } from './limits.ts'
import { sentences } from './sentences.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const never = new AbortController().signal
const named = (...values: string[]) =>
  contentEncodingsOf(
    values.map((value): Header => ['content-encoding', value]),
    defaultLimits,
  )
const whole = (...chunks: Buffer[]) => ({ chunks, bytes: Buffer.concat(chunks).length, truncated: false })

describe('a compressed page', () => {
  it.each([
    ['/gzip', ['gzip']],
    ['/deflate', ['deflate']],
    ['/deflate-raw', ['deflate']],
    ['/br', ['br']],
    ['/zstd', ['zstd']],
    ['/twice', ['br', 'gzip']],
  ])('is unpacked: %s', async (path, contentEncodings) => {
    const page = await gatherFrom(server, path)
    expect(Buffer.from(page.body).toString()).toBe(plainPage)
    expect(page.contentEncodings).toEqual(contentEncodings)
    expect(page.wireBytes).not.toBe(plainPage.length)
  })

  it('is refused when compressed three times, and when damaged', async () => {
    expect(await refusalOf(gatherFrom(server, '/thrice'))).toBe(sentences.tooManyEncodings(2))
    expect(await refusalOf(gatherFrom(server, '/damaged'))).toBe(sentences.brokenEncoding)
  })

  it.each(['/bomb', '/bomb-br'])('is refused when it is 50 MB of nothing: %s', async (path) => {
    expect(await refusalOf(gatherFrom(server, path))).toBe(sentences.bomb)
  })
})

describe('undoing codings', () => {
  it('begins with the one applied last, over all headers', () => {
    expect(named('gzip', 'BR , identity')).toEqual(['br', 'gzip'])
    expect(named()).toEqual([])
  })

  it('ignores words that name no coding, and refuses those that nobody asked for', async () => {
    expect(named('utf-8', 'none', '')).toEqual([])
    expect(await refusalOf(Promise.resolve().then(() => named('compress')))).toBe(sentences.unknownEncoding)
  })

  it('cuts what unpacks a little past the cap and says so', async () => {
    const text = Buffer.from(Array.from({ length: 4_000 }, (_, index) => index.toString(36)).join(' '))
    const decoded = await decodeBody(whole(gzipSync(text)), ['gzip'], 1_000, defaultLimits, never)
    expect(decoded.truncated).toBe(true)
    expect(decoded.body.equals(text.subarray(0, 1_000))).toBe(true)
    expect(decoded.bytes).toBeGreaterThan(1_000)
  })

  it('leaves much inflation alone below the cap', async () => {
    const decoded = await decodeBody(
      whole(gzipSync(Buffer.alloc(1_000_000))),
      ['gzip'],
      2_000_000,
      defaultLimits,
      never,
    )
    expect([decoded.bytes, decoded.truncated]).toEqual([1_000_000, false])
  })

  it.each([
    ['gzip', gzipSync(plainPage.repeat(50))],
    ['zstd', zstdCompressSync(plainPage.repeat(50))],
  ])('takes %s that ends early as far as it goes', async (coding, bytes) => {
    const decoded = await decodeBody(whole(bytes.subarray(0, -6)), [coding], 100_000, defaultLimits, never)
    expect(plainPage.repeat(50).startsWith(decoded.body.toString())).toBe(true)
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'])('takes an empty body for one that claims %s', async (coding) => {
    const decoded = await decodeBody(whole(), [coding], 1_000, defaultLimits, never)
    expect([decoded.bytes, decoded.truncated]).toEqual([0, false])
  })

  it('undoes deflate under another layer', async () => {
    const decoded = await decodeBody(
      whole(gzipSync(deflateSync(plainPage))),
      ['gzip', 'deflate'],
      100_000,
      defaultLimits,
      never,
    )
    expect(decoded.body.toString()).toBe(plainPage)
  })

  it('counts two layers as one bomb', async () => {
    const bytes = gzipSync(gzipSync(Buffer.alloc(20_000_000)))
    const outcome = decodeBody(whole(bytes), ['gzip', 'gzip'], defaultLimits.bodyBytes, defaultLimits, never)
    expect(await refusalOf(outcome)).toBe(sentences.bomb)
  })

  it('refuses a bomb between two layers, though nothing comes out at the end', async () => {
    const hollow = Buffer.alloc(6_000_000, gzipSync(''))
    const outcome = decodeBody(whole(gzipSync(hollow)), ['gzip', 'gzip'], defaultLimits.bodyBytes, defaultLimits, never)
    expect(await refusalOf(outcome)).toBe(sentences.bomb)
  })

  it('cuts what unpacks a little past the cap between two layers', async () => {
    const noise = randomBytes(3_000)
    const decoded = await decodeBody(whole(gzipSync(gzipSync(noise))), ['gzip', 'gzip'], 2_000, defaultLimits, never)
    expect(decoded.truncated).toBe(true)
    expect(noise.subarray(0, decoded.body.length).equals(decoded.body)).toBe(true)
  })

  it('stops when the caller gives up', async () => {
    const outcome = decodeBody(
      whole(gzipSync(plainPage)),
      ['gzip'],
      1_000,
      defaultLimits,
      AbortSignal.abort(new Error('gave up')),
    )
    await expect(outcome).rejects.toThrow('gave up')
  })
})
