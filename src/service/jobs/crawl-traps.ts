import type { Kysely } from 'kysely'
import type { CrawlLimits } from '#contract/jobs/job.ts'
import { urlKey } from '#contract/url-key.ts'
import { filterParameters, isSessionName } from '#contract/url-parameters.ts'
import { type CrawlTrap, trapKinds } from '#contract/websites/crawls.ts'
import { createBreaks } from '#service/fetcher/timing.ts'
import { skippedUrls, textsOfCrawl } from '#service/store/crawls/recording.ts'
import { pagesOfCrawl } from '#service/store/jobs/frontier.ts'
import { sourceLine } from '#service/store/jobs/jobs.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import type { Schema } from '#service/store/schema.ts'
import { Chains, isOfChain, openPatterns } from './crawl-chains.ts'
import { ParameterCounts } from './crawl-parameters.ts'
import { choicesOf, type Group, groupOf, repeatedFolder, sessionPattern } from './url-groups.ts'

type TrapKind = CrawlTrap['kind']

/**
 * The URLs of one pattern that a crawl reads in any case (`free`), and those that it reads after one of them led to a
 * page that is new and of no such pattern (`further`). So a pattern ends only where it leads nowhere.
 */
export const trapLimits: Record<Group['kind'], { free: number; further: number }> = {
  /** The days of a year, and a month without an event. */
  calendar: { free: 400, further: 31 },
  /** Two of 8 filters with 3 values each make 252 combinations. Pages that one links to are on plain lists, too. */
  facets: { free: 260, further: 1 },
  /** An archive of 300 pages has thousands of articles, and 25 pages of it can have only known ones. */
  paging: { free: 300, further: 25 },
  /** A path with the same folder twice is rare. One that has it three times is never read. */
  path: { free: 20, further: 1 },
  /** Other session IDs of pages that were read before. */
  session: { free: 10, further: 0 },
}
/**
 * Filters combine the same few values, while the ID of an article has a value of its own in nearly every URL.
 * So in URLs of filters, no parameter has as many values as a quarter of them.
 */
const combinationsPerValue = 4

/** The reason for not reading a page that was found. */
export type SkipReason = TrapKind | 'folder_limit' | typeof held
/** The next page of a chain is read after the pages of the website's sitemaps. */
export const held = 'held'
/** `failure` is the code of the reason, and `reason` the clause for readers. */
export type Skipped = { url: string; kind: 'skipped'; failure: SkipReason; reason: string }

/** The reasons as clauses for readers. */
const clauses: Record<SkipReason, string> = {
  calendar: 'it’s one of many URLs that differ only by a date and lead to no new pages',
  facets: 'it’s one of many combinations of the same filters and leads to no new pages',
  paging: 'it’s one of many numbered pages that lead to no new pages',
  path: 'its path repeats the same folders',
  session: 'it’s another page’s URL with a session ID',
  chain: 'it’s the next of many pages with the same text',
  held: 'the crawl reads the pages of the sitemaps first',
  folder_limit: 'its folder has the most pages that the crawl allows',
}

const isTrapKind = (failure: string | null): failure is TrapKind => trapKinds.some((kind) => kind === failure)

type CountedGroup = Group & {
  urls: number
  /** The number of its URLs up to which they are read. */
  most: number
  /** The depths at which they were found. */
  depths: Set<number | null>
  /** The values of each filter. */
  values: Map<string, Set<string>>
}

/** The words of a page, see `textWords`, and if the crawl has read the website's sitemaps. */
type TextOfPage = { words: readonly number[]; hasSitemaps: boolean }

/** A page that was found, with its click depth; null if that is unknown. */
export type FoundPage = { url: string; depth: number | null }

/**
 * Recognises URLs without end from those that a crawl has found. It reads nothing from the database: give it the stored
 * pages of the crawl first, in any order, also those that other processes found.
 */
export class CrawlTraps {
  readonly #maxPerFolder: number | null
  readonly #known = new Set<string>()
  /** URLs with a session ID, without it. */
  readonly #withoutSession = new Set<string>()
  readonly #groups = new Map<string, CountedGroup>()
  readonly #folders = new Map<string, number>()
  readonly #chains = new Chains()
  #sessions = 0

  constructor({ max_per_folder }: Pick<CrawlLimits, 'max_per_folder'>) {
    this.#maxPerFolder = max_per_folder
  }

  /** Adds pages that the crawl has. Those of a pattern that is read already stay within their number. */
  add(pages: Iterable<FoundPage>): void {
    for (const page of pages) this.#count(page)
  }

  /**
   * Chooses the pages to read among those that a page leads to, or, without a page, that a sitemap has. A sitemap has
   * an end, so it has no traps.
   * @param text of the page that leads there, to recognise chains
   */
  async choose<Page extends FoundPage>(
    found: readonly Page[],
    from: string | null,
    text?: TextOfPage,
  ): Promise<{ chosen: Page[]; skipped: Skipped[] }> {
    const breaks = createBreaks()
    const chosen: Page[] = []
    const skipped: Skipped[] = []
    if (from !== null) this.#noteFinds(found, from)
    const end = from !== null && text ? this.#endOfChain(found, from, text) : null
    for (const page of found) {
      if (breaks.isDue()) await breaks.take()
      const isNew = !this.#known.has(urlKey(page.url))
      const failure = end && isNew ? end : this.#reasonToSkip(page.url, from === null)
      if (failure !== null) {
        skipped.push({ url: page.url, kind: 'skipped', failure, reason: clauses[failure] })
        continue
      }
      this.#count(page)
      chosen.push(page)
    }
    return { chosen, skipped }
  }

