import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { JobKind } from '#contract/jobs/job.ts'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import { createMask } from '#service/fetcher/mask.ts'
import type { SitemapProblem, TakeUrls } from '#service/fetcher/sitemaps/urls.ts'
import { type Claim, claimUrls } from '#service/store/jobs/claims.ts'
import { commandJob } from '#service/store/jobs/commands.ts'
import { bytesOf, createJob, findJob, maxJobBytes, type NewJobUrl } from '#service/store/jobs/jobs.ts'
import { releaseAll } from '#service/store/jobs/kills.ts'
import { storedBytesOf } from '#service/store/jobs/room.ts'
import type { Schema } from '#service/store/schema.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { JobWork } from './job-work.ts'

const owner = 'test'
const host = 'shop.example'
const url = `https://${host}/`
const sitemap = { line: 0, url: `${url}sitemap.xml`, host }

const addJob = (db: Kysely<Schema>, kind: JobKind, urls: NewJobUrl[]) =>
  db
    .transaction()
    .execute((tx) =>
      createJob(tx, { kind, label: 'Shop', url: null, crawl: null, author_id: 'abcdefgh', author_name: null, urls }),
    )

const claimNext = async (db: Kysely<Schema>, quota = Infinity) =>
  (await claimUrls(db, { owner, limit: 1, afterKey: '', maxOfHost: () => 1, quota }))[0] as Claim

const analysesWith = (readSitemap: (url: URL, take: TakeUrls) => Promise<SitemapProblem | null>) => ({
  analyse: () => Promise.reject(new PageRefused(failures.not_html)),
  readSitemap,
  robotsFilesOf: () => () => Promise.reject(new Error('There is no robots.txt.')),
  maskOf: () => Promise.resolve(createMask([])),
  askLink: () => Promise.reject(new Error('There is no link.')),
  askRedirect: () => Promise.reject(new Error('There is no redirect.')),
  completePage: () => Promise.reject(new Error('There is no page.')),
  restatePage: () => Promise.reject(new Error('There is no page.')),
  forgetCrawl: () => {},
})

const noSitemap = () => Promise.reject(new Error('There is no sitemap.'))

describeEachEngine('the work on a URL', ({ openStore }) => {
  it.each([
    ['again, if the page took too long, as under load', failures.too_heavy, 'queued'],
    ['not again, if the page is no HTML', failures.not_html, 'failed'],
  ])('is tried %s', async (_, failure, state) => {
    const { db } = await openStore()
    await addJob(db, 'urls', [{ line: 1, url, host }])
    const analyses = { ...analysesWith(noSitemap), analyse: () => Promise.reject(new PageRefused(failure)) }
    const work = new JobWork({ db, owner, analyses, onError: () => {} })
    await work.run(await claimNext(db), new AbortController().signal)
    expect(await db.selectFrom('job_urls').select(['state', 'failures']).execute()).toEqual([{ state, failures: 1 }])
  })
})

describeEachEngine('the work on a sitemap', ({ openStore }) => {
  /** Adds a job, and works on its sitemap as `readSitemap` reads it. */
  async function read(
    db: Kysely<Schema>,
    id: number,
    readSitemap: (take: TakeUrls) => Promise<SitemapProblem | null>,
    quota?: number,
  ) {
    const errors: unknown[] = []
    const analyses = analysesWith((_, take) => readSitemap(take))
    const work = new JobWork({ db, owner, analyses, onError: (error) => errors.push(error) })
    const stop = new AbortController()
    await work.run(await claimNext(db, quota), stop.signal)
    expect(await findFaults(db)).toEqual([])
    const job = await findJob(db, id)
    return { errors, total: job?.counts.total, error: job?.error?.message ?? null, state: job?.state }
  }
  const pages = (from: number, to: number, pad = '') =>
    Array.from({ length: to - from }, (_, at) => `${url}${pad}${from + at}`)

  it('commits its URLs batch by batch, and continues after it was interrupted', async () => {
    const { db } = await openStore()
    const id = await addJob(db, 'sitemap', [sitemap])
    const seen: number[] = []
    const interrupted = await read(db, id, async (take) => {
      await take(pages(0, 600))
      seen.push((await findJob(db, id))?.counts.queued ?? 0)
      // Gives the lease back, as a process that stops does.
      await releaseAll(db, owner)
      await take(pages(600, 700))
      return null
    })
    expect([seen, interrupted]).toEqual([[600], { errors: [], total: 600, error: null, state: 'running' }])
    const whole = await read(db, id, async (take) => {
      expect(await take([...pages(900, 950), ...pages(0, 700)])).toBe(true)
      return null
    })
    expect(whole).toEqual({ errors: [], total: 750, error: null, state: 'running' })
    const rows = await db.selectFrom('job_urls').select(['line', 'url']).orderBy('line').execute()
    expect(rows.map(({ line }) => line)).toEqual(rows.map((_, at) => at))
    expect(new Set(rows.map((row) => row.url)).size).toBe(751)
  })

  it('adds nothing more once the job was cancelled', async () => {
    const { db } = await openStore()
    const id = await addJob(db, 'sitemap', [sitemap])
    const cancelled = await read(db, id, async (take) => {
      await take(pages(0, 10))
      await commandJob(db, id, 'cancel')
      await take(pages(10, 20))
      return null
    })
    expect(cancelled).toMatchObject({ errors: [], total: 10, state: 'cancelled' })
  })

  it('takes as many bytes of long URLs as a job can have', async () => {
    const { db } = await openStore()
    const id = await addJob(db, 'sitemap', [sitemap])
    const long = pages(100_000, 102_000, `${'x'.repeat(2_000)}/`)
    const result = await read(db, id, async (take) => {
      for (let batch = 0; batch < 10; batch += 1) {
        const isFull = !(await take(long.map((one) => `${one}${batch}`)))
        expect(isFull).toBe(batch === Math.floor(maxJobBytes / bytesOf({ url: `${long[0]}0` }) / long.length))
        if (isFull) break
      }
      return null
    })
    expect(result).toMatchObject({ errors: [], state: 'running' })
    expect(result.error).toBe('One job can store 50 MB of URLs, so the rest were left out.')
    const { bytes } = await db.selectFrom('jobs').select('bytes').executeTakeFirstOrThrow()
    expect(bytes).toBeLessThanOrEqual(maxJobBytes)
    expect(bytes).toBeGreaterThan(maxJobBytes - 9_000)
  })

  it('takes as many bytes as the quota of the key leaves', async () => {
    const { db } = await openStore()
    const id = await addJob(db, 'sitemap', [sitemap])
    await addJob(db, 'urls', [{ line: 1, url, host }])
    const result = await read(db, id, (take) => take(pages(0, 6_000)).then(() => null), 2_000_000)
    expect(result).toMatchObject({ errors: [], state: 'running' })
    expect(result.error).toBe('The jobs of one API key can store 2 MB of URLs, so the rest were left out.')
    const stored = await storedBytesOf(db, 'abcdefgh')
    expect([stored <= 2_000_000, stored > 1_990_000]).toEqual([true, true])
  })

  it('says so if there are no URLs, with the reason', async () => {
    const { db } = await openStore()
    const id = await addJob(db, 'sitemap', [sitemap])
    const result = await read(db, id, async () => ({
      text: '3 URLs of over 2,048 characters were left out',
      isAbsent: false,
    }))
    expect(result).toMatchObject({ total: 0, state: 'failed' })
    expect(result.error).toBe('No URLs were found in the sitemap: 3 URLs of over 2,048 characters were left out.')
  })
})
