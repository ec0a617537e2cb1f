import { request as startRequest } from 'node:http'
import type { Socket } from 'node:net'
import { isSuccess } from '#analyser/fetched-page.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { dial } from './connection/dial.ts'
import { addressesOf, createLookup } from './connection/lookup.ts'
import { allowHostsFor, readTarget } from './connection/target.ts'
import { type HandshakeOptions, startTls } from './connection/tls.ts'
import { PageRefused } from './failures.ts'
import { defaultFetchLimits } from './limits.ts'
import { orAborted, startTimeLimit } from './timing.ts'

const lookup = createLookup()

/** A response with a status other than 2xx, or none in time. */
export class PostRefused extends Error {
  override name = 'PostRefused'
  readonly status: number | undefined

  constructor(message: string, status?: number) {
    super(message)
    this.status = status
  }
}

/** Returns the reason for never sending JSON to a URL, or null. Depends on the URL only: its host isn't looked up. */
export function postFailure(url: URL, allowHosts: ReadonlySet<string>): FetchFailure | null {
  try {
    readTarget(url, allowHostsFor(url, allowHosts))
    return null
  } catch (error) {
    if (error instanceof PageRefused) return error.code
    throw error
  }
}

type PostOptions = {
  headers: Record<string, string>
  allowHosts: ReadonlySet<string>
  signal?: AbortSignal
  userAgent?: string
}

/**
 * Sends JSON to a URL by the rules for pages: only to public addresses, each checked before it is dialled. Follows no
 * redirect, accepts no untrusted certificate, and doesn't read the response.
 * @throws PageRefused or PostRefused; the signal's reason when it is aborted
 */
export async function postJson(
  url: URL,
  json: string,
  { headers, allowHosts, signal: parent, userAgent = 'SEO-Reports/0.1 (alerts)' }: PostOptions,
): Promise<void> {
  const target = readTarget(url, allowHostsFor(url, allowHosts))
  const limit = startTimeLimit(defaultFetchLimits.requestMs, () => new PostRefused('No response in time'), parent)
  const { signal } = limit
  let socket: Socket | undefined
  try {
    const addresses = await addressesOf(target, lookup, defaultFetchLimits, signal)
    socket = await dial(target, addresses, defaultFetchLimits, signal)
    const connection = target.secure ? await startTls(socket, target, signal, handshake) : socket
    const status = await orAborted(sendPost(connection, url, json, { ...headers, 'User-Agent': userAgent }), signal)
    if (!isSuccess(status)) throw new PostRefused(`Status ${status}`, status)
  } finally {
    socket?.destroy()
    limit.end()
  }
}

const handshake: HandshakeOptions = { protocols: ['http/1.1'], trustedOnly: true }

/** Sends a POST over an open connection, and returns the status of the response. */
function sendPost(connection: Socket, url: URL, json: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = startRequest({
      createConnection: () => connection,
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        ...headers,
        Host: url.host,
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(json),
        Connection: 'close',
      },
    })
    request.on('response', (response) => {
      response.on('error', () => {})
      resolve(response.statusCode ?? 0)
    })
    request.on('error', reject)
    request.end(json)
  })
}
