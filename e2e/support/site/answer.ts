import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

/** The addresses of the three hosts: what stands in double braces in the pages. */
export type Hosts = { shop: string; plain: string; stale: string }

export type Answer = {
  status?: number
  headers?: Record<string, string | string[]>
  body?: Buffer | string
  /** Text is compressed unless it says otherwise. */
  compressed?: boolean
  afterMs?: number
}

/** What stands at each path; another path is not found. */
export type Answers = Record<string, Answer>

/** A page as it stands in its file, with the parts that all pages of a website share. */
export function pageOf(name: string, parts: Record<string, string>): string {
  const read = (file: string) => readFileSync(new URL(`./pages/${file}.html`, import.meta.url), 'utf8')
  const shared = read(name).replace('{{head}}', () => read('part-head')).replace('{{header}}', () => read('part-header')).replace('{{footer}}', () => read('part-footer'))
  return Object.entries(parts).reduce((text, [part, value]) => text.replaceAll(`{{${part}}}`, () => value), shared)
}

export const html = { 'content-type': 'text/html; charset=utf-8' }
export const redirectTo = (location: string, status = 301): Answer => ({ status, headers: { location } })

/** What a careful server sends with every page. */
export const careful = {
  ...html,
  server: 'nginx',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'content-security-policy': "default-src 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

export const kept = (type: string) => ({ 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' })

type Request = IncomingMessage | Http2ServerRequest
type Response = ServerResponse | Http2ServerResponse

/** Answers from the table; what is not in it, as `missing` says. */
export function answering(answers: () => Answers, missing: Answer) {
  return (request: Request, response: Response) => {
    const { afterMs = 0, ...answer } = answers()[request.url ?? '/'] ?? missing
    const send = () => write(response, answer)
    if (afterMs > 0) setTimeout(send, afterMs)
    else send()
  }
}

function write(response: Response, { status = 200, headers = {}, body = '', compressed = true }: Answer) {
  const raw = Buffer.from(body)
  const isText = /^text\/|javascript|xml|json/.test(String(headers['content-type'] ?? ''))
  const coding = !compressed || !isText || raw.length === 0 ? null : response.req.httpVersion === '2.0' ? 'br' : 'gzip'
  const sent = coding === 'br' ? brotliCompressSync(raw, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }) : coding === 'gzip' ? gzipSync(raw) : raw
  const all = { ...headers, 'content-length': String(sent.length), ...(coding ? { 'content-encoding': coding } : {}) }
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
  response.statusCode = status
  response.end(sent)
}
