import { isAbsent, isSuccess } from '#analyser/fetched-page.ts'
import { invalidUrls, nestedIndex, type SitemapReading } from '#analyser/probe.ts'
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
  /** Returns a listed URL, of a page or a sitemap, as the website has it. */
  own?: (url: string) => string
}

const tooLarge = 'its sitemaps are too large to be read to their end'

/**
 * The reason for missing URLs. `isAbsent` is true if all it says is that a sitemap doesn't exist, which has none. The
 * text names a sitemap of an index (`isOfChild`), and no other.
 */
export type SitemapProblem = { text: string; isAbsent: boolean; isOfChild?: true }

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
  { allowance, namedBy = url, crawl, own = (listed) => listed, ...options }: SitemapOptions,
): Promise<SitemapProblem | null> {
  const session = startSession({ ...options, limits })
  const taking = new UrlTaking(take, allowance.urls, session.context.allowHosts, own)
  const reading = { allowance, crawl, taking }
  try {
    const { problem, childUrls, context } = await readSitemap(url, contextFor(namedBy, session), reading)
    const problemOfChildren = await readChildren(childUrls.map(own), context, reading)
    return withTooLong(firstLasting([problem, problemOfChildren, problemOf(taking.problem())]), taking.tooLong)
  } finally {
    session.context.connections.close()
  }
}

/** Takes the URLs of sitemaps within the allowance of their job, and knows why some are missing. */
class UrlTaking {
  /** The sitemap that is being read is on a host of the allow list. */
  isOfEntry = false
  /** `take` takes no more. */
  isEnough = false
  /** The number of URLs that were left out because of their length. */
  tooLong = 0
  /** The error of `take`. */
  failure: unknown
  readonly #take: TakeUrls
  readonly #allowance: SitemapsAllowance['urls']
  readonly #allowHosts: ReadonlySet<string>
  readonly #own: (url: string) => string
  #isOver = false
  #hasPrivate = false

  constructor(
    take: TakeUrls,
    allowance: SitemapsAllowance['urls'],
    allowHosts: ReadonlySet<string>,
    own: (url: string) => string,
  ) {
    this.#take = take
    this.#allowance = allowance
    this.#allowHosts = allowHosts
    this.#own = own
  }

