import { execFile } from 'node:child_process'
import { hash } from 'node:crypto'
import { copyFileSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openStore } from '#service/store/database.ts'
import { applicationId, readyFile, storeFile } from '#service/store/sqlite/data-files.ts'
import { runOnEmpty } from '#testing/store/baseline.ts'
import { createDataFolder, describeEachEngine, type TestDatabase, type TestEngine } from '#testing/store/databases.ts'

// Each command runs in its own process.

/** The remains of a preview: its version, and one of its tables. Both names of versions were used. */
const remains = (
  name: 'schema_version' | 'schema',
  version: number,
) => `create table meta (name text primary key, value text not null);
  insert into meta values ('${name}', '${version}'), ('signing-secret', 'x');
  create table reports (id integer primary key, url text not null);
  insert into reports values (1, 'https://shop.example/')`
const preview = remains('schema_version', 32)

const refusal = (place: 'folder' | 'database') =>
  `Made by a preview. Save its CSV exports there, or start with an empty ${place}.\n`

function run(file: string, args: string[], { dataDir, databaseUrl }: Omit<TestDatabase, 'remove'>) {
  const env = { PATH: process.env['PATH'], SEO_REPORTS_DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0' }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [fileURLToPath(new URL(`../${file}.ts`, import.meta.url)), ...args],
      { env },
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

/** Returns everything that could change: names, modes, times and contents of files, or tables and their rows. */
async function stateOf(engine: TestEngine, database: TestDatabase) {
  if (engine.name === 'sqlite') return filesIn(database.dataDir)
  const tables = await engine.query(
    database,
    "select oid::text, relname, relkind from pg_class where relnamespace = 'public'::regnamespace order by 1",
  )
  return [tables, await engine.query(database, 'select xmin::text, * from meta order by name')]
}

const filesIn = (folder: string) =>
  readdirSync(folder)
    .toSorted()
    .map((name) => {
      const { mode, mtimeMs } = statSync(path.join(folder, name))
      return [name, mode, mtimeMs, hash('sha256', readFileSync(path.join(folder, name)))]
    })

const commands: [file: string, args: string[]][] = [
  ['commands/key', ['list']],
  ['commands/sign-in', []],
  ['commands/seed', ['--websites', '1', '--reports', '1']],
  ['commands/verify-data', []],
  ['commands/rescore', []],
  ['main', []],
]

describeEachEngine('the data of a preview is refused and stays as it is', (engine) => {
  // The commands open both databases in the same way.
  it.each(engine.name === 'sqlite' ? commands : commands.slice(-2))('by %s', async (file, args) => {
    const database = await engine.createDatabase()
    onTestFinished(() => database.remove())
    await runOnEmpty(database, preview)
    const before = await stateOf(engine, database)
    const stderr = refusal(engine.name === 'sqlite' ? 'folder' : 'database')
    expect(await run(file, args, database)).toEqual({ code: 1, stdout: '', stderr })
    expect(await stateOf(engine, database)).toEqual(before)
  })

  it('also that of the last one', async () => {
    const database = await engine.createDatabase()
    onTestFinished(() => database.remove())
    await runOnEmpty(database, remains('schema', 14))
    const before = await stateOf(engine, database)
    await expect(openStore(database)).rejects.toThrow(/^Made by a preview\. /)
    expect(await stateOf(engine, database)).toEqual(before)
  })
})

describe('files of a preview are refused and stay as they are', () => {
  async function folder() {
    const database = await createDataFolder()
    onTestFinished(() => database.remove())
    return database
  }

  it('by a backup', async () => {
    const database = await folder()
    await runOnEmpty(database, preview)
    const before = filesIn(database.dataDir)
    const copy = path.join(database.dataDir, 'copy.db')
    expect(await run('commands/backup', [copy], database)).toMatchObject({ code: 1, stderr: refusal('folder') })
    expect(filesIn(database.dataDir)).toEqual(before)
  })

  it('by a restore, as the backup and as the data that it would replace', async () => {
    const [older, empty] = [await folder(), await folder()]
    await runOnEmpty(older, preview)
    const before = filesIn(older.dataDir)
    const restored = await run('commands/restore', [storeFile(older.dataDir)], empty)
    expect(restored).toMatchObject({ code: 1, stderr: refusal('folder') })
    expect(readdirSync(empty.dataDir)).toEqual([])
    const replaced = await run('commands/restore', ['other.db'], older)
    expect(replaced).toMatchObject({ code: 1, stderr: refusal('folder') })
    expect(filesIn(older.dataDir)).toEqual(before)
  })

  it('with the log that a killed preview leaves', async () => {
    const [killed, { dataDir }] = [await folder(), await folder()]
    await runOnEmpty(killed, preview)
    const file = new Database(storeFile(killed.dataDir))
    file.exec("insert into reports values (2, 'https://shop.example/2')")
    for (const name of readdirSync(killed.dataDir))
      copyFileSync(path.join(killed.dataDir, name), path.join(dataDir, name))
    file.close()
    const written = () => filesIn(dataDir).filter(([name]) => !String(name).endsWith('-shm'))
    const before = written()
    expect(before).toHaveLength(2)
    expect(await run('commands/verify-data', [], { dataDir })).toMatchObject({ code: 1, stderr: refusal('folder') })
    expect(written()).toEqual(before)
  })

  it('if a restore by the preview was interrupted', async () => {
    const database = await folder()
    const file = new Database(readyFile(database.dataDir, '2026-11-26T01-02-03-004Z'))
    file.pragma(`application_id = ${applicationId}`)
    file.exec(preview)
    file.close()
    const before = filesIn(database.dataDir)
    expect(await run('main', [], database)).toMatchObject({ code: 1, stderr: refusal('folder') })
    expect(filesIn(database.dataDir)).toEqual(before)
  })
})
