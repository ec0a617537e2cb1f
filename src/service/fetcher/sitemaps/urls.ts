import { isSuccess } from '#analyser/fetched-page.ts'
import { invalidUrls, nestedIndex } from '#analyser/probe.ts'
import { counted, grouped } from '#contract/format/numbers.ts'
import { maxUrlLength } from '#contract/values.ts'
import { isEntry } from '../connection/target.ts'
import type { CrawlShare, FoundSitemap } from '../crawl-requests.ts'
import { failures, PageRefused } from '../failures.ts'
import { contextFor, type SessionOptions, startSession } from '../fetch-session.ts'
import { defaultFetchLimits } from '../limits.ts'
import { followRedirects } from '../requests/redirects.ts'
import { type FetchContext, type FetchOptions, fetchUrl } from '../requests/request.ts'
import { createSitemapReader, maxChildren, type SitemapAllowance, type SitemapReader } from './reader.ts'

/** Enough for the largest sitemap that sitemaps.org allows. */
const limits = {
  ...defaultFetchLimits,
  requestMs: 60_000,
  totalMs: 10 * 60_000,
  bodyBytes: defaultFetchLimits.sitemapBytes,
  // One more than are read shows that not all are.
  sitemapChildren: maxChildren + 1,
}

/** Safety limits for all sitemaps of a job together. A job has at most 50,000 URLs, but sitemaps can repeat them. */
export const allowanceOfJob = (): SitemapsAllowance => ({ bytes: { left: 200 * 1024 * 1024 }, urls: { left: 500_000 } })

export type SitemapsAllowance = { bytes: SitemapAllowance; urls: { left: number } }

export type SitemapOptions = SessionOptions & {
  allowance: SitemapsAllowance
  /** The page or website that names the sitemap, if no person does. */
  namedBy?: URL
  /** What the pages of a crawl share, whose sitemap it is. */
  crawl?: CrawlShare
}

const tooLarge = 'its sitemaps are too large to be read to their end'

/** Takes some URLs while a sitemap is read. Returns false if it takes no more. */
export type TakeUrls = (urls: string[]) => Promise<boolean>

/**
 * Reads a sitemap and, if it is an index, the sitemaps that it lists. Their URLs are taken in order while they are
 * read, and can be repeated. Once `take` takes no more, no further sitemap is read.
 * @returns the reason for missing URLs, other than that of `take`, or null
 * @throws PageRefused if the sitemap itself cannot be read; the error of `take`; the signal's reason
 */
export async function readSitemapUrls(
  url: URL,
  take: TakeUrls,
  { allowance, namedBy = url, crawl, ...options }: SitemapOptions,
): Promise<string | null> {
  const session = startSession({ ...options, limits })
  const { allowHosts: entries } = session.context
  const state = { isOfEntry: false, isEnough: false, isOver: false, hasPrivate: false, tooLong: 0 }
  let failure: unknown

  /** Any website could otherwise have the service request an internal address. */
  function isPrivate(found: string): boolean {
    const isLeftOut = !state.isOfEntry && entries.size > 0 && isEntry(new URL(found), entries)
    state.hasPrivate ||= isLeftOut
    return isLeftOut
  }

  async function takeSome(found: string[]) {
    const allowed = found.slice(0, allowance.urls.left)
    allowance.urls.left -= allowed.length
    state.isOver ||= allowed.length < found.length
    if (state.isEnough) return
    try {
      state.isEnough = !(await take([...new Set(allowed.filter((one) => !isPrivate(one)))]))
    } catch (error) {
      failure = error
      throw error
    }
  }

  /** Returns the reason for not reading further in an index than one of its sitemaps, or null. */
  const endAt = (child: number): string | null => {
    if (allowance.bytes.left <= 0 || allowance.urls.left <= 0) return tooLarge
    return child >= maxChildren ? `only the first ${grouped(maxChildren)} sitemaps of its index were read` : null
  }

  /** @returns the context for the listed sitemaps, too */
  async function read(sitemap: URL, context: FetchContext) {
    let found: FoundSitemap | undefined
    /** Takes the URLs of a sitemap that the crawl has read for its pages. */
    const fetch: typeof fetchUrl = async (hop, hopOptions, hopContext) => {
      found = crawl?.findSitemap(hop)
      if (!found) return fetchUrl(hop, hopOptions, hopContext)
      const { response } = found.response
      hopOptions.readsBody(response)
      allowance.bytes.left -= found.response.sitemap?.bytes ?? 0
      for (const urls of found.contents.batches()) await takeSome(urls)
      return response
    }
    const reader = createSitemapReader([], limits, allowance.bytes, takeSome)
    const options: FetchOptions = {
      ...reader.options,
      readsBody(head) {
        state.isOfEntry = isEntry(head.url, context.allowHosts)
        return reader.options.readsBody(head)
      },
    }
    const followed = await followRedirects(sitemap, options, limits.redirects, context, undefined, fetch).catch(
      (error: unknown) => {
        // A decoder reports a failure to take URLs as corrupt content.
        throw failure ?? error
      },
    )
    if (failure !== undefined) throw failure
    const { response, allowHosts } = followed
    const result = found ? resultOf(found) : reader.result()
    state.tooLong += result?.tooLong ?? 0
    return { ...outcomeOf(response.status, result), context: { ...context, allowHosts } }
  }

  try {
    const { problem: first, childUrls, context } = await read(url, contextFor(namedBy, session))
    let problem = first
    for (const [at, child] of childUrls.entries()) {
      if (state.isEnough) break
      const end = endAt(at)
      if (end !== null) {
        problem ??= end
        break
      }
      const outcome = await read(new URL(child), context).catch((error: unknown) => {
        if (error instanceof PageRefused) return { problem: error.clause, childUrls: [] }
        throw error
      })
      const ofChild = outcome.childUrls.length > 0 ? nestedIndex : outcome.problem
      if (ofChild !== null) problem ??= `${child}: ${ofChild}`
    }
    if (state.isOver) problem ??= tooLarge
    if (state.hasPrivate) problem ??= 'it lists private addresses, which were left out'
    return withTooLong(problem, state.tooLong)
  } finally {
    session.context.connections.close()
  }
}

const resultOf = ({ contents, response: { sitemap, childUrls } }: FoundSitemap) =>
  sitemap && { reading: sitemap, childUrls, tooLong: contents.tooLong }

function withTooLong(problem: string | null, count: number): string | null {
  if (count === 0) return problem
  const tooLong = `${counted(count, 'URL')} of over ${grouped(maxUrlLength)} characters ${count === 1 ? 'was' : 'were'} left out`
  return problem === null ? tooLong : `${problem}, and ${tooLong}`
}

function outcomeOf(status: number, result: ReturnType<SitemapReader['result']>) {
  if (!isSuccess(status)) return { problem: `the server returned ${status}`, childUrls: [] }
  if (!result) return { problem: failures.unreadable.clause, childUrls: [] }
  const { reading, childUrls } = result
  const { problem, cut, urls, faults } = reading
  if (problem) return { problem: problem.text, childUrls }
  const invalid = faults?.find(({ kind }) => kind === 'url')
  if (invalid) return { problem: invalidUrls(invalid), childUrls }
  if (urls > limits.sitemapUrls)
    return { problem: `only the first ${grouped(limits.sitemapUrls)} URLs of one sitemap were read`, childUrls }
  return { problem: cut ? 'it’s too large to be read to its end' : null, childUrls }
}
