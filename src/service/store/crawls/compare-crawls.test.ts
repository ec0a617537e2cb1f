import { expect, it } from 'vitest'
import { batchesOf } from '#service/store/engine.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { newCrawl, newCrawlUrl } from '#testing/store/crawls.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { linkTarget } from '../pages/link-targets.ts'
import { compareCrawls } from './compare-crawls.ts'
import { findCrawl } from './crawl-lists.ts'

const pages = 10_000
const issues = {
  'title-present': 'fail',
  ...Object.fromEntries(Array.from({ length: 14 }, (_, at) => [`check-${at}`, 'warn'])),
}

describeEachEngine('a comparison of two crawls of 10,000 pages', onBoth, ({ openStore }) => {
  it('finds what changed, and lets other work run in between', async () => {
    const { db } = await openStore()
    const broken = linkTarget(db, 'https://shop.example/lost')
    await createReport(db, newReport({ url: 'https://shop.example/', domain: 'shop.example' }))
    for (const id of [1, 2]) {
      await db
        .insertInto('crawls')
        .values(newCrawl({ id, limits: '{"max_pages":50000}' }))
        .execute()
      // Each has 100 URLs of its own.
      const urls = Array.from({ length: pages }, (_, at) => `https://shop.example/p/${at + (id - 1) * 100}`)
      for (const batch of batchesOf(urls, 500)) {
        const rows = batch.map((url) =>
          newCrawlUrl(db, { crawl_id: id, url, issues: JSON.stringify(id === 1 ? issues : { ...issues, x: 'fail' }) }),
        )
        await db.insertInto('crawl_urls').values(rows).execute()
        const links = rows.map(({ target }) => ({ crawl_id: id, target: broken, source: target, anchor: 'Lost' }))
        await db.insertInto('crawl_links').values(links).execute()
      }
      const lost = newCrawlUrl(db, { crawl_id: id, url: 'https://shop.example/lost', kind: 'file', status: 404 })
      await db.insertInto('crawl_urls').values(lost).execute()
    }
    const [before, after] = [await findCrawl(db, 1, 1), await findCrawl(db, 1, 2)]
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const found = { new: 0, gone: 0, issues: 0, gone_issues: 0, broken: 0, repaired: 0 }
    await compareCrawls(
      db,
      { before: before!, after: after! },
      { leftOut: [], websiteChecks: ['check-0'], changeable: [] },
      {
        url: (change) => void (change === 'new' || change === 'gone' ? (found[change] += 1) : 0),
        issue: (change) => void (change === 'gone' ? (found.gone_issues += 1) : (found.issues += 1)),
        link: (change) => void (found[change] += 1),
      },
    )
    clearInterval(timer)
    // A new page has all of its issues but one of the website. Of the pages that are gone, links and issues are gone.
    expect(found).toEqual({
      new: 100,
      gone: 100,
      issues: pages - 100 + 100 * 15,
      gone_issues: 100 * 14,
      broken: 100,
      repaired: 100,
    })
    expect(turns).toBeGreaterThan(10)
  })
})