  async add(urls: string[]) {
    const allowed = urls.slice(0, this.#allowance.left).map(this.#own)
    this.#allowance.left -= allowed.length
    this.#isOver ||= allowed.length < urls.length
    if (this.isEnough) return
    try {
      this.isEnough = !(await this.#take([...new Set(allowed.filter((url) => !this.#isPrivate(url)))]))
    } catch (error) {
      this.failure = error
      throw error
    }
  }

  /** Any website could otherwise have the service request an internal address. */
  #isPrivate(url: string): boolean {
    const isPrivate = !this.isOfEntry && this.#allowHosts.size > 0 && isEntry(new URL(url), this.#allowHosts)
    this.#hasPrivate ||= isPrivate
    return isPrivate
  }

  problem(): string | null {
    if (this.#isOver) return tooLarge
    return this.#hasPrivate ? 'it lists private addresses, which were left out' : null
  }
}

type Reading = { allowance: SitemapsAllowance; crawl: CrawlShare | undefined; taking: UrlTaking }

/** Takes the URLs of one sitemap. Returns its problem, the sitemaps that it lists, and the context for them. */
async function readSitemap(sitemap: URL, context: FetchContext, { allowance, crawl, taking }: Reading) {
  let found: FoundSitemap | undefined
  /** Takes the URLs of a sitemap that the crawl has read for its pages. */
  const fetch: typeof fetchUrl = async (hop, hopOptions, hopContext) => {
    found = crawl?.findSitemap(hop)
    if (!found) return fetchUrl(hop, hopOptions, hopContext)
    const { response } = found.response
    hopOptions.readsBody(response)
    allowance.bytes.left -= found.response.sitemap?.bytes ?? 0
    for (const urls of found.contents.batches()) await taking.add(urls)
    return response
  }
  const reader = createSitemapReader([], limits, allowance.bytes, (urls) => taking.add(urls))
  const options: FetchOptions = {
    ...reader.options,
    readsBody(head) {
      taking.isOfEntry = isEntry(head.url, context.allowHosts)
      return reader.options.readsBody(head)
    },
  }
  const followed = await followRedirects(sitemap, options, limits.redirects, context, undefined, fetch).catch(
    (error: unknown) => {
      // A decoder reports a failure to take URLs as corrupt content.
      throw taking.failure ?? error
    },
  )
  if (taking.failure !== undefined) throw taking.failure
  const { response, allowHosts } = followed
  const result = found ? resultOf(found) : reader.result()
  taking.tooLong += result?.tooLong ?? 0
  return { ...outcomeOf(response.status, result), context: { ...context, allowHosts } }
}

/** Takes the URLs of the sitemaps that an index lists. Returns the first problem. */
async function readChildren(urls: readonly string[], context: FetchContext, reading: Reading) {
  const problems: SitemapProblem[] = []
  for (const [at, url] of urls.entries()) {
    if (reading.taking.isEnough) break
    const end = endAt(at, reading.allowance)
    if (end !== null) return firstLasting([...problems, problemOf(end)])
    const child = await readSitemap(new URL(url), context, reading).catch((error: unknown) => {
      if (error instanceof PageRefused) return { problem: problemOf(error.clause), childUrls: [] }
      throw error
    })
    const ofChild = child.childUrls.length > 0 ? problemOf(nestedIndex) : child.problem
    if (ofChild !== null) problems.push({ ...ofChild, text: `${url} (${ofChild.text})`, isOfChild: true })
  }
  return firstLasting(problems)
}

/** Returns the first problem that leaves URLs unknown, or else the first one. */
const firstLasting = (problems: readonly (SitemapProblem | null)[]): SitemapProblem | null =>
  problems.find((problem) => problem?.isAbsent === false) ?? problems.find((problem) => problem !== null) ?? null

const problemOf = (text: string | null): SitemapProblem | null => (text === null ? null : { text, isAbsent: false })

/** Returns the reason for not reading further in an index than one of its sitemaps, or null. */
function endAt(child: number, { bytes, urls }: SitemapsAllowance): string | null {
  if (bytes.left <= 0 || urls.left <= 0) return tooLarge
  return child >= maxChildren ? `only the first ${grouped(maxChildren)} sitemaps of its index were read` : null
}

const resultOf = ({ contents, response: { sitemap, childUrls } }: FoundSitemap) =>
  sitemap && { reading: sitemap, childUrls, tooLong: contents.tooLong }

function withTooLong(problem: SitemapProblem | null, count: number): SitemapProblem | null {
  if (count === 0) return problem
  const tooLong = `${counted(count, 'URL')} of over ${grouped(maxUrlLength)} characters ${count === 1 ? 'was' : 'were'} left out`
  return problemOf(problem === null ? tooLong : `${problem.text}, and ${tooLong}`)
}

function outcomeOf(status: number, result: ReturnType<SitemapReader['result']>) {
  if (!isSuccess(status))
    return { problem: { text: `the server returned ${status}`, isAbsent: isAbsent(status) }, childUrls: [] }
  return {
    problem: problemOf(result ? faultOf(result.reading) : failures.unreadable.clause),
    childUrls: result?.childUrls ?? [],
  }
}

function faultOf({ problem, cut, urls, faults }: SitemapReading): string | null {
  if (problem) return problem.text
  const invalid = faults?.find(({ kind }) => kind === 'url')
  if (invalid) return invalidUrls(invalid)
  if (urls > limits.sitemapUrls) return `only the first ${grouped(limits.sitemapUrls)} URLs of one sitemap were read`
  return cut ? 'it’s too large to be read to its end' : null
}
