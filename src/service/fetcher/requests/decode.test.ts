import { randomBytes } from 'node:crypto'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Header } from '#analyser/fetched-page.ts'
import { plainPage } from '#testing/servers/hostile-pages.ts'
import { startHostileServer, type HostileServer } from '#testing/servers/hostile-server.ts'
import { fetchFrom, refusalOf } from '#testing/servers/page-fetcher.ts'
import { defaultFetchLimits } from '../limits.ts'
import { decodeBody } from './body.ts'
import { contentEncodingsOf } from './decode.ts'

let server: HostileServer
beforeAll(async () => {
  server = await startHostileServer()
})
afterEach(() => server.quiet())
afterAll(() => server.close())

const never = new AbortController().signal
const encodingsOf = (...values: string[]) =>
  contentEncodingsOf(
    values.map((value): Header => ['content-encoding', value]),
    defaultFetchLimits,
  )
const wireOf = (...chunks: Buffer[]) => {
  const body = Buffer.concat(chunks)
  return { body, bytes: body.length, truncated: false }
}

describe('a compressed page', () => {
  it.each([
    ['/gzip', ['gzip']],
    ['/deflate', ['deflate']],
    ['/deflate-raw', ['deflate']],
    ['/br', ['br']],
    ['/zstd', ['zstd']],
    ['/twice', ['br', 'gzip']],
  ])('is decoded: %s', async (path, contentEncodings) => {
    const page = await fetchFrom(server, path)
    expect(Buffer.from(page.body).toString()).toBe(plainPage)
    expect(page.contentEncodings).toEqual(contentEncodings)
    expect(page.wireBytes).not.toBe(plainPage.length)
  })

  it('is refused when compressed three times or damaged', async () => {
    expect(await refusalOf(fetchFrom(server, '/thrice'))).toBe('too_many_encodings')
    expect(await refusalOf(fetchFrom(server, '/damaged'))).toBe('corrupt_encoding')
  })

  it.each(['/bomb', '/bomb-br'])('is refused when it decodes to 50 MB of zeros: %s', async (path) => {
    expect(await refusalOf(fetchFrom(server, path))).toBe('compression_bomb')
  })
})

describe('decoding', () => {
  it('starts with the encoding applied last, over all headers', () => {
    expect(encodingsOf('gzip', 'BR , identity')).toEqual(['br', 'gzip'])
    expect(encodingsOf()).toEqual([])
  })

  it('ignores unknown words and refuses registered encodings that were not offered', async () => {
    expect(encodingsOf('utf-8', 'none', '')).toEqual([])
    expect(await refusalOf(Promise.resolve().then(() => encodingsOf('compress')))).toBe('unsupported_encoding')
  })

  it('truncates content that exceeds the limit slightly', async () => {
    const text = Buffer.from(Array.from({ length: 4_000 }, (_, index) => index.toString(36)).join(' '))
    const decoded = await decodeBody(wireOf(gzipSync(text)), ['gzip'], 1_000, defaultFetchLimits, never)
    expect(decoded.truncated).toBe(true)
    expect(decoded.body.equals(text.subarray(0, 1_000))).toBe(true)
    expect(decoded.bytes).toBeGreaterThan(1_000)
  })

  it('accepts any compression ratio below the limit', async () => {
    const decoded = await decodeBody(
      wireOf(gzipSync(Buffer.alloc(1_000_000))),
      ['gzip'],
      2_000_000,
      defaultFetchLimits,
      never,
    )
    expect([decoded.bytes, decoded.truncated]).toEqual([1_000_000, false])
  })

  it.each([
    ['gzip', gzipSync(plainPage.repeat(50))],
    ['zstd', zstdCompressSync(plainPage.repeat(50))],
  ])('keeps the decoded part of %s content that ends early', async (coding, bytes) => {
    const decoded = await decodeBody(wireOf(bytes.subarray(0, -6)), [coding], 100_000, defaultFetchLimits, never)
    expect(plainPage.repeat(50).startsWith(decoded.body.toString())).toBe(true)
  })

  it.each(['gzip', 'deflate', 'br', 'zstd'])('accepts an empty body declared as %s', async (coding) => {
    const decoded = await decodeBody(wireOf(), [coding], 1_000, defaultFetchLimits, never)
    expect([decoded.bytes, decoded.truncated]).toEqual([0, false])
  })

  it('decodes deflate below another encoding', async () => {
    const decoded = await decodeBody(
      wireOf(gzipSync(deflateSync(plainPage))),
      ['gzip', 'deflate'],
      100_000,
      defaultFetchLimits,
      never,
    )
    expect(decoded.body.toString()).toBe(plainPage)
  })

  it('refuses a bomb of two encodings', async () => {
    const bytes = gzipSync(gzipSync(Buffer.alloc(20_000_000)))
    const outcome = decodeBody(wireOf(bytes), ['gzip', 'gzip'], defaultFetchLimits.bodyBytes, defaultFetchLimits, never)
    expect(await refusalOf(outcome)).toBe('compression_bomb')
  })

  it('refuses a bomb between two encodings, even if the final content is empty', async () => {
    const hollow = Buffer.alloc(6_000_000, gzipSync(''))
    const outcome = decodeBody(
      wireOf(gzipSync(hollow)),
      ['gzip', 'gzip'],
      defaultFetchLimits.bodyBytes,
      defaultFetchLimits,
      never,
    )
    expect(await refusalOf(outcome)).toBe('compression_bomb')
  })

  it('truncates content that exceeds the limit between two encodings', async () => {
    const noise = randomBytes(3_000)
    const decoded = await decodeBody(
      wireOf(gzipSync(gzipSync(noise))),
      ['gzip', 'gzip'],
      2_000,
      defaultFetchLimits,
      never,
    )
    expect(decoded.truncated).toBe(true)
    expect(noise.subarray(0, decoded.body.length).equals(decoded.body)).toBe(true)
  })

  it('ends with the content, however much follows it', async () => {
    for (const [coding, bytes] of [
      ['gzip', gzipSync(plainPage)],
      ['br', brotliCompressSync(plainPage)],
      ['deflate', deflateSync(plainPage)],
    ] as const)
      for (const length of [1, 1_000, 20_000, 100_000, 400_000])
        for (const more of [gzipSync(randomBytes(length)), randomBytes(length), Buffer.alloc(length)]) {
          const wire = wireOf(bytes, more)
          const decoded = await decodeBody(wire, [coding], 1_000_000, defaultFetchLimits, never)
          expect([decoded.body.toString(), decoded.hasTrailingBytes]).toEqual([plainPage, true])
        }
  })

  it('stops when the caller aborts', async () => {
    const outcome = decodeBody(
      wireOf(gzipSync(plainPage)),
      ['gzip'],
      1_000,
      defaultFetchLimits,
      AbortSignal.abort(new Error('aborted')),
    )
    await expect(outcome).rejects.toThrow('aborted')
  })
})
