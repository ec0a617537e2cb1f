import { isSuccess } from '#analyser/fetched-page.ts'
import type { SitemapReading } from '#analyser/probe.ts'
import { maxUrlLength } from '#contract/values.ts'
import type { FetchLimits } from '../limits.ts'
import { normaliseUrl } from '../page-url.ts'
import type { ArrivingBody } from '../requests/body.ts'
import { decodeContent } from '../requests/decode.ts'
import { contentLengthOf } from '../requests/headers.ts'
import type { FetchOptions } from '../requests/request.ts'
import { createBreaks } from '../timing.ts'
import { SitemapContents } from './contents.ts'
import { createListing, type LookFor, parseLines, type SitemapListing, type SitemapParser } from './listing.ts'
import { XmlSitemapParser } from './xml.ts'

export type SitemapReader = {
  options: FetchOptions
  /** Null if the response was not successful. `tooLong` counts the URLs that `take` did not get for their length. */
  result: () => { reading: SitemapReading; childUrls: string[]; tooLong: number } | null
}

/** Decoded bytes that all sitemaps of a session or job may still have. */
export type SitemapAllowance = { left: number }

/** The number of an index's sitemaps that a job can read in time. */
export const maxChildren = 1_000
/** URLs that are taken together. */
const batchSize = 2_000

const accept = 'application/xml,text/xml,text/plain;q=0.9,*/*;q=0.8'
const sliceBytes = 16 * 1024

/**
 * Creates a reader that parses a sitemap as it arrives. It never has the whole file or all URLs in memory.
 * @param take gets the URLs, normalised, in batches, up to the limits of one sitemap
 */
export function createSitemapReader(
  lookFor: LookFor,
  limits: FetchLimits,
  allowance: SitemapAllowance,
  take?: (urls: string[]) => Promise<void>,
): SitemapReader {
  let result: ReturnType<SitemapReader['result']> = null
  let length: number | null = null
  const options: FetchOptions = {
    accept,
    bodyBytes: limits.bodyBytes,
    readsBody: ({ status, headers }) => {
      length = contentLengthOf(headers)
      return isSuccess(status)
    },
    async consumeBody(wire, codings, signal) {
      let tooLong = 0
      const batch: string[] = []
      const onUrl = (text: string) => {
        const url = take && normaliseUrl(text)
        if (!url) return
        if (url.length > maxUrlLength) tooLong += 1
        else batch.push(url)
      }
      const takeBatch = async (size: number) => {
        while (take && batch.length >= size) await take(batch.splice(0, batchSize))
      }
      const listing = createListing({
        lookFor,
        maxUrls: limits.sitemapUrls,
        maxChildren: limits.sitemapChildren,
        onUrl,
      })
      const parser = createParser(listing)
      const parse = { parser, allowance, onSlice: () => takeBatch(batchSize) }
      const { bytes, full, gzip } = await unpackAll(wire, codings, limits, parse, signal)
      const cut = wire.truncated() || full
      if (!cut) parser.end()
      await takeBatch(1)
      if (lookFor instanceof SitemapContents) lookFor.tooLong = tooLong
      const { kind, urls, children, problem, found, childUrls } = listing
      const plain = codings.length === 0 && !gzip
      const size = cut && plain ? Math.max(bytes, length ?? 0) : bytes
      const lastmods = listing.lastmods()
      const faults = listing.faults()
      const versions = listing.versions.result()
      const reading: SitemapReading = {
        ...(versions && { versions }),
        kind,
        urls,
        bytes: size,
        cut,
        gzip,
        problem,
        faults,
        found,
        children,
        lastmods,
        hosts: listing.hosts(),
      }
      result = { reading, childUrls, tooLong }
      return { bytes, cut }
    },
  }
  return { options, result: () => result }
}

/** Decodes the response, and the file itself if its first bytes are those of gzip. */
async function unpackAll(
  { chunks }: ArrivingBody,
  codings: string[],
  limits: FetchLimits,
  parse: Parse,
  signal: AbortSignal,
) {
  const { sitemapBytes } = limits
  let isCut = false
  const read = async (unpacked: AsyncIterable<Buffer>) => {
    isCut = await parseSlices(unpacked, parse)
  }
  let inner: { bytes: number; full: boolean } | undefined
  const consume = async (unpacked: AsyncIterable<Buffer>) => {
    const { first, all } = await peek(unpacked)
    if (first?.[0] !== 0x1f || first[1] !== 0x8b) return read(all)
    inner = await decodeContent({ chunks: all, beginning: first }, ['gzip'], sitemapBytes, limits, read, signal)
  }
  const { first, all } = await peek(chunks)
  const outer = await decodeContent({ chunks: all, beginning: first }, codings, sitemapBytes, limits, consume, signal)
  return { ...(inner ?? outer), full: isCut || outer.full || (inner?.full ?? false), gzip: inner !== undefined }
}

/** Returns the first chunk, and all chunks including the first. */
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

type Parse = { parser: SitemapParser; allowance: SitemapAllowance; onSlice: () => Promise<void> }

/**
 * Parses with breaks, so that no file blocks the process for more than a few milliseconds. Several sitemaps may take
 * from the allowance at the same time. The rest is read and not parsed, because a decoder that is stopped early reports
 * corrupt content. Returns whether there was a rest.
 */
async function parseSlices(unpacked: AsyncIterable<Buffer>, { parser, allowance, onSlice }: Parse): Promise<boolean> {
  let decoder: Decoder | undefined
  let isCut = false
  const breaks = createBreaks()
  for await (const chunk of unpacked) {
    if (allowance.left <= 0) {
      isCut = true
      continue
    }
    allowance.left -= chunk.length
    decoder ??= decoderFor(chunk)
    for (let start = 0; start < chunk.length && !parser.isDone(); start += sliceBytes) {
      parser.write(decoder.decode(chunk.subarray(start, start + sliceBytes), { stream: true }))
      await onSlice()
      if (breaks.isDue()) await breaks.take()
    }
  }
  return isCut
}

type Decoder = InstanceType<typeof TextDecoder>

/** The protocol requires UTF-8, but a byte order mark or an XML declaration may name another encoding. */
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

const detectionLength = 'https://'.length

/** Creates a parser that detects the format by the first characters. */
function createParser(listing: SitemapListing): SitemapParser {
  let beginning = ''
  let parser: SitemapParser | undefined

  /** Returns whether the format is known. */
  const detect = (): boolean => {
    const text = beginning.trimStart()
    const before = beginning.slice(0, -text.length).replace('\uFEFF', '')
    // Templates often leave a blank line there. The URLs are read all the same, because some search engines do.
    const isLate = before !== '' && text.startsWith('<?xml')
    if (isLate) listing.addProblem('the XML declaration isn’t at the start of the file', before.split('\n').length)
    if (text.startsWith('<')) parser = new XmlSitemapParser(listing)
    else if (/^https?:\/\//i.test(text)) parser = parseLines(listing)
    parser?.write(isLate ? text : beginning)
    return parser !== undefined
  }
  const addUnknownFormat = () => listing.addProblem('it’s neither XML nor a list of URLs', 1)
  return {
    write(text) {
      if (parser) return parser.write(text)
      beginning += text
      if (beginning.trimStart().length >= detectionLength && !detect()) addUnknownFormat()
    },
    end() {
      if (!parser && listing.problem === null) detect()
      if (parser) parser.end()
      else if (beginning.trim() === '') listing.addProblem('it’s empty', 1)
      else addUnknownFormat()
    },
    isDone: () => parser?.isDone() ?? listing.problem !== null,
  }
}
