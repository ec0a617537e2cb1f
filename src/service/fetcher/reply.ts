import type { Readable } from 'node:stream'
import type { Header } from '#analyser/crawl.ts'

/** The head of an answer, with its body still to be read. */
export type Reply = {
  status: number
  httpVersion: '1.0' | '1.1' | '2'
  headers: Header[]
  stream: Readable
  /** Once the stream has ended: whether by the protocol's own end, and not because the connection went away. */
  isComplete: () => boolean
  close: () => void
}

export type Message = { url: URL; userAgent: string; accept: string; headerBytes: number }

export class HeadersTooLarge extends Error {
  readonly code = 'HEADERS_TOO_LARGE'
}

export const acceptedEncodings = 'gzip, deflate, br, zstd'

/** Node keeps what was sent as name, value, name, value …; pseudo-headers of HTTP/2 are left out. */
export function headersOf(raw: readonly string[]): Header[] {
  const headers: Header[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index]?.toLowerCase() ?? ''
    if (!name.startsWith(':')) headers.push([name, raw[index + 1] ?? ''])
  }
  return headers
}

export function valuesOf(headers: readonly Header[], name: string): string[] {
  return headers.filter(([known]) => known === name).map(([, value]) => value)
}

/** How long the body is said to be; null when that is not said, or in no way that can be meant. */
export function contentLengthOf(headers: readonly Header[]): number | null {
  const [length] = valuesOf(headers, 'content-length')
  return length !== undefined && /^\d{1,15}$/.test(length) ? Number(length) : null
}
