import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { StartError } from '#service/start-error.ts'
import { createDataFolder, describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore } from './database.ts'
import { createReport, findReport } from './reports/reports.ts'
import { storeFile } from './sqlite/data-files.ts'

const asVersion = (version: number) => sql`update meta set value = ${String(version)} where name = 'migrations'`

describeEachEngine('opening a store', onBoth, (engine) => {
  const database = async () => {
    const made = await engine.createDatabase()
    onTestFinished(() => made.remove())
    return made
  }

  it('keeps stored data', async () => {
    const options = await database()
    const before = await openStore(options)
    const report = await createReport(before.db, newReport())
    await before.close()
    const after = await openStore(options)
    expect(await findReport(after.db, report.id, { kind: 'all' })).toEqual(report)
    await after.ping()
    await after.close()
    await expect(after.ping()).rejects.toThrow()
  })

  it('rejects a newer schema with one sentence, and does not change it', async () => {
    const options = await database()
    const before = await openStore(options)
    await asVersion(99).execute(before.db)
    await before.close()
    const opening = openStore(options)
    await expect(opening).rejects.toThrow(StartError)
    await expect(opening).rejects.toThrow(
      /^The database has schema version 99, but this version supports up to \d+\. Upgrade SEO Reports\.$/,
    )
    await expect(openStore(options)).rejects.toThrow('99')
  })

  it('rolls back a failed start', async () => {
    const options = await database()
    const before = await openStore(options)
    await sql`drop table meta`.execute(before.db)
    await before.close()
    // Without `meta`, the database seems to be empty. The start creates `meta`, then fails on a table that exists.
    await expect(openStore(options)).rejects.toThrow(/^The stored data can't be upgraded: .*api_keys.*\.$/)
    await expect(engine.query(options, 'select * from meta')).rejects.toThrow(/meta/)
  })
})

it('opening a store explains in one sentence that the database cannot be reached', async () => {
  const opening = openStore({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' })
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow(
    /^Can't reach the database in DATABASE_URL: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
  )
})

it('opening a store explains in one sentence that the data folder cannot be used', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  writeFileSync(path.join(dataDir, 'file'), '')
  const opening = openStore({ dataDir: path.join(dataDir, 'file') })
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow(/isn't writable\. .*SEO_REPORTS_DATA_DIR to another one\.$/)
})

it.runIf(process.platform === 'linux')(
  'opening a store in a folder that allows no files fails with one sentence, and does not hang',
  async () => {
    await expect(openStore({ dataDir: '/proc/none' })).rejects.toThrow(
      /^The data folder \/proc\/none isn't writable\. /,
    )
  },
)

it('opening a store rejects a file of another program', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  writeFileSync(storeFile(dataDir), 'This is a letter, and not a short one. '.repeat(200))
  const opening = openStore({ dataDir })
  await expect(opening).rejects.toThrow(StartError)
  await expect(opening).rejects.toThrow(/seo-reports\.db can't be opened: .*\.$/)
})

it('an open store syncs every commit to the disk, checks references and keeps a write-ahead log', async () => {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  const { db, close } = await openStore({ dataDir })
  onTestFinished(close)
  const settings = await db
    .transaction()
    .execute((tx) =>
      Promise.all(
        ['synchronous', 'foreign_keys', 'journal_mode'].map(
          async (name) => Object.values((await sql.raw(`pragma ${name}`).execute(tx)).rows[0] ?? {})[0],
        ),
      ),
    )
  expect(settings).toEqual([2, 1, 'wal'])
})
