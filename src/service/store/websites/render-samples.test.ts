import { expect, it } from 'vitest'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createReport } from '../reports/reports.ts'
import { purgeDeletedWebsites } from './purge-websites.ts'
import { addToRenderSample, findRenderSample, maxRenderGroups } from './render-samples.ts'
import { deleteWebsite } from './websites.ts'

describeEachEngine('the sample of a page group', onBoth, (engine) => {
  async function storeWithWebsite() {
    const { db } = await engine.openStore()
    const report = newReport()
    const { website_id } = await createReport(db, report)
    const add = (page_group: string, differs: boolean, now?: Date) =>
      addToRenderSample(db, { website_id, page_group, differs }, now)
    const find = (page_group: string, now?: Date) => findRenderSample(db, report.domain, page_group, now)
    return { db, website_id, add, find }
  }

  it('counts rendered pages and those that scripts changed, also at the same time', async () => {
    const { add, find } = await storeWithWebsite()
    expect(await find('/p/*')).toBeNull()
    await Promise.all(Array.from({ length: 12 }, (_, at) => add('/p/*', at % 3 === 0)))
    await add('/blog/*', false)
    expect(await find('/p/*')).toEqual({ rendered: 12, differed: 4 })
    expect(await find('/blog/*')).toEqual({ rendered: 1, differed: 0 })
  })

  it('counts for 30 days', async () => {
    const { add, find } = await storeWithWebsite()
    const day = (number: number) => new Date(Date.UTC(2026, 0, number))
    await add('/p/*', true, day(1))
    await add('/p/*', true, day(20))
    expect(await find('/p/*', day(30))).toEqual({ rendered: 2, differed: 2 })
    expect(await find('/p/*', day(31))).toBeNull()
    await add('/p/*', false, day(31))
    expect(await find('/p/*', day(40))).toEqual({ rendered: 1, differed: 0 })
  })

  it('is one of a limited number of a website', async () => {
    const { db, website_id, add, find } = await storeWithWebsite()
    const sampled_at = new Date(Date.now() - 1000).toISOString()
    const rows = Array.from({ length: maxRenderGroups + 3 }, (_, at) => ({
      website_id,
      page_group: `/${at}/*`,
      rendered: 1,
      differed: 0,
      sampled_at,
    }))
    await db.insertInto('render_samples').values(rows).execute()
    await add('/newest/*', true)
    expect(await db.selectFrom('render_samples').select('page_group').execute()).toHaveLength(maxRenderGroups)
    expect(await find('/newest/*')).toEqual({ rendered: 1, differed: 1 })
  })

  it('is deleted with its website', async () => {
    const { db, website_id, add, find } = await storeWithWebsite()
    await add('/p/*', true)
    await deleteWebsite(db, website_id)
    expect(await find('/p/*')).toBeNull()
    while ((await purgeDeletedWebsites(db)) > 0);
    expect(await db.selectFrom('render_samples').selectAll().execute()).toEqual([])
  })
})
