import { isSuccess } from '#analyser/fetched-page.ts'
import type { FetchFailure } from '#contract/reports/fetch-failures.ts'
import { allowHostsFor, readTarget } from './connection/target.ts'
import { exchange } from './exchange.ts'
import { PageRefused } from './failures.ts'
import { defaultFetchLimits } from './limits.ts'

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
  { headers, allowHosts, signal, userAgent = 'SEO-Reports/0.1 (alerts)' }: PostOptions,
): Promise<void> {
  const status = await exchange(
    url,
    {
      method: 'POST',
      headers: { ...headers, 'User-Agent': userAgent, 'Content-Type': 'application/json' },
      body: json,
      allowHosts: allowHostsFor(url, allowHosts),
      signal,
      ms: defaultFetchLimits.requestMs,
      late: () => new PostRefused('No response in time'),
    },
    ({ statusCode = 0 }) => statusCode,
  )
  if (!isSuccess(status)) throw new PostRefused(`Status ${status}`, status)
}
