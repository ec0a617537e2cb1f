import { expect, it, onTestFinished } from 'vitest'
import { describeEachEngine, onBoth, type TestEngine } from '#testing/store/databases.ts'
import { reportListQuery, websiteListQuery } from '#testing/store/lists.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore } from './database.ts'
import { listReports } from './lists/report-list.ts'
import { listWebsites } from './lists/website-list.ts'
import { deleteReport } from './reports/deleted-reports.ts'
import { createReport, findReport } from './reports/reports.ts'
import { findFaults } from './verify/verify.ts'
import { deleteWebsite } from './websites/websites.ts'

const all = { kind: 'all' } as const
const websites = websiteListQuery()
const reports = reportListQuery()

/** Opens one database twice, like two processes. */
async function twoStores(engine: TestEngine) {
  const database = await engine.createDatabase()
  const stores = await Promise.all([openStore(database), openStore(database)])
  onTestFinished(async () => {
    await Promise.all(stores.map((store) => store.close()))
    await database.remove()
  })
  return stores
}

describeEachEngine('two processes that write at once', onBoth, (engine) => {
  it('create one website for the same new domain', async () => {
    const [one, other] = await twoStores(engine)
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, at) => createReport(at % 2 ? one.db : other.db, newReport())),
    )
    expect(new Set(made.map(({ website_id }) => website_id)).size).toBe(1)
    expect(new Set(made.map(({ id }) => id)).size).toBe(20)
    expect((await listWebsites(one.db, websites, all)).rows).toMatchObject([
      { domain: 'shop.example', reports_count: 20, average_score: 85 },
    ])
  })

  it('delete a report once', async () => {
    const [one, other] = await twoStores(engine)
    await createReport(one.db, newReport())
    const { id } = await createReport(one.db, newReport())
    const deleted = await Promise.all([one, other, one, other].map(({ db }) => deleteReport(db, id)))
    expect(deleted.filter(Boolean)).toHaveLength(1)
    expect((await listWebsites(other.db, websites, all)).rows).toMatchObject([{ reports_count: 1 }])
  })

  it('keep every counter right', async () => {
    const [one, other] = await twoStores(engine)
    const first = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        createReport(one.db, newReport({ domain: `d${at % 3}.example`, score: at * 8 })),
      ),
    )
    await Promise.all([
      ...first.slice(0, 6).flatMap(({ id }) => [deleteReport(one.db, id), deleteReport(other.db, id)]),
      ...Array.from({ length: 12 }, (_, at) =>
        createReport(other.db, newReport({ domain: `d${at % 3}.example`, score: at * 3 })),
      ),
      deleteWebsite(one.db, first[2]?.website_id ?? 0),
    ])
    expect(await findFaults(one.db)).toEqual([])
  })

  it('see each other’s writes immediately', async () => {
    const [one, other] = await twoStores(engine)
    for (let count = 1; count <= 5; count += 1) {
      const { id } = await createReport(one.db, newReport())
      expect((await listReports(other.db, reports, all)).total).toBe(count)
      expect((await listReports(one.db, reports, all)).total).toBe(count)
      expect(await findReport(other.db, id, all)).toMatchObject({ id })
    }
  })

  it('see no unfinished transaction, and keep nothing of a failed one', async () => {
    const [one] = await twoStores(engine)
    const unfinished = one.db.transaction().execute(async (tx) => {
      await tx.insertInto('meta').values({ name: 'half', value: 'done' }).execute()
      const seenOutside = await one.db.selectFrom('meta').select('value').where('name', '=', 'half').execute()
      throw new Error(`seen outside: ${seenOutside.length}`)
    })
    await expect(unfinished).rejects.toThrow('seen outside: 0')
    expect(await one.db.selectFrom('meta').select('value').where('name', '=', 'half').execute()).toEqual([])
  })
})
