import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The origins of the three websites. They replace the names in double braces in the pages. */
export type Hosts = { shop: string; plain: string; stale: string }

export type Reply = {
  status?: number
  headers?: Record<string, string | string[]>
  body?: Buffer | string
  /** Default: true. Applies to text only. */
  compressed?: boolean
  afterMs?: number
}

/** Replies by path. */
export type Replies = Record<string, Reply>

/** Reads a page and fills in the shared parts and the given ones. */
export function pageOf(name: string, parts: Record<string, string>): string {
  const read = (file: string) => readFileSync(new URL(`./pages/${file}.html`, import.meta.url), 'utf8')
  const shared = read(name)
    .replace('{{head}}', () => read('part-head'))
    .replace('{{header}}', () => read('part-header'))
    .replace('{{footer}}', () => read('part-footer'))
  return Object.entries(parts).reduce((text, [part, value]) => text.replaceAll(`{{${part}}}`, () => value), shared)
}

export const html = { 'content-type': 'text/html; charset=utf-8' }
export const redirectTo = (location: string, status = 301): Reply => ({ status, headers: { location } })

/** The headers of a well-configured server. */
export const goodHeaders = {
  ...html,
  server: 'nginx',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

export const longCached = (type: string) => ({
  'content-type': type,
  'cache-control': 'public, max-age=31536000, immutable',
})

type Request = IncomingMessage | Http2ServerRequest
type Response = ServerResponse | Http2ServerResponse

/** Returns a request listener that replies from the table, or with `missing` for other paths. */
export function replyFrom(replies: () => Replies, missing: Reply) {
  return (request: Request, response: Response) => {
    const { afterMs = 0, ...reply } = replies()[request.url ?? '/'] ?? missing
    const send = () => write(response, reply)
    if (afterMs > 0) setTimeout(send, afterMs)
    else send()
  }
}

function write(response: Response, { status = 200, headers = {}, body = '', compressed = true }: Reply) {
  const raw = Buffer.from(body)
  const isText = /^text\/|javascript|xml|json/.test(String(headers['content-type'] ?? ''))
  const coding = !compressed || !isText || raw.length === 0 ? null : response.req.httpVersion === '2.0' ? 'br' : 'gzip'
  const encoded =
    coding === 'br'
      ? brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : coding === 'gzip'
        ? gzipSync(raw)
        : raw
  const all = {
    ...headers,
    'content-length': String(encoded.length),
    ...(coding ? { 'content-encoding': coding } : {}),
  }
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
  response.statusCode = status
  response.end(encoded)
}
