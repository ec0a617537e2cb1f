import type { Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { SitemapReading } from '#analyser/crawl.ts'
import { unpack } from './decode.ts'
import type { Limits } from './limits.ts'
import { contentLengthOf } from './reply.ts'
import type { Wanted } from './request.ts'
import { createListing } from './sitemap-listing.ts'
import { readSitemapText } from './sitemap-text.ts'
import type { TextReader } from './sitemap-xml.ts'

export type SitemapRequest = {
  wanted: Wanted
  /** Null when the answer was none that is read. */
  result: () => { reading: SitemapReading; childUrls: string[] } | null
}

/** How many bytes all sitemaps of a run may still unpack to. */
export type SitemapAllowance = { left: number }

const accept = 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.8'
const sliceBytes = 16 * 1024
const sliceMs = 5

/** A sitemap read as it comes, so that neither the file nor the list of its addresses is ever whole in memory. */
export function askSitemap(lookFor: string[], limits: Limits, allowance: SitemapAllowance): SitemapRequest {
  let result: ReturnType<SitemapRequest['result']> = null
  let length: number | null = null
  const wanted: Wanted = {
    accept,
    bodyBytes: limits.bodyBytes,
    wantsBody: ({ status, headers }) => {
      length = contentLengthOf(headers)
      return status >= 200 && status < 300
    },
    async takeBody(stream, codings, signal) {
      const wire = { bytes: 0, cut: false, failure: undefined }
      const listing = createListing(lookFor, limits.sitemapChildren)
      const text = readSitemapText(listing)
      const cap = Math.min(limits.sitemapBytes, allowance.left)
      const { bytes, full, gzip } = await unpackAll(
        wireOf(stream, limits.bodyBytes, wire),
        codings,
        cap,
        limits,
        text,
        signal,
      )
      allowance.left = Math.max(0, allowance.left - bytes)
      const cut = wire.cut || full
      if (wire.failure !== undefined && !cut) throw wire.failure
      if (!cut) text.end()
      const { kind, urls, children, problem, found, childUrls } = listing
      const plain = codings.length === 0 && !gzip
      const size = cut && plain ? Math.max(bytes, length ?? 0) : bytes
      result = { reading: { kind, urls, bytes: size, cut, gzip, problem, found, children }, childUrls }
      return { wireBytes: wire.bytes, bytes, cut }
    },
  }
  return { wanted, result: () => result }
}

/** Undoes the codings of the answer, and the file's own gzip where its first bytes say so. */
async function unpackAll(
  wire: AsyncIterable<Buffer>,
  codings: string[],
  cap: number,
  limits: Limits,
  text: TextReader,
  signal: AbortSignal,
) {
  const read = (unpacked: AsyncIterable<Buffer>) => readSlices(unpacked, text)
  let inner: { bytes: number; full: boolean } | undefined
  const take = async (unpacked: AsyncIterable<Buffer>) => {
    const { first, all } = await peek(unpacked)
    if (first?.[0] !== 0x1f || first[1] !== 0x8b) return read(all)
    inner = await unpack({ chunks: all, beginning: first }, ['gzip'], cap, limits, read, signal)
  }
  const { first, all } = await peek(wire)
  const outer = await unpack({ chunks: all, beginning: first }, codings, cap, limits, take, signal)
  return { ...(inner ?? outer), full: outer.full || (inner?.full ?? false), gzip: inner !== undefined }
}

async function peek(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]()
  const { value: first, done } = await iterator.next()
  async function* all() {
    try {
      if (!done) yield first
      yield* { [Symbol.asyncIterator]: () => iterator }
    } finally {
      await iterator.return?.()
    }
  }
  return { first: done ? undefined : first, all: all() }
}

/** Never for longer than a few milliseconds at a time, whatever the file is made of. */
async function readSlices(unpacked: AsyncIterable<Buffer>, text: TextReader): Promise<void> {
  let decoder: Decoder | undefined
  let since = performance.now()
  for await (const chunk of unpacked) {
    decoder ??= decoderFor(chunk)
    for (let start = 0; start < chunk.length && !text.isOver(); start += sliceBytes) {
      text.write(decoder.decode(chunk.subarray(start, start + sliceBytes), { stream: true }))
      if (performance.now() - since < sliceMs) continue
      await breathe()
      since = performance.now()
    }
  }
}

type Decoder = InstanceType<typeof TextDecoder>

/** UTF-8 by the protocol; but what a byte order mark or an XML declaration says is believed. */
function decoderFor(beginning: Buffer): Decoder {
  if (beginning[0] === 0xff && beginning[1] === 0xfe) return new TextDecoder('utf-16le')
  if (beginning[0] === 0xfe && beginning[1] === 0xff) return new TextDecoder('utf-16be')
  const declared =
    /^<\?xml[^>]{0,80}\sencoding\s{0,9}=\s{0,9}["']([\w.:-]{1,40})["']/.exec(
      beginning.subarray(0, 200).toString('latin1'),
    )?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(/^utf-?16|^ucs-?2/i.test(declared) ? 'utf-8' : declared)
  } catch {
    return new TextDecoder()
  }
}

type Wire = { bytes: number; cut: boolean; failure: unknown }

/** What arrives, up to the cap; a connection that breaks ends it, and is kept for whoever asks. */
async function* wireOf(stream: Readable, cap: number, wire: Wire): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      const room = cap - wire.bytes
      wire.bytes += chunk.length
      wire.cut = chunk.length > room
      yield wire.cut ? chunk.subarray(0, room) : chunk
      if (wire.cut) return
    }
  } catch (error) {
    wire.failure = error
  }
}
