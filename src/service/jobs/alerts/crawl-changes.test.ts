import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { alertEntries } from '#contract/jobs/alert-entries.ts'
import { crawlConditions } from '#contract/jobs/alerts.ts'
import { defaultCrawlLimits } from '#contract/jobs/job.ts'
import { readChanges } from '#service/store/crawls/crawls.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { alerts, runnerOn, watch } from '#testing/store/alerts.ts'
import { addCrawl, newFigures } from '#testing/store/crawls.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { messageOf } from './alert-message.ts'

const missing = { status: 404, indexability: 'blocked', indexing_code: 'status' } as const
const figuresOf = (robots_hash: string | null, sitemap_hash: string | null = 's') =>
  newFigures({ robots_hash, sitemap_hash })

async function changesOf(db: Kysely<Schema>, id: number) {
  const { changes } = await db.selectFrom('crawls').select('changes').where('id', '=', id).executeTakeFirstOrThrow()
  return readChanges(changes)
}

const before = { urls: { '/': {}, '/kontakt': {} }, crawl: { figures: figuresOf('r1') } }
const after = {
  urls: { '/': {}, '/kontakt': {}, '/lost': missing },
  links: { '/lost': ['/kontakt'] },
  crawl: { figures: figuresOf('r2') },
}

describeEachEngine('a crawl that has ended', ({ openStore }) => {
  async function start() {
    const { db } = await openStore()
    await createReport(db, newReport({ url: 'https://shop.example/', domain: 'shop.example' }))
    return db
  }

  it('alerts once about new broken links and another robots.txt, with a link to the comparison', async () => {
    const db = await start()
    await watch(db, 'website_id=1', [...crawlConditions])
    await addCrawl(db, 3, before)
    const runner = runnerOn(db)
    await runner.run()
    expect(await alerts(db)).toEqual([])
    expect(await changesOf(db, 3)).toBeNull()
    await addCrawl(db, 5, after)
    await addCrawl(db, 8, { ...after, crawl: { state: 'running', finished_at: null } })
    await runner.run()
    await runner.run()
    const [alert, ...others] = await alerts(db)
    expect(others).toEqual([])
    expect(alert?.changes).toMatchObject([
      { condition: 'broken_links', url: 'https://shop.example/lost', status: 404, after: 1, crawl_id: 5 },
      { condition: 'files_changed', url: 'https://shop.example/robots.txt', after_text: 'robots.txt' },
    ])
    expect(alertEntries(alert?.changes ?? []).map(({ title }) => title)).toEqual([
      'New broken links to 1 URL',
      'robots.txt changed',
    ])
    const { subject, text } = messageOf(alert!, 'https://reports.example')
    expect(subject).toBe('New broken links to 1 URL and 1 more: Shop')
    expect(text).toContain('- https://shop.example/lost\n  Status 404, new links on 1 page\n')
    expect(text).toContain('https://reports.example/websites/1/crawls/5?compare=3')
    expect(await changesOf(db, 5)).toMatchObject({ previous_id: 3, new: 1, broken_links: 1, robots_changed: true })

    // Failed pages were retried.
    await db.updateTable('crawls').set({ changes: null }).where('id', '=', 5).execute()
    await runner.run()
    expect(await changesOf(db, 5)).toMatchObject({ broken_links: 1 })
    expect(await alerts(db)).toHaveLength(1)
  })

  it.each([
    ['another ruleset', { ruleset: 5 }],
    ['a limit', { limits: JSON.stringify({ ...defaultCrawlLimits, max_pages: 1 }) }],
  ])('does not alert because the earlier one had %s', async (_, crawl) => {
    const db = await start()
    await watch(db, '', [...crawlConditions])
    const early = { '/': {}, ...('ruleset' in crawl && { '/kontakt': {} }) }
    await addCrawl(db, 3, { urls: early, crawl: { ...crawl, figures: figuresOf(null) } })
    await addCrawl(db, 5, { ...after, crawl: { figures: figuresOf('r2') } })
    await runnerOn(db).run()
    expect(await alerts(db)).toEqual([])
    expect(await changesOf(db, 5)).toMatchObject({ robots_changed: null, sitemap_changed: false })
  })

  it('alerts neither a view of another website nor a rule without the condition', async () => {
    const db = await start()
    await watch(db, 'website_id=2', [...crawlConditions])
    await addCrawl(db, 3, before)
    await addCrawl(db, 5, after)
    await runnerOn(db).run()
    expect(await alerts(db)).toEqual([])
    await watch(db, '', ['files_changed'])
    await addCrawl(db, 7, before)
    await runnerOn(db).run()
    expect((await alerts(db)).map(({ total }) => total)).toEqual([1])
  })
})
