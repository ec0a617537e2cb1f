import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { baselineSchema, readBaseline, runOnEmpty, writeBaseline } from '#testing/store/baseline.ts'
import { describeEachEngine, onBoth, type TestEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore, type Store } from './database.ts'
import { type Migration, migrations } from './migrations/all.ts'
import { createReport, deleteReport, findWholeReport } from './reports/reports.ts'
import { backupBefore } from './sqlite/data-files.ts'
import { findFaults } from './verify/verify.ts'
import { createView } from './views.ts'
import { findWebsite } from './websites/websites.ts'

/** Stores the databases again. Only until the first release: later, users have the stored ones. */
const rewrite = process.env['WRITE_BASELINE'] !== undefined
const lamps = 'https://www.shop.example/lamps'
const all = { kind: 'all' } as const

/** Adds the rows that the stored databases have. */
async function addRows({ db }: Store) {
  for (const [path, score] of [
    ['', 85],
    ['lamps', 40],
    ['lamps', 60],
    ['', 90],
  ] as const)
    await createReport(db, newReport({ url: `https://www.shop.example/${path}`, score }))
  await deleteReport(db, 2)
  await createView(db, { name: 'Bad', list: 'reports', query: 'result=bad' }, '2026-03-04T05:06:07.890Z')
}

async function storedDatabase(engine: TestEngine) {
  const database = await engine.createDatabase()
  onTestFinished(() => database.remove())
  await runOnEmpty(database, readBaseline(engine.name))
  return database
}

async function opened<T>(opening: Promise<Store>, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await opening
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

const addColumn: Migration = () => ['alter table views add column color text', "update views set color = 'red'"]

describeEachEngine('a stored database of the first release', onBoth, (engine) => {
  it('has the schema of the baseline, which never changes', async () => {
    if (rewrite) {
      const store = await engine.openStore()
      await addRows(store)
      await writeBaseline(store)
    }
    expect(readBaseline(engine.name).startsWith(`${baselineSchema(engine.name)};\n`)).toBe(true)
  })

  it('opens with its reports, and takes new ones', async () => {
    await opened(openStore(await storedDatabase(engine)), async ({ db }) => {
      expect(await findFaults(db)).toEqual([])
      const payload = (await findWholeReport(db, 3, all))?.payload
      expect(payload?.evaluation).toMatchObject({ scoreBeforeCap: 60, categories: { content: 85 } })
      expect(payload?.facts.response.finalUrl).toBe(lamps)
      expect((await createReport(db, newReport({ url: lamps }))).id).toBe(5)
      expect(await findFaults(db)).toEqual([])
    })
  })

  it('takes the states of later releases, and keeps those it has', async () => {
    const database = await storedDatabase(engine)
    await engine.query(
      database,
      "update reports set indexability = 'blocked', previous_indexability = 'unlikely' returning id",
    )
    await engine.query(database, "update pages set indexability = 'other_url' returning id")
    await opened(openStore(database), async ({ db }) => {
      const ofReports = db.selectFrom('reports').select(['indexability', 'previous_indexability']).distinct()
      expect(await ofReports.execute()).toEqual([{ indexability: 'blocked', previous_indexability: 'unlikely' }])
      expect(await db.selectFrom('pages').select('indexability').distinct().execute()).toEqual([
        { indexability: 'other_url' },
      ])
    })
    for (const column of ['reports set indexability', 'reports set previous_indexability', 'pages set indexability']) {
      await engine.query(database, `update ${column} = 'unclear' returning id`)
      await expect(engine.query(database, `update ${column} = 'indexed' returning id`)).rejects.toThrow(
        /indexability_states/,
      )
    }
  })

  it('gets the figures of its indexable pages', async () => {
    const database = await storedDatabase(engine)
    await engine.query(database, "update reports set indexability = 'blocked' where score = 60 returning id")
    await engine.query(database, "update pages set indexability = 'blocked' where score = 60 returning id")
    await opened(openStore(database), async ({ db }) => {
      expect(await findWebsite(db, 1)).toMatchObject({
        pages_count: 2,
        counted_pages: 1,
        counted_average: 90,
        counted_good: 1,
        counted_decent: 0,
        counted_bad: 0,
        pages_blocked: 1,
      })
      expect(await findFaults(db)).toEqual([])
    })
  })

  it('is migrated once, and then refused by the version before', async () => {
    const database = await storedDatabase(engine)
    const colours = ({ db }: Store) => sql`select color from views`.execute(db).then(({ rows }) => rows)
    expect(await opened(openStore(database, [...migrations, addColumn]), colours)).toEqual([{ color: 'red' }])
    expect(await opened(openStore(database, [...migrations, addColumn]), colours)).toEqual([{ color: 'red' }])
    await expect(openStore(database)).rejects.toThrow(
      `The database has schema version ${migrations.length + 1}, but this version supports up to ${migrations.length}. Upgrade SEO Reports.`,
    )
    if (engine.name !== 'sqlite') return
    const copy = new Database(backupBefore(database.dataDir, migrations.length + 1), { readonly: true })
    onTestFinished(() => void copy.close())
    expect(copy.prepare('select * from views').get()).not.toHaveProperty('color')
  })

  it('stays as it is if a migration fails', async () => {
    const database = await storedDatabase(engine)
    const opening = openStore(database, [...migrations, addColumn, () => ['insert into nowhere values (1)']])
    await expect(opening).rejects.toThrow(/^The stored data can't be upgraded: .*nowhere.*\.$/)
    await opened(openStore(database), async ({ db }) => expect(await findFaults(db)).toEqual([]))
    await expect(engine.query(database, 'select color from views')).rejects.toThrow(/color/)
  })
})
