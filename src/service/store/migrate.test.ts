import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createDataFolder, describeEachEngine, type TestDatabase, type TestEngine } from '#testing/store/databases.ts'
import { newFacts, newReport, newEvaluation } from '#testing/store/reports.ts'
import { listKeys } from './access/api-keys.ts'
import { recheckedChanges } from './alerts/changes.ts'
import { openStore } from './database.ts'
import { plainNames } from './migrations/029-plain-names.ts'
import { auditActions } from './migrations/035-audit-actions.ts'
import { migrations } from './migrations/all.ts'
import { findDuplicates } from './reports/duplicates.ts'
import { pack } from './reports/packed-json.ts'
import { createReport, findWholeReport } from './reports/reports.ts'
import { findLink, listVisits, readSnapshot } from './share-links/share-links.ts'
import { openSqliteFile } from './sqlite/file.ts'
import { carryRevocations } from './sqlite/revocations.ts'
import { findFaults } from './verify/verify.ts'

/** Creates a database as an older version left it, with these rows. */
async function createOlder(engine: TestEngine, database: TestDatabase, version: number, rows: string[]) {
  const statements = [
    'create table meta (name text primary key, value text not null)',
    `insert into meta (name, value) values ('schema_version', '${version}')`,
    ...migrations.slice(0, version).flatMap((migration) => migration(engine.name)),
    ...rows,
  ]
  if (engine.name === 'postgres') {
    for (const statement of statements) await engine.query(database, statement)
    return
  }
  const { reader, writer, unlock } = openSqliteFile(database.dataDir)
  for (const statement of statements) writer.exec(statement)
  reader.close()
  writer.close()
  unlock()
}

/** Creates a database of the first version: website 1 with reports of these URLs, and these rows of keys. */
function version1(engine: TestEngine, database: TestDatabase, urls: string[], keys: string[] = []) {
  const bytes = (value: unknown) =>
    engine.name === 'sqlite' ? `x'${pack(value).toString('hex')}'` : `'\\x${pack(value).toString('hex')}'::bytea`
  const at = "'2026-01-01T00:00:00.000Z'"
  return createOlder(engine, database, 1, [
    ...keys.map((row) => `insert into api_keys values ${row}`),
    `insert into websites (domain, search_text, reports_count, score_sum, good, created_at, updated_at) values ('shop.example', 'shop.example', ${urls.length}, ${urls.length * 85}, ${urls.length}, ${at}, ${at})`,
    ...urls.flatMap((url, index) => [
      `insert into reports (website_id, url, search_text, score, result, engine, ruleset, title_hash, created_at) values (1, '${url}', '${url}', 85, 'good', 'http', 1, 't', ${at})`,
      `insert into report_payloads (report_id, verdict, facts) values (${index + 1}, ${bytes(newEvaluation())}, ${bytes(newFacts(url))})`,
    ]),
  ])
}

describeEachEngine('data of the first version', (engine) => {
  it('is migrated: the latest report of each page is marked, and new reports can be added', async () => {
    const database = await engine.createDatabase()
    await version1(engine, database, ['https://shop.example/a', 'https://shop.example/b', 'https://shop.example/a'])
    const store = await openStore(database)
    onTestFinished(async () => {
      await store.close()
      await database.remove()
    })
    expect(await findFaults(store.db)).toEqual([])
    expect((await findWholeReport(store.db, 1, { kind: 'all' }))?.payload).toEqual({
      evaluation: newEvaluation(),
      facts: newFacts('https://shop.example/a'),
    })
    const fingerprints = { title: 't', description: null, body: null, bodyShape: null }
    expect((await findDuplicates(store.db, 1, { url: 'https://shop.example/c', fingerprints }, () => 0)).title).toEqual(
      {
        items: [
          { id: 3, url: 'https://shop.example/a' },
          { id: 2, url: 'https://shop.example/b' },
        ],
        total: 2,
      },
    )
    expect(await createReport(store.db, newReport({ url: 'https://shop.example/a' }))).toMatchObject({
      id: 4,
      websiteId: 1,
    })
    expect(await findFaults(store.db)).toEqual([])
  })

  it('gives the keys of sign-in links 30 days since their last use, and others no end', async () => {
    const database = await engine.createDatabase()
    await version1(
      engine,
      database,
      [],
      [
        "('used', 'Sign-in link, 2026-01-31', 'full', 'x', '2026-01-31T23:00:00.000Z', null, null, '2026-02-10T10:20:30.400Z')",
        "('unused', 'Sign-in link, 2026-01-31', 'full', 'x', '2026-01-31T23:00:00.000Z', null, null, null)",
        "('named', 'Sign-in link, 2026-01-30', 'full', 'x', '2026-01-31T23:00:00.000Z', null, null, null)",
        "('script', 'My script', 'full', 'x', '2026-01-31T23:00:00.000Z', null, null, null)",
      ],
    )
    const store = await openStore(database)
    onTestFinished(async () => {
      await store.close()
      await database.remove()
    })
    const keys = (await listKeys(store.db)).map(({ id, expiresAt, renewedForDays }) => [id, expiresAt, renewedForDays])
    expect(keys).toEqual([
      ['named', null, null],
      ['script', null, null],
      ['unused', '2026-03-02T23:00:00.000Z', 30],
      ['used', '2026-03-12T10:20:30.400Z', 30],
    ])
  })
})

