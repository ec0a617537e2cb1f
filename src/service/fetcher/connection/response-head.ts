import type { ResponseFault } from '#contract/reports/report-facts.ts'
import { Chunks } from './chunks.ts'

/** The head of a response is not HTTP, or means different things to different readers. */
export class InvalidHead extends Error {
  readonly code = 'INVALID_HEAD'
}

type Head = { bytes: Buffer; faults: ResponseFault[]; isInformational: boolean; isChunked: boolean }

/**
 * Rewrites the heads of responses in the strict form that Node's parser accepts, read as browsers read them: lines
 * that end in LF alone, headers that go on in the next line (RFC 9112, 5.2), spaces before the colon, lines that are no
 * header, equal lengths that are repeated (RFC 9110, 8.6), and lengths that are no number or stand beside chunks.
 * Different lengths and NUL are refused. Chunks become strict too, and other bodies pass through.
 */
export class ResponseHeads {
  /** The faults of the last head. */
  faults: ResponseFault[] = []
  private isExpected = false
  private chunks: Chunks | null = null
  private maxBytes = 0
  private received: Buffer = Buffer.alloc(0)

  /** The next byte received is the first one of a head. A longer head is passed on, so that the parser refuses it. */
  expect(maxBytes: number) {
    this.isExpected = true
    this.maxBytes = maxBytes
    this.faults = []
    this.chunks = null
  }

  /**
   * Returns the bytes to parse now.
   * @throws InvalidHead
   */
  take(chunk: Buffer): Buffer {
    if (!this.isExpected) return this.chunks?.take(chunk) ?? chunk
    const bytes = withoutLineBreaks(Buffer.concat([this.received, chunk]))
    const end = endOfHead(bytes, this.received.length)
    if (end === null) {
      if (bytes.length <= this.maxBytes && isStartOfResponse(bytes)) {
        this.received = bytes
        return Buffer.alloc(0)
      }
      return this.passOn(bytes)
    }
    if (!isStartOfResponse(bytes)) return this.passOn(bytes)
    const head = strictHead(bytes.subarray(0, end))
    this.faults.push(...head.faults.filter((fault) => !this.faults.includes(fault)))
    const rest = bytes.subarray(end)
    this.received = Buffer.alloc(0)
    if (head.isInformational) return Buffer.concat([head.bytes, this.take(rest)])
    this.isExpected = false
    this.chunks = head.isChunked ? new Chunks() : null
    return Buffer.concat([head.bytes, this.chunks?.take(rest) ?? rest])
  }

  /** Returns what was received of a head that has no end. */
  end(): Buffer {
    return this.passOn(this.received)
  }

  private passOn(bytes: Buffer): Buffer {
    this.isExpected = false
    this.received = Buffer.alloc(0)
    return bytes
  }
}

/** Returns the bytes from the first that is no line break. The parser would skip those before a head, too. */
function withoutLineBreaks(bytes: Buffer): Buffer {
  let start = 0
  while (bytes[start] === lineFeed || bytes[start] === carriageReturn) start += 1
  return bytes.subarray(start)
}

const isStartOfResponse = (bytes: Buffer) => 'HTTP/'.startsWith(bytes.toString('latin1', 0, 5).toUpperCase())

const [lineFeed, carriageReturn] = [10, 13]

/** Returns the offset after the empty line that ends the head, or null. `searched` bytes were searched before. */
function endOfHead(bytes: Buffer, searched: number): number | null {
  for (let at = bytes.indexOf(lineFeed, Math.max(0, searched - 2)); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) {
    const next = bytes[at + 1] === carriageReturn ? at + 2 : at + 1
    if (bytes[next] === lineFeed) return next + 1
  }
  return null
}

/** A name of a header, and a status line (RFC 9110, 5.1; RFC 9112, 4). */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const statusLine = /^HTTP\/(\d)(?:\.(\d))?[ \t]{1,20}(\d{3})(?:[ \t](.*))?$/i

function strictHead(bytes: Buffer): Head {
  const text = bytes.toString('latin1')
  if (text.includes('\0')) throw new InvalidHead('NUL in the head')
  const faults = new Set<ResponseFault>()
  if (/(?:^|[^\r])\n/.test(text)) faults.add('bare_line_feed')
  const [first = '', ...lines] = text.split(/\r?\n/)
  const [, major = '', minor = '1', status = '', reason = ''] = statusLine.exec(first) ?? []
  if (status === '') throw new InvalidHead('no status line')
  const headers: { name: string; value: string }[] = []
  for (const line of lines) {
    if (line === '') continue
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trimEnd()
    const previous = headers.at(-1)
    if (/^[ \t]/.test(line) && previous) {
      faults.add('folded_header')
      previous.value += ` ${line.trim()}`
    } else if (colon < 0 || !token.test(name)) faults.add('invalid_header')
    else {
      if (name.length < colon) faults.add('space_before_colon')
      headers.push({ name, value: line.slice(colon + 1).trim() })
    }
  }
  const version = major === '1' && minor === '0' ? '1.0' : '1.1'
  const { kept, isChunked } = withOneEnd(headers, version, faults)
  const strict = [`HTTP/${version} ${status} ${reason}`, ...kept.map(({ name, value }) => `${name}: ${value}`), '', '']
  return {
    bytes: Buffer.from(strict.join('\r\n'), 'latin1'),
    faults: [...faults],
    isChunked,
    isInformational: status.startsWith('1') && status !== '101',
  }
}

type Header = { name: string; value: string }

/** Longer numbers don't fit the integers of browsers. */
const isLength = (text: string) => /^\d+$/.test(text) && BigInt(text) < 2n ** 63n

/**
 * Returns the headers with one that says where the body ends, or none if the end of the connection does: chunks, which
 * HTTP/1.0 doesn't have, count before a length.
 * @throws InvalidHead for different lengths
 */
function withOneEnd(headers: Header[], version: string, faults: Set<ResponseFault>) {
  const valuesOf = (wanted: string) =>
    headers
      .filter(({ name }) => name.toLowerCase() === wanted)
      .flatMap(({ value }) => value.split(','))
      .map((part) => part.trim())
      .filter(Boolean)
  const isChunked =
    version === '1.1' && valuesOf('transfer-encoding').some((coding) => coding.toLowerCase() === 'chunked')
  const lengths = valuesOf('content-length')
  const [length] = lengths
  if (isChunked && length !== undefined) faults.add('length_with_chunks')
  else if (lengths.some((one) => one !== length)) throw new InvalidHead('different lengths')
  else if (length !== undefined && !isLength(length)) faults.add('invalid_length')
  else if (lengths.length > 1) faults.add('repeated_length')
  const end: Header[] = isChunked
    ? [{ name: 'Transfer-Encoding', value: 'chunked' }]
    : length !== undefined && isLength(length)
      ? [{ name: 'Content-Length', value: length }]
      : []
  const others = headers.filter(({ name }) => !/^(?:content-length|transfer-encoding)$/i.test(name))
  return { kept: [...others, ...end], isChunked }
}
