import type { IncomingMessage } from 'node:http'
import { allowHostsFor, isEntry, readTarget } from './connection/target.ts'
import { exchange } from './exchange.ts'
import { PageRefused } from './failures.ts'

/** Far more than any answer of a provider needs, in bytes. */
const maxAnswerBytes = 256 * 1024
/** Longest time in milliseconds for one request. A person waits for four of them at most. */
const maxRequestMs = 8_000

/** A provider gave no answer, or none that can be used. */
export class ProviderUnreachable extends Error {
  override name = 'ProviderUnreachable'
}

/**
 * Returns true if a provider can be at this URL. It is https, except for a host and port that the administrator allows
 * by name, and never at another private address.
 */
export function isPossibleIssuer(issuer: URL, allowHosts: ReadonlySet<string>): boolean {
  if (issuer.protocol !== 'https:' && !isEntry(issuer, allowHosts)) return false
  try {
    readTarget(issuer, allowHostsFor(issuer, allowHosts))
    return true
  } catch (error) {
    if (error instanceof PageRefused) return false
    throw error
  }
}

type Options = { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal | undefined }

/** `maxBytes` is the largest answer, and `allowHosts` the entries that hold for this URL. */
type Bounds = { allowHosts: ReadonlySet<string>; ms: number; maxBytes: number }

/**
 * Returns a `fetch` for the requests to one provider. It reaches private addresses only if that of the issuer is
 * allowed, follows no redirect, and reads answers of limited size and time.
 * @throws ProviderUnreachable
 */
export const createProviderFetch =
  (issuer: URL, allowHosts: ReadonlySet<string>, ms = maxRequestMs) =>
  async (address: string, { method, headers, body, signal }: Options): Promise<Response> => {
    const url = new URL(address)
    const allowed = allowHostsFor(issuer, allowHosts)
    if (url.protocol !== 'https:' && !isEntry(url, allowed))
      throw new ProviderUnreachable(`${url.origin} isn’t secure (https)`)
    return fetchAnswer(url, { method, headers, body, signal }, { allowHosts: allowed, ms, maxBytes: maxAnswerBytes })
  }

/**
 * Sends one request and reads the whole answer. Follows no redirect.
 * @throws ProviderUnreachable, or the signal's reason
 */
export async function fetchAnswer(
  url: URL,
  { method, headers, body, signal }: Options,
  { allowHosts, ms, maxBytes }: Bounds,
): Promise<Response> {
  const request = {
    method,
    headers,
    ...((typeof body === 'string' || body instanceof URLSearchParams) && { body: String(body) }),
    allowHosts,
    signal,
    ms,
    late: () => new ProviderUnreachable(`${url.host} didn’t respond in time`),
  }
  try {
    return await exchange(url, request, (answer) => readAnswer(answer, maxBytes))
  } catch (cause) {
    if (cause instanceof ProviderUnreachable) throw cause
    throw new ProviderUnreachable(`${url.host} can’t be reached`, { cause })
  }
}

async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<Response> {
  const { statusCode = 0, headers } = answer
  if (statusCode >= 500) throw new ProviderUnreachable(`The provider responded with the status ${statusCode}`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new ProviderUnreachable(`The response is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  const type = headers['content-type']
  const content = bytes === 0 ? null : Buffer.concat(chunks)
  const challenge = headers['www-authenticate']
  return new Response(content, {
    status: statusCode,
    headers: { ...(type && { 'content-type': type }), ...(challenge && { 'www-authenticate': challenge }) },
  })
}
