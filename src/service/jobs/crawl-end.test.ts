// @module-tag all
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { createMask } from '#service/fetcher/mask.ts'
import { noOutlink, recordPage } from '#service/store/crawls/recording.ts'
import { batchesOf } from '#service/store/engine.ts'
import { type Claim, claimUrls } from '#service/store/jobs/claims.ts'
import { createJob, type NewJobUrl, sourceLine } from '#service/store/jobs/jobs.ts'
import { linkTarget } from '#service/store/pages/link-targets.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import type { Schema } from '#service/store/schema.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { watchWork } from '#testing/store/watched-work.ts'
import { CrawlWork } from './crawl-job.ts'

const owner = 'test'
const host = 'shop.example'
const origin = `https://${host}`
const pages = 2_000
const pagesOfSitemap = 2_000
/** Rows and steps: some that lead to a break, and those of two statements, which have 500 rows each. */
const maxWorkOfTurn = 1_500

type Website = {
  /** The pages to which a page leads. */
  linksOf: (page: number) => number[]
  /** The click depth by which the crawl found a page. */
  foundAt: (page: number) => number
  depthOf: (page: number) => number
}

/** The pages kept of one page's links. */
const most = 150
const below = (page: number) => page < pages
const levelOf = (page: number) => (page === 0 ? 0 : 1 + Math.floor((page - 1) / most))

const websites: Record<string, Website> = {
  chain: { linksOf: (page) => [page + 1].filter(below), foundAt: (page) => page + 2, depthOf: (page) => page },
  star: {
    // A page keeps a limited number of links, so that every page on the way leads to a bunch of others.
    linksOf: (page) => (page % most === 0 ? Array.from({ length: most }, (_, at) => page + 1 + at).filter(below) : []),
    foundAt: (page) => levelOf(page) + 3,
    depthOf: levelOf,
  },
  'graph in which each page leads to many': {
    linksOf: (page) => Array.from({ length: most }, (_, at) => page + 1 + at).filter(below),
    foundAt: (page) => levelOf(page) + 3,
    depthOf: levelOf,
  },
}

const urlOf = (page: number) => `${origin}/${page}`
const job = { kind: 'crawl', label: 'Shop', author_id: 'abcdefgh', author_name: null } as const
const crawl = { ...defaultCrawlLimits, max_pages: 1_000_000 }

/** Stores a crawl whose pages are done, and those of an older one. Returns the claim of its last step. */
async function storeCrawl(db: Kysely<Schema>, { linksOf, foundAt }: Website): Promise<Claim> {
  const { facts, evaluation, ...report } = newReport()
  const packedReport = { ...report, domain: host, evaluation: pack(evaluation) }
  for (let from = 0; from < pages; from += 1_000)
    await insertReports(
      db,
      Array.from({ length: Math.min(1_000, pages - from) }, (_, at) => ({
        ...packedReport,
        url: urlOf(from + at),
        facts: pack({
          version: 1,
          canonicals: facts.canonicals,
          directives: facts.directives,
          metadata: facts.metadata,
          document: facts.document,
          response: { ...facts.response, finalUrl: urlOf(from + at) },
          links: { ...facts.links, items: linksOf(from + at).map((to) => ({ rel: null, url: urlOf(to) })) },
        }),
      })),
    )
  const source = { line: sourceLine, url: `${origin}/robots.txt`, host, isLast: true } as const
  const newJob = (urls: NewJobUrl[]) =>
    db.transaction().execute((tx) => createJob(tx, { ...job, url: `${origin}/`, crawl, urls }))
  const [older, id] = [await newJob([]), await newJob([source])]
  // The older crawl found a page that this one did not.
  await insertReports(db, [{ ...packedReport, url: `${origin}/gone`, facts: pack(facts) }])
  await db.updateTable('pages').set({ crawl_id: older, click_depth: 0, orphan: 'linked' }).execute()
  await db.updateTable('pages').set({ crawl_id: id }).where('url', '<>', `${origin}/gone`).execute()
  const reports = await db.selectFrom('reports').select(['id', 'url']).orderBy('id').limit(pages).execute()
  const rows = reports.map(({ id: report_id, url }, page) => ({
    job_id: id,
    author_id: job.author_id,
    line: page + 1,
    url,
    url_key: url,
    host,
    state: 'done' as const,
    depth: page === 0 ? 0 : foundAt(page),
    orphan: 0 as const,
    lease_owner: null,
    lease_until: null,
    report_id,
    error: null,
  }))
  for (const batch of batchesOf(rows, 1_000)) await db.insertInto('job_urls').values(batch).execute()
  await db.updateTable('jobs').set({ done: pages }).where('id', '=', id).execute()
  const { website_id } = await db.selectFrom('reports').select('website_id').limit(1).executeTakeFirstOrThrow()
  await db.transaction().execute(async (tx) => {
    for (const [page, { id: report_id, url }] of reports.entries()) {
      const links = linksOf(page).map((to) => ({ ...followed, target: linkTarget(db, urlOf(to)) }))
      const answer = { status: 200, end_status: 200, redirects_to: null, redirect_statuses: null }
      await recordPage(tx, id, { url, ...answer, report_id, website_id, links })
    }
  })
  return claimLastStep(db, id)
}

