import { expect, it, onTestFinished } from 'vitest'
import { describeEachEngine, type TestDatabase, type TestEngine } from '#testing/databases.ts'
import { newFacts, newReport, newEvaluation } from '#testing/reports.ts'
import { listKeys } from './api-keys.ts'
import { openStore } from './database.ts'
import { findDuplicates } from './duplicates.ts'
import { first } from './migrations/001-first.ts'
import { pack } from './packed-json.ts'
import { createReport, findWholeReport } from './reports.ts'
import { openSqliteFile } from './sqlite/file.ts'
import { findFaults } from './verify.ts'

/** Creates a database of the first version: website 1 with reports of these URLs, and these rows of keys. */
async function version1(engine: TestEngine, database: TestDatabase, urls: string[], keys: string[] = []) {
  const bytes = (value: unknown) =>
    engine.name === 'sqlite' ? `x'${pack(value).toString('hex')}'` : `'\\x${pack(value).toString('hex')}'::bytea`
  const at = "'2026-01-01T00:00:00.000Z'"
  const statements = [
    'create table meta (name text primary key, value text not null)',
    "insert into meta (name, value) values ('schema_version', '1')",
    ...first(engine.name),
    ...keys.map((row) => `insert into api_keys values ${row}`),
    `insert into websites (domain, search_text, reports_count, score_sum, good, created_at, updated_at) values ('shop.example', 'shop.example', ${urls.length}, ${urls.length * 85}, ${urls.length}, ${at}, ${at})`,
    ...urls.flatMap((url, index) => [
      `insert into reports (website_id, url, search_text, score, result, engine, ruleset, title_hash, created_at) values (1, '${url}', '${url}', 85, 'good', 'http', 1, 't', ${at})`,
      `insert into report_payloads (report_id, verdict, facts) values (${index + 1}, ${bytes(newEvaluation())}, ${bytes(newFacts(url))})`,
    ]),
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

describeEachEngine('data of the first version', (engine) => {
  it('is migrated: the newest report of each page is marked, and new reports can be added', async () => {
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
