import { noHosts } from './connection/target.ts'
import { portOf } from './page-url.ts'
import { fetchAnswer } from './provider-fetch.ts'

/** The only hosts of Google that are contacted. */
export const googleHosts = [
  'accounts.google.com',
  'oauth2.googleapis.com',
  'searchconsole.googleapis.com',
  'chromeuxreport.googleapis.com',
] as const

/** 25,000 rows have about 5 MB. */
const maxAnswerBytes = 32 * 1024 * 1024
/** Google takes up to a minute for the largest days. */
const maxRequestMs = 90_000

type Options = {
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal | undefined
}

export type Google = {
  /**
   * Sends a request to one of {@link googleHosts} and reads the answer, whose status is below 500.
   * @throws ProviderUnreachable
   */
  fetch(url: URL, options: Options): Promise<Response>
  /** Returns the URL that a browser opens for a page of Google. */
  pageAt(url: URL): URL
}

/** @param standIn the origin of a server on this machine that is asked instead, for tests and demonstrations */
export function createGoogle(standIn: URL | null): Google {
  const placeOf = (url: URL): URL => {
    if (url.protocol !== 'https:' || !googleHosts.some((host) => host === url.host))
      throw new Error(`${url.origin} isn’t one of Google’s`)
    return standIn ? new URL(url.pathname + url.search, standIn) : url
  }
  const allowHosts = standIn ? new Set([`${standIn.hostname}:${portOf(standIn)}`]) : noHosts
  return {
    pageAt: placeOf,
    fetch: (url, { headers = {}, ...options }) =>
      fetchAnswer(placeOf(url), { headers, ...options }, { allowHosts, ms: maxRequestMs, maxBytes: maxAnswerBytes }),
  }
}
