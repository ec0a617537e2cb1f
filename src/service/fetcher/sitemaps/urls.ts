import { isSuccess } from '#analyser/fetched-page.ts'
import { grouped } from '#contract/format/numbers.ts'
import { isEntry } from '../connection/target.ts'
import { failures, PageRefused } from '../failures.ts'
import { contextFor, type SessionOptions, startSession } from '../fetch-session.ts'
import { defaultFetchLimits } from '../limits.ts'
import { normaliseUrl } from '../page-url.ts'
import { followRedirects } from '../requests/redirects.ts'
import type { FetchContext, FetchOptions } from '../requests/request.ts'
import { createSitemapReader, type SitemapReader } from './reader.ts'

/** The number of an index's sitemaps that can be read in time. */
const maxChildren = 1_000
/** Enough for the largest sitemap that sitemaps.org allows. */
const limits = {
  ...defaultFetchLimits,
  requestMs: 60_000,
  totalMs: 10 * 60_000,
  bodyBytes: 50 * 1024 * 1024,
  sitemapBytes: 500 * 1024 * 1024,
  // One more than are read shows that not all are.
  sitemapChildren: maxChildren + 1,
}

export type SitemapUrls = {
  /** Each URL once, in the order of the sitemap, up to the requested number. */
  urls: string[]
  /** The reason for missing ones; null if there are all. */
  problem: string | null
}

/**
 * Reads the URLs of a sitemap and, if it is an index, of the sitemaps that it lists.
 * @param namedBy the page or website that names the sitemap, if no person does
 * @throws PageRefused if the sitemap itself cannot be read; the signal's reason
 */
export async function readSitemapUrls(
  url: URL,
  max: number,
  options: SessionOptions,
  namedBy = url,
): Promise<SitemapUrls> {
  const session = startSession({ ...options, limits })
  const allowance = { left: limits.sitemapBytes }
  const urls = new Set<string>()
  const { allowHosts: entries } = session.context
  let hasMore = false
  let isOfEntry = false
  let hasPrivate = false
  const onUrl = (text: string) => {
    const found = hasMore ? null : normaliseUrl(text)
    if (found === null || urls.has(found)) return
    // Any website could otherwise have the service request an internal address.
    if (!isOfEntry && entries.size > 0 && isEntry(new URL(found), entries)) {
      hasPrivate = true
      return
    }
    if (urls.size < max) urls.add(found)
    else hasMore = true
  }

  const tooMany = `only its first ${grouped(max)} URLs were taken`
  /** Returns the reason for not reading further in an index than one of its sitemaps, or null. */
  const endAt = (child: number): string | null => {
    if (urls.size >= max) return tooMany
    if (allowance.left <= 0) return 'its sitemaps are too large to be read to their end'
    return child >= maxChildren ? `only the first ${grouped(maxChildren)} sitemaps of its index were read` : null
  }

  /** @returns the context for the listed sitemaps, too */
  async function read(sitemap: URL, context: FetchContext) {
    const reader = createSitemapReader([], limits, allowance, onUrl)
    const options: FetchOptions = {
      ...reader.options,
      readsBody(head) {
        isOfEntry = isEntry(head.url, context.allowHosts)
        return reader.options.readsBody(head)
      },
    }
    const { response, allowHosts } = await followRedirects(sitemap, options, limits.redirects, context)
    return { ...outcomeOf(response.status, reader.result()), context: { ...context, allowHosts } }
  }

  try {
    const { problem: first, childUrls, context } = await read(url, contextFor(namedBy, session))
    let problem = first
    for (const [at, child] of childUrls.entries()) {
      const end = endAt(at)
      if (end !== null) {
        problem ??= end
        break
      }
      const outcome = await read(new URL(child), context).catch((error: unknown) => {
        if (error instanceof PageRefused) return { problem: error.clause, childUrls: [] }
        throw error
      })
      const ofChild = outcome.childUrls.length > 0 ? 'it’s an index within an index' : outcome.problem
      if (ofChild !== null) problem ??= `${child}: ${ofChild}`
    }
    if (hasMore) problem ??= tooMany
    if (hasPrivate) problem ??= 'it lists private addresses, which were left out'
    return { urls: [...urls], problem: urls.size === 0 ? (problem ?? failures.unreadable.clause) : problem }
  } finally {
    session.context.connections.close()
  }
}

function outcomeOf(status: number, result: ReturnType<SitemapReader['result']>) {
  if (!isSuccess(status)) return { problem: `the server returned ${status}`, childUrls: [] }
  if (!result) return { problem: failures.unreadable.clause, childUrls: [] }
  const { reading, childUrls } = result
  return { problem: reading.problem?.text ?? (reading.cut ? 'it’s too large to be read to its end' : null), childUrls }
}
