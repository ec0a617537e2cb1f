import { isSuccess } from '#contract/responses/http-status.ts'
import { failures } from '../failures.ts'
import { contextFor, type SessionOptions, startSession } from '../fetch-session.ts'
import { defaultLimits } from '../limits.ts'
import { PageRefused } from '../page-refused.ts'
import { normaliseUrl } from '../page-url.ts'
import { followRedirects } from '../requests/redirects.ts'
import { createSitemapReader } from './reader.ts'

/** The largest sitemap that sitemaps.org allows, and as many in an index as are likely to be read in time. */
const limits = {
  ...defaultLimits,
  requestMs: 60_000,
  totalMs: 10 * 60_000,
  bodyBytes: 50 * 1024 * 1024,
  sitemapBytes: 500 * 1024 * 1024,
  sitemapChildren: 1_000,
}

export type SitemapUrls = {
  /** Each URL once, in the order of the sitemap, up to the requested number. */
  urls: string[]
  /** Why there are none, or why some are missing; null if there are all. */
  problem: string | null
}

/**
 * Reads the URLs of a sitemap and, if it is an index, of the sitemaps that it lists.
 * @throws PageRefused if the sitemap itself cannot be read; the signal's reason
 */
export async function readSitemapUrls(url: URL, max: number, options: SessionOptions): Promise<SitemapUrls> {
  const session = startSession({ ...options, limits })
  const context = contextFor(url, session)
  const allowance = { left: limits.sitemapBytes }
  const urls = new Set<string>()
  const onUrl = (text: string) => {
    const found = urls.size < max ? normaliseUrl(text) : null
    if (found !== null) urls.add(found)
  }

  async function read(sitemap: URL) {
    const reader = createSitemapReader([], limits, allowance, onUrl)
    const { response } = await followRedirects(sitemap, reader.options, limits.redirects, context)
    if (!isSuccess(response.status)) return { problem: `the server returned ${response.status}`, childUrls: [] }
    const result = reader.result()
    return { problem: result?.reading.problem?.text ?? null, childUrls: result?.childUrls ?? [] }
  }

  try {
    const { problem: first, childUrls } = await read(url)
    let problem = first
    for (const child of childUrls) {
      if (urls.size >= max || allowance.left <= 0) break
      const outcome = await read(new URL(child)).catch((error: unknown) => {
        if (error instanceof PageRefused) return { problem: error.clause }
        throw error
      })
      if (outcome.problem !== null) problem ??= `${child}: ${outcome.problem}`
    }
    return { urls: [...urls], problem: urls.size === 0 ? (problem ?? failures.unreadable.clause) : problem }
  } finally {
    session.context.connections.close()
  }
}
