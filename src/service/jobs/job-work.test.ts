import { expect, it } from 'vitest'
import { failures, PageRefused } from '#service/fetcher/failures.ts'
import { type Claim, claimUrls } from '#service/store/jobs/claims.ts'
import { createJob } from '#service/store/jobs/jobs.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { createJobWork } from './job-work.ts'

const owner = 'test'
const url = 'https://shop.example/'

describeEachEngine('the work on a URL', ({ openStore }) => {
  it.each([
    ['again, if the page took too long, as under load', failures.too_heavy, 'queued'],
    ['not again, if the page is no HTML', failures.not_html, 'failed'],
  ])('is tried %s', async (_, failure, state) => {
    const { db } = await openStore()
    const urls = [{ line: 1, url, host: 'shop.example' }]
    const job = { kind: 'urls', label: 'Shop', url: null, crawl: null, key_id: 'abcdefgh', key_name: null } as const
    await db.transaction().execute((tx) => createJob(tx, { ...job, urls }))
    const [claim] = await claimUrls(db, { owner, limit: 1, afterKey: '', maxOfHost: () => 1 })
    const analyses = {
      analyse: () => Promise.reject(new PageRefused(failure)),
      readSitemap: () => Promise.reject(new Error('There is no sitemap.')),
      robotsFiles: () => Promise.reject(new Error('There is no robots.txt.')),
    }
    const work = createJobWork({ db, owner, analyses, onError: () => {} })
    await work(claim as Claim, new AbortController().signal)
    expect(await db.selectFrom('job_urls').select(['state', 'failures']).execute()).toEqual([{ state, failures: 1 }])
  })
})