const followed = { ...noOutlink, isFollowed: true }

async function claimLastStep(db: Kysely<Schema>, id: number): Promise<Claim> {
  const [claim] = await claimUrls(db, { owner, limit: 1, afterKey: '', maxOfHost: () => 1 })
  expect(claim).toMatchObject({ job_id: id, line: sourceLine })
  return claim as Claim
}

/** Ends the work on the pages that wait, as if none could be read. */
async function failPages(db: Kysely<Schema>, id: number) {
  const error = JSON.stringify({ status: 422, code: 'dns', message: 'It doesn’t exist.', errors: null })
  const queued = db.updateTable('job_urls').set({ state: 'failed', error }).where('state', '=', 'queued')
  await queued.where('job_id', '=', id).where('line', '>', sourceLine).execute()
  const counts = { queued: 0, failed: 10 * pagesOfSitemap }
  await db.updateTable('jobs').set(counts).where('id', '=', id).execute()
}

describeEachEngine('the last step of a crawl', ({ openStore }) => {
  it.each(Object.keys(websites))('never blocks other requests for long: a %s', async (shape) => {
    const store = await openStore()
    const website = websites[shape] as Website
    const claim = await storeCrawl(store.db, website)
    const { db, mostOfTurn } = watchWork(store.db)
    const errors: unknown[] = []
    const sitemaps = Array.from({ length: 10 }, (_, at) => `Sitemap: ${origin}/${at}.xml\n`)
    const work = new CrawlWork({
      db,
      owner,
      askLink: async (_, { href }) => ({
        url: href,
        outcome: 'answered',
        reason: null,
        reasonCode: null,
        redirects: [],
        finalUrl: href,
        status: 200,
      }),
      completePage: () => Promise.reject(new Error('There is no page.')),
      restatePage: () => Promise.reject(new Error('There is no page.')),
      forgetCrawl: () => {},
      onError: (error) => errors.push(error),
      maskOf: () => Promise.resolve(createMask([])),
      robotsFilesOf:
        () =>
        async ({ href }) => ({
          url: href,
          outcome: 'found',
          status: 200,
          text: sitemaps.join(''),
          bytes: 0,
        }),
      async readSitemap({ pathname }, take) {
        const first = Number(/\d/.exec(pathname)?.[0]) * pagesOfSitemap
        const urls = Array.from({ length: pagesOfSitemap }, (_, at) => `${origin}/only-in-sitemaps/${first + at}`)
        // Like the real reader, it lets other requests continue between batches.
        for (const batch of batchesOf(urls, 500)) {
          await nextTurn()
          await take(batch)
        }
        return null
      },
    })
    await work.finish(claim, new AbortController().signal)
    await failPages(store.db, claim.job_id)
    const again = await claimLastStep(store.db, claim.job_id)
    await work.finish(again, new AbortController().signal)
    expect(errors).toEqual([])
    expect(mostOfTurn()).toBeLessThanOrEqual(maxWorkOfTurn)
    expect(await store.db.selectFrom('crawls').select('robots_txt').execute()).toEqual([
      { robots_txt: sitemaps.join('') },
    ])
    const rows = await store.db
      .selectFrom('job_urls')
      .select(['line', 'depth', 'orphan'])
      .where('job_id', '=', claim.job_id)
      .where('line', '>', sourceLine)
      .orderBy('line')
      .execute()
    const expected = Array.from({ length: pages + 10 * pagesOfSitemap }, (_, page) =>
      page < pages
        ? { line: page + 1, depth: website.depthOf(page), orphan: 0 }
        : { line: page + 1, depth: null, orphan: 1 },
    )
    expect(rows).toEqual(expected)
    const places = await store.db.selectFrom('pages').select(['url', 'crawl_id', 'click_depth']).orderBy('id').execute()
    const ofCrawl = Array.from({ length: pages }, (_, page) => ({
      url: urlOf(page),
      crawl_id: claim.job_id,
      click_depth: website.depthOf(page),
    }))
    expect(places).toEqual([...ofCrawl, { url: `${origin}/gone`, crawl_id: claim.job_id, click_depth: null }])
  })
})