  #endOfChain(leads: readonly FoundPage[], url: string, { words, hasSitemaps }: TextOfPage) {
    const found = leads.filter((lead) => !this.#known.has(urlKey(lead.url)))
    const urlsOf = (pages: readonly FoundPage[]) => pages.map((page) => page.url)
    const end = this.#chains.add({ url, leads: urlsOf(leads), found: urlsOf(found), words }, hasSitemaps)
    return end === 'cut' ? ('chain' as const) : end === 'hold' ? held : null
  }

  /** Lets a pattern go on if one of its pages led to a page that is new and not of such a pattern itself. */
  #noteFinds(found: readonly FoundPage[], from: string) {
    const group = this.#groupOf(from)
    if (!group || group.urls + trapLimits[group.kind].further <= group.most) return
    const hasNew = found.some(({ url }) => {
      if (this.#known.has(urlKey(url)) || this.#isRepeatedVisit(url)) return false
      const other = this.#groupOf(url)
      return other === null || (other !== group && !isEndless(other))
    })
    if (hasNew) group.most = group.urls + trapLimits[group.kind].further
  }

  #reasonToSkip(url: string, isListed: boolean): SkipReason | null {
    if (this.#known.has(urlKey(url))) return null
    if (this.#maxPerFolder !== null && (this.#folders.get(folderOf(url)) ?? 0) >= this.#maxPerFolder)
      return 'folder_limit'
    if (isListed) return null
    if (this.#isRepeatedVisit(url) && this.#sessions >= trapLimits.session.free) return 'session'
    const parsed = new URL(url)
    if ((repeatedFolder(parsed)?.times ?? 0) > 2) return 'path'
    const group = this.#groupOf(url)
    return group && group.urls >= group.most && isEndless(group) ? group.kind : null
  }

  #isRepeatedVisit(url: string): boolean {
    if (sessionPattern(new URL(url)) === null) return false
    const other = urlWithoutSession(url)
    return this.#known.has(other) || this.#withoutSession.has(other)
  }

  #count({ url, depth }: FoundPage) {
    const key = urlKey(url)
    if (this.#known.has(key)) return
    if (this.#isRepeatedVisit(url)) this.#sessions += 1
    this.#known.add(key)
    if (sessionPattern(new URL(url)) !== null) this.#withoutSession.add(urlWithoutSession(url))
    if (this.#maxPerFolder !== null) this.#folders.set(folderOf(url), (this.#folders.get(folderOf(url)) ?? 0) + 1)
    const group = this.#groupOf(url)
    if (!group) return
    group.urls += 1
    group.depths.add(depth)
    if (group.kind !== 'facets') return
    for (const { name, value } of choicesOf(new URL(url))) {
      const values = group.values.get(name) ?? new Set()
      group.values.set(name, values.add(value))
    }
  }

  /** Returns the counts of a URL's pattern. */
  #groupOf(url: string): CountedGroup | null {
    const parsed = new URL(url)
    const group = groupOf(parsed)
    if (!group) return null
    const key = `${group.kind} ${parsed.origin}${group.pattern}`
    let counted = this.#groups.get(key)
    if (!counted) {
      counted = { ...group, urls: 0, most: trapLimits[group.kind].free, depths: new Set(), values: new Map() }
      this.#groups.set(key, counted)
    }
    return counted
  }
}

const urlWithoutSession = (url: string) => urlKey(filterParameters(url, isSessionName))

const folderOf = (url: string) => {
  const { origin, pathname } = new URL(url)
  return origin + pathname.slice(0, pathname.lastIndexOf('/', pathname.length - 2) + 1)
}

/** Returns false for URLs of which a website can have as many. */
function isEndless({ kind, isNamed, urls, depths, values }: CountedGroup): boolean {
  if (urls < trapLimits[kind].free) return false
  // One page leads to the next, while many products are linked from one page.
  if (!isNamed) return depths.size * 2 >= urls
  if (kind !== 'facets') return true
  return [...values.values()].every(({ size }) => size * combinationsPerValue <= urls)
}

/** Safety limit for the crawls whose URLs are in memory. */
const maxWatched = 20

/**
 * Returns a function that returns the traps of a crawl, which know all pages that are stored now, and one that forgets
 * them when it has ended. After a kill, or for a crawl of another process, they are read again.
 */
export function createTrapsOfCrawls(db: Kysely<Schema>) {
  const watched = new Map<number, { traps: CrawlTraps; line: number }>()
  async function trapsOfCrawl(jobId: number, limits: CrawlLimits): Promise<CrawlTraps> {
    const crawl = watched.get(jobId) ?? { traps: new CrawlTraps(limits), line: sourceLine }
    watched.delete(jobId)
    watched.set(jobId, crawl)
    for (const oldest of watched.keys()) if (watched.size > maxWatched) watched.delete(oldest)
    for await (const pages of pagesOfCrawl(db, jobId, crawl.line)) {
      crawl.traps.add(pages)
      crawl.line = Math.max(crawl.line, pages.at(-1)?.line ?? sourceLine)
    }
    return crawl.traps
  }
  return { trapsOfCrawl, forgetTraps: (jobId: number) => void watched.delete(jobId) }
}

/** Returns the traps of a crawl, and the parameters of its URLs. */
export async function patternsOfCrawl(db: Kysely<Schema>, jobId: number) {
  const parameters = new ParameterCounts()
  for await (const pages of pagesOfCrawl(db, jobId)) for (const { url } of pages) parameters.add(url)
  for await (const pages of textsOfCrawl(db, jobId)) for (const { url, text } of pages) parameters.compare(url, text)
  const skipped = await skippedUrls(db, jobId)
  const chains = await chainsOfCrawl(db, jobId)
  const breaks = createBreaks()
  for (const { url } of skipped) {
    parameters.add(url)
    if (breaks.isDue()) await breaks.take()
  }
  return { traps: await trapsOf(skipped, chains), parameters: parameters.list() }
}

/** Safety limit: ends of chains whose patterns are looked for. */
const maxEnds = 1_000

/**
 * Returns the patterns of the chains that a crawl has cut, with their origins. Of the patterns that fit the end of a
 * chain, most pages share the right one.
 */
async function chainsOfCrawl(db: Kysely<Schema>, jobId: number): Promise<Map<string, TrapKind>> {
  const ends = (await skippedUrls(db, jobId)).filter(({ failure }) => failure === 'chain').slice(0, maxEnds)
  const chains = new Map<string, TrapKind>()
  const open: string[][] = []
  for (const { url } of ends) {
    const parsed = new URL(url)
    const group = groupOf(parsed)
    if (group && isOfChain(group)) chains.set(parsed.origin + group.pattern, group.kind)
    else open.push(openPatterns(parsed).map((pattern) => parsed.origin + pattern))
  }
  if (open.length === 0) return chains
  const pages = new Map(open.flat().map((pattern) => [pattern, 0]))
  for await (const batch of pagesOfCrawl(db, jobId))
    for (const { url } of batch)
      for (const pattern of patternsOf(new URL(url))) {
        const count = pages.get(pattern)
        if (count !== undefined) pages.set(pattern, count + 1)
      }
  for (const patterns of open) {
    const [most] = patterns.toSorted((a, b) => (pages.get(b) ?? 0) - (pages.get(a) ?? 0))
    if (most !== undefined) chains.set(most, 'chain')
  }
  return chains
}

/**
 * Returns the pages of the chains that a crawl has cut, by `linkTarget`. Those of an open part of the path are unknown,
 * because other pages of their folder have the same pattern.
 */
export async function pagesOfChains(db: Kysely<Schema>, jobId: number): Promise<Set<number>> {
  const all = await chainsOfCrawl(db, jobId)
  const chains = new Map([...all].filter(([pattern, kind]) => kind !== 'chain' || pattern.includes('?')))
  const pages = new Set<number>()
  if (chains.size === 0) return pages
  for await (const batch of pagesOfCrawl(db, jobId))
    for (const { url } of batch)
      if (patternsOf(new URL(url)).some((pattern) => chains.has(pattern))) pages.add(linkTarget(db, url))
  return pages
}

/** Returns the patterns of chains to which a page can belong, with its origin. */
function patternsOf(url: URL): string[] {
  const group = groupOf(url)
  return [...(group && isOfChain(group) ? [group.pattern] : []), ...openPatterns(url)].map((text) => url.origin + text)
}

/** The most traps that are listed for one crawl. */
const maxTraps = 50

/** Returns the traps of a crawl from the URLs that they left out, the largest first. */
export async function trapsOf(
  skipped: Iterable<{ url: string; failure: string | null }>,
  chains: ReadonlyMap<string, TrapKind> = new Map(),
): Promise<CrawlTrap[]> {
  const breaks = createBreaks()
  const traps = new Map<string, CrawlTrap>()
  for (const { url, failure } of skipped) {
    if (breaks.isDue()) await breaks.take()
    if (!isTrapKind(failure)) continue
    const parsed = new URL(url)
    const chain = failure === 'chain' ? patternsOf(parsed).find((one) => chains.has(one)) : undefined
    const kind = (chain === undefined ? undefined : chains.get(chain)) ?? failure
    const pattern =
      chain?.slice(parsed.origin.length) ??
      (kind === 'session' ? sessionPattern(parsed) : groupOf(parsed)?.pattern) ??
      parsed.pathname
    const known = traps.get(`${kind} ${pattern}`)
    if (known) known.urls += 1
    else if (traps.size < 10 * maxTraps) traps.set(`${kind} ${pattern}`, { kind, pattern, example: url, urls: 1 })
  }
  return [...traps.values()].sort((a, b) => b.urls - a.urls).slice(0, maxTraps)
}