describeEachEngine('data from before its names were plain', (engine) => {
  const before = migrations.indexOf(plainNames)
  const at = "'2026-11-01T00:00:00.000Z'"
  const linkColumns = 'token_hash, kind, mode, label, report_id, website_id, title, created_by, created_at'
  const changeColumns =
    'rule_id, page_id, website_id, url, condition, check_id, baseline, state, report_id, seen_at, attempts'
  const change = (state: string, page: number) =>
    `insert into alert_changes (${changeColumns}) values (1, ${page}, 1, 'https://shop.example/', 'score_drop', '', '{}', '${state}', 5, ${at}, 2)`

  it('keeps the snapshots and visits of share links, and the states of suspected changes', async () => {
    const database = await engine.createDatabase()
    const snapshot = pack({ title: 'x' }).toString('hex')
    await createOlder(engine, database, before, [
      `insert into links (${linkColumns}, frozen_at, opens_count, last_opened_at, frozen) values ('t', 'report', 'frozen', '', 5, 1, 'https://shop.example/', 'Key', ${at}, ${at}, 3, ${at}, ${engine.name === 'sqlite' ? `x'${snapshot}'` : `'\\x${snapshot}'::bytea`})`,
      `insert into link_opens (link_id, opened_at, client) values (1, ${at}, 'Firefox')`,
      `insert into views (name, list, query, position, created_at, updated_at) values ('All', 'reports', '', 1, ${at}, ${at})`,
      `insert into alert_rules (view_id, conditions, mail_to, key_id, created_at, updated_at) values (1, 'score_drop', 'a@shop.example', 'k', ${at}, ${at})`,
      ...['suspected', 'looking', 'open'].map((state, index) => change(state, index + 1)),
    ])
    const { db, close } = await openStore(database)
    onTestFinished(async () => {
      await close()
      await database.remove()
    })
    expect(await findLink(db, { id: 1 })).toMatchObject({
      snapshotAt: '2026-11-01T00:00:00.000Z',
      visitsCount: 3,
      lastVisitAt: '2026-11-01T00:00:00.000Z',
    })
    expect(await readSnapshot(db, 1)).toEqual({ title: 'x' })
    expect(await listVisits(db, 1, Date.parse('2026-11-02'))).toEqual([
      { visitedAt: '2026-11-01T00:00:00.000Z', client: 'Firefox' },
    ])
    const stored = await db.selectFrom('alert_changes').select(['id', 'state', 'attempts']).orderBy('id').execute()
    expect(stored).toEqual([
      { id: 1, state: 'suspected', attempts: 2 },
      { id: 2, state: 'rechecking', attempts: 2 },
      { id: 3, state: 'open', attempts: 2 },
    ])
    expect((await recheckedChanges(db, 1)).map(({ id }) => id)).toEqual([2])
  })
})

describeEachEngine('an audit log with the older names of actions', (engine) => {
  it('has those of the API', async () => {
    const database = await engine.createDatabase()
    const older = ['report.created', 'website.unlock-failed', 'sign-in', 'sign-in-link.created', 'waiver_created']
    await createOlder(
      engine,
      database,
      migrations.indexOf(auditActions),
      older.map((action) => `insert into audit (at, actor, action) values ('2026-11-01', 'command', '${action}')`),
    )
    const { db, close } = await openStore(database)
    onTestFinished(async () => {
      await close()
      await database.remove()
    })
    const stored = await db.selectFrom('audit').select('action').orderBy('id').execute()
    expect(stored.map(({ action }) => action)).toEqual([
      'report_created',
      'website_unlock_failed',
      'sign_in',
      'sign_in_link_created',
      'waiver_created',
    ])
  })
})

it('a link revoked since a backup with the older names is revoked there too, and its snapshot deleted', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const create = (name: string, version: number, row: string) => {
    const file = new Database(join(dataDir, name))
    for (const statement of migrations.slice(0, version).flatMap((migration) => migration('sqlite')))
      file.exec(statement)
    file.exec(row)
    onTestFinished(() => void file.close())
    return file
  }
  const columns = 'token_hash, kind, mode, label, report_id, title, created_by, created_at'
  const values = "'t', 'report', 'frozen', '', 5, 'https://shop.example/', 'Key', '2026-11-01'"
  create(
    'replaced',
    migrations.length,
    `insert into links (${columns}, snapshot_at, revoked_at) values (${values}, '2026-11-01', '2026-11-02')`,
  )
  const backup = create(
    'backup',
    migrations.indexOf(plainNames),
    `insert into links (${columns}, frozen_at, frozen) values (${values}, '2026-11-01', x'00')`,
  )
  expect(carryRevocations(backup, [join(dataDir, 'replaced')])).toEqual({
    revocations: [{ kind: 'link', id: 1, name: 'https://shop.example/' }],
    unreadable: [],
  })
  expect(backup.prepare('select revoked_at, frozen from links').get()).toEqual({
    revoked_at: '2026-11-02',
    frozen: null,
  })
})
