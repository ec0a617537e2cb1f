import type { FastifyRequest } from 'fastify'
import { unsupportedMediaType } from '#service/http/problem.ts'

const passedOn = ['authorization', 'if-match', 'if-none-match', 'prefer', 'accept-encoding'] as const

const userAgent = 'SEO-Reports/0.1 (gateway)'

/** The body to pass on: none with methods that have none, whatever was sent. */
export function bodyOf({ method, body }: FastifyRequest): Buffer | undefined {
  return method === 'POST' || method === 'PUT' ? ((body as Buffer | undefined) ?? Buffer.alloc(0)) : undefined
}

/**
 * All that upstream learns of a request beside its address. Servers of this API send a caller without an Accept for JSON to
 * a login page, and expect none with DELETE.
 */
export function headersFor(
  { id, method, headers }: FastifyRequest,
  host: string,
  body: Buffer | undefined,
): Record<string, string> {
  const sent: Record<string, string> = { Host: host, 'User-Agent': userAgent, 'X-Request-Id': id }
  if (headers.accept !== undefined && method !== 'DELETE') sent['Accept'] = 'application/json'
  for (const name of passedOn) {
    const value = headers[name]
    if (typeof value === 'string') sent[name] = value
  }
  if (!body) return sent
  const coding = headers['content-encoding']
  if (body.length > 0 && coding !== undefined && coding !== 'identity') throw unsupportedMediaType()
  sent['Content-Length'] = String(body.length)
  if (body.length > 0 && headers['content-type'] !== undefined) sent['Content-Type'] = headers['content-type']
  return sent
}
