import { expect, it } from 'vitest'
import type { Store } from '#service/store/database.ts'
import { listReports } from '#service/store/lists/report-list.ts'
import { createReport, deleteReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { reportListQuery } from '#testing/store/list-queries.ts'
import { newReport } from '#testing/store/reports.ts'
import { fillTitles } from './backfill.ts'

const all = { kind: 'all' } as const
const pace = { batch: 4, pauseMs: 1 }

/** Stores reports of three websites as an older version did, which had no index of titles. */
async function olderReports({ db }: Store, count: number) {
  for (let at = 0; at < count; at += 1) {
    const domain = `w${at % 3}.example`
    const title = at % 5 === 0 ? null : `Grüne Lampe ${at}`
    await createReport(db, newReport({ domain, url: `https://${domain}/${at}`, title }))
  }
  await db.updateTable('reports').set({ title_text: null }).execute()
}

const found = async ({ db }: Store, search: string) =>
  (await listReports(db, reportListQuery({ search, titles: '1' }), all)).total
const countUnfilled = async ({ db }: Store) =>
  (await db.selectFrom('reports').select('id').where('title_text', 'is', null).execute()).length

describeEachEngine('making the titles of older reports searchable', ({ openStore }) => {
  it('continues where it was stopped, while lists, new reports and deletions work', async () => {
    const store = await openStore()
    await olderReports(store, 30)
    expect(await found(store, 'lampe')).toBe(0)
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 1)
    await fillTitles(store.db, { batch: 4, pauseMs: 20 }, stop.signal)
    const left = await countUnfilled(store)
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(30)

    await createReport(store.db, newReport({ domain: 'w1.example', url: 'https://w1.example/new', title: 'Lampe' }))
    await deleteReport(store.db, 2)
    await deleteReport(store.db, 29)
    await fillTitles(store.db, pace)
    expect(await countUnfilled(store)).toBe(0)
    expect(await found(store, 'GRÜNE LAMPE')).toBe(22)
    expect(await found(store, 'lampe')).toBe(23)
    expect(await findFaults(store.db)).toEqual([])
  })

  it('leaves out deleted websites, whose rows are purged', async () => {
    const store = await openStore()
    await olderReports(store, 6)
    await deleteWebsite(store.db, 1)
    await fillTitles(store.db, pace)
    expect(await countUnfilled(store)).toBe(2)
    expect(await findFaults(store.db)).toEqual([])
  })

  it('and new reports do not wait for each other without end', async () => {
    const store = await openStore()
    await olderReports(store, 60)
    const domains = Array.from({ length: 20 }, (_, at) => `w${at % 3}.example`)
    await Promise.all([
      fillTitles(store.db, pace),
      ...domains.map((domain, at) => createReport(store.db, newReport({ domain, url: `https://${domain}/${at}` }))),
    ])
    expect(await countUnfilled(store)).toBe(0)
    expect(await findFaults(store.db)).toEqual([])
  })
})
