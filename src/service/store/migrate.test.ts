import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { baselineSchema, readBaseline, runOnEmpty } from '#testing/store/baseline.ts'
import { describeEachEngine, onBoth, type TestEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { createAlertRule, listAlertRules } from './alerts/rules.ts'
import { openStore, type Store } from './database.ts'
import { type Migration, migrations } from './migrations.ts'
import { createReport, findWholeReport } from './reports/reports.ts'
import { backupBefore } from './sqlite/data-files.ts'
import { findFaults } from './verify/verify.ts'

const lamps = 'https://www.shop.example/lamps'
const all = { kind: 'all' } as const

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

/** Returns the columns of all tables with their types and defaults, and the indexes. */
async function schemaOf({ db, engine }: Store): Promise<unknown[]> {
  const columns =
    engine === 'sqlite'
      ? sql`select t.name as of, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden
          from sqlite_schema as t, pragma_table_xinfo(t.name) as c where t.type = 'table' order by 1, 2`
      : sql`select table_name, column_name, data_type, is_nullable, column_default, collation_name
          from information_schema.columns where table_schema = 'public' order by 1, 2`
  const indexes =
    engine === 'sqlite'
      ? sql`select name, sql from sqlite_schema where type in ('index', 'trigger') order by name`
      : sql`select indexname, indexdef from pg_indexes where schemaname = 'public' order by indexname`
  return [...(await columns.execute(db)).rows, ...(await indexes.execute(db)).rows]
}

describeEachEngine('a stored database of the first release', onBoth, (engine) => {
  it('has the schema of the baseline, which never changes, and rows in every table', () => {
    const stored = readBaseline(engine.name)
    const schema = `${baselineSchema(engine.name)};\n`
    expect(stored.startsWith(schema)).toBe(true)
    const tables = [...schema.matchAll(/^create (?:unlogged )?table (\w+)/gm)].map(([, table]) => table)
    expect(
      tables.filter((table) => !stored.includes(`\ninsert into ${table} `) && table !== 'target_collisions'),
    ).toEqual([])
  })

  it('opens with its reports, and takes new ones', async () => {
    await opened(openStore(await storedDatabase(engine)), async ({ db }) => {
      expect(await findFaults(db)).toEqual([])
      const payload = (await findWholeReport(db, 3, all))?.payload
      expect(payload?.evaluation.results['title-present']).toMatchObject({ outcome: 'fail' })
      expect(payload?.facts.response.finalUrl).toBe(lamps)
      expect((await createReport(db, newReport({ url: lamps }))).id).toBe(5)
      expect(await findFaults(db)).toEqual([])
    })
  })

  it('keeps its alert rules with their IDs, changes and views', async () => {
    await opened(openStore(await storedDatabase(engine)), async ({ db }) => {
      const rules = await listAlertRules(db)
      expect(rules.length).toBeGreaterThan(0)
      for (const { place } of rules) expect(place).toMatchObject({ view_id: expect.any(Number), website_id: null })
      const changes = await db.selectFrom('alert_changes').select('rule_id').execute()
      expect(changes.length).toBeGreaterThan(0)
      const to = {
        conditions: ['robots_changed'] as const,
        mail_to: [],
        webhook_url: null,
        author_id: 'k',
        author_name: null,
      }
      const place = { view_id: null, website_id: 1 }
      const id = await createAlertRule(db, place, { ...to, conditions: [...to.conditions] })
      expect(id).toBeGreaterThan(Math.max(...rules.map((rule) => rule.id)))
      expect(await createAlertRule(db, place, { ...to, conditions: [...to.conditions] })).toBeUndefined()
    })
  })

  it('gets the schema of a new database', async () => {
    const migrated = await opened(openStore(await storedDatabase(engine)), schemaOf)
    expect(migrated).toEqual(await schemaOf(await engine.openStore()))
    expect(migrated.length).toBeGreaterThan(300)
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
