import { hash } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { JobError } from '#contract/jobs/job.ts'
import { PageRefused } from '#service/fetcher/failures.ts'
import { hasFailed } from '#service/fetcher/robots.ts'
import { allowanceOfJob, type SitemapProblem } from '#service/fetcher/sitemaps/urls.ts'
import { createBreaks } from '#service/fetcher/timing.ts'
import {
  findOpenCrawl,
  noOutlink,
  packOutlinks,
  type SeenUrl,
  sitemapTarget,
  storeOutlinks,
  storeProgress,
  storeRobots,
} from '#service/store/crawls/recording.ts'
import type { Claim } from '#service/store/jobs/claims.ts'
import type { CrawlOfJob, FoundPage } from '#service/store/jobs/frontier.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import type { Schema } from '#service/store/schema.ts'
import type { AnalysesOfJobs } from './analyses-of-jobs.ts'
import type { CrawlGraph } from './crawl-graph.ts'
import { seenOf, sitemapsIn, sortUrls } from './crawl-rules.ts'

export type CrawlDeps = {
  db: Kysely<Schema>
  owner: string
  onError: (error: unknown, message: string) => void
} & Pick<
  AnalysesOfJobs,
  'readSitemap' | 'robotsFilesOf' | 'maskOf' | 'askLink' | 'forgetCrawl' | 'completePage' | 'restatePage'
>

const maxSitemaps = 10
/** Safety limit: URLs of sitemaps that are kept. */
const maxListed = 100_000
/** Safety limit: listed URLs that robots.txt forbids. */
const maxBlocked = 5_000

/**
 * Reads the sitemaps of a crawled website. Returns the pages that only they name, unless a limit hides the links to
 * them, the URLs that robots.txt forbids, and a function that stores what the sitemaps list.
 */
export async function readCrawlSitemaps(
  { db, readSitemap, robotsFilesOf, maskOf }: CrawlDeps,
  { claim, crawl, graph }: { claim: Claim; crawl: CrawlOfJob; graph: CrawlGraph },
  signal: AbortSignal,
) {
  const { job_id, author_id } = claim
  const { limits } = crawl
  const start = new URL(crawl.start)
  const rules = { start, limits, robotsFiles: robotsFilesOf(job_id), signal }
  const robotsFile = await robotsFilesOf(job_id, true)(start, signal)
  // The text is empty if there is no file: one that appears or disappears is a change.
  const text = hasFailed(robotsFile) ? null : robotsFile.text
  const named = sitemapsIn(robotsFile.text)
  const breaks = createBreaks()
  const allowance = allowanceOfJob()
  const listed = new Set<number>()
  const found = new Map<number, FoundPage>()
  const blocked: SeenUrl[] = []
  const room = isLimited(crawl) ? 0 : limits.max_pages - crawl.total
  let problem: string | null = null
  let absent: string | null = null
  for (const sitemap of named.length === 0 ? [new URL('/sitemap.xml', start)] : named.slice(0, maxSitemaps)) {
    let isEmpty = true
    const take = async (urls: string[]) => {
      if (urls.length > 0) isEmpty = false
      const sorted = await sortUrls(urls, rules)
      for (const { href, host } of sorted.pages) {
        const target = linkTarget(db, href)
        listed.add(target)
        if (found.size < room && !graph.urls.has(target)) found.set(target, { url: href, host, depth: null, orphan: 1 })
        if (breaks.isDue()) await breaks.take()
      }
      const others = seenOf({ ...sorted, external: [] })
      for (const { url } of others) listed.add(linkTarget(db, url))
      blocked.push(...others.filter(({ kind }) => kind === 'blocked').slice(0, maxBlocked - blocked.length))
      return listed.size < maxListed
    }
    const missing = await readSitemap(sitemap, take, {
      signal,
      namedBy: start,
      allowance,
      requester: author_id,
      crawl: job_id,
    }).catch(problemOf)
    // A website need not have a sitemap at the usual place.
    if (missing === null || (named.length === 0 && isEmpty)) continue
    const text = missing.isOfChild
      ? `${missing.text}, which ${sitemap.href} lists`
      : `${sitemap.href} (${missing.text})`
    if (missing.isAbsent) absent ??= text
    else problem ??= text
  }
  if (named.length > maxSitemaps) problem ??= `only the first ${maxSitemaps} sitemaps in robots.txt were read`
  const targets = [...listed].toSorted((a, b) => a - b)
  await breaks.take()
  const links = packOutlinks(targets.map((target) => ({ ...noOutlink, target })))
  const sitemaps = {
    problem,
    absent,
    hash: targets.length === 0 ? null : hash('sha256', links),
    robots_hash: text === null ? null : hash('sha256', text),
  }
  const robots = text && (await maskOf(job_id)).hideIn(text)
  const save = async (tx: Transaction<Schema>) => {
    const open = await findOpenCrawl(tx, job_id)
    if (!open) return
    await storeOutlinks(tx, job_id, sitemapTarget, links)
    await storeProgress(tx, job_id, { ...open.progress, sitemaps })
    await storeRobots(tx, job_id, robots)
  }
  return { unlinked: [...found.values()], blocked, save }
}

/** Returns true if a limit stops the crawl. Links to a page that it did not find can then be further down. */
export const isLimited = ({ limits, total, isCut }: CrawlOfJob) =>
  limits.max_depth !== null || total >= limits.max_pages || isCut

/** A sitemap that can't be read doesn't fail the crawl. */
function problemOf(error: unknown): SitemapProblem {
  if (error instanceof PageRefused) return { text: error.clause, isAbsent: false }
  throw error
}

/** The error of a job whose sitemaps can't be read, or only in part. */
export const unreadable = (message: string): JobError => ({ status: 422, code: 'unreadable', message, errors: null })
