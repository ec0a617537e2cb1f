import { expect, it } from 'vitest'
import type { Store } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newFacts, newReport } from '#testing/store/reports.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { fillLinks } from './backfill.ts'

const pool = createAnalyserPool({ threads: 1 })

/** Stores a report that has one link, as an older version did, which kept no links. */
function addOlder({ db }: Store, path: string) {
  const url = `https://shop.example${path}`
  const link = { url: 'https://shop.example/', internal: true, text: '', rel: null, noscript: false, at: 1 }
  const links = { items: [link], total: 1, followable: 1, broken: { items: [], total: 0 } }
  return createReport(db, newReport({ url, domain: 'shop.example', facts: { ...newFacts(url), links } }))
}

const countsOf = async ({ db }: Store) =>
  (await db.selectFrom('pages').select('link_count').orderBy('id').execute()).map(({ link_count }) => link_count)

describeEachEngine('filling in the links of older pages', ({ openStore }) => {
  it('continues where it was stopped, and leaves out what cannot be read', async () => {
    const store = await openStore()
    for (const path of ['/a', '/b', '/c', '/d', '/e']) await addOlder(store, path)
    const broken = await addOlder(store, '/f')
    const facts = Buffer.from('nonsense')
    await store.db.updateTable('report_payloads').set({ facts }).where('report_id', '=', broken.id).execute()
    const stop = new AbortController()
    const pace = { batch: 2, pauseMs: 0 }
    await fillLinks({ db: store.db, pool }, pace, () => stop.abort(), stop.signal)
    expect(await countsOf(store)).toEqual([1, 1, null, null, null, null])
    const skipped: number[] = []
    await fillLinks({ db: store.db, pool }, pace, (some) => skipped.push(...some.map(({ id }) => id)))
    expect(await countsOf(store)).toEqual([1, 1, 1, 1, 1, null])
    expect(skipped).toEqual([broken.id])
    expect(await findFaults(store.db)).toEqual([`Report ${broken.id} has an unreadable payload.`])
  })
})
