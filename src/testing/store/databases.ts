import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { describe, inject, onTestFinished } from 'vitest'
import { openStore, type Store, type StoreOptions } from '#service/store/database.ts'
import type { Engine } from '#service/store/engine.ts'
import { storeFile } from '#service/store/sqlite/data-files.ts'
import { databaseAt, queryServer } from './postgres.ts'

export type TestDatabase = StoreOptions & { remove(): Promise<void> }

export type TestEngine = {
  name: Engine
  /** Creates an empty database. Call `remove` after closing all connections. */
  createDatabase(): Promise<TestDatabase>
  /** Opens a store on a database without rows. It is closed and removed when the running test ends. */
  openStore(): Promise<Store>
  /** Queries the database directly. */
  query(database: StoreOptions, statement: string): Promise<unknown[]>
}

const postgresUrl = inject('postgresUrl')

type EngineBody = (engine: TestEngine) => void

/** For tests of the SQL itself: `npm test` runs them on both engines. */
export const onBoth = { tags: [] }
/** For all others: on PostgreSQL, only `npm run test:all` runs them. */
const onSqliteFirst = { tags: ['all'] }

/** Runs the same tests on SQLite and on PostgreSQL. Without PostgreSQL, its tests are skipped. */
export function describeEachEngine(title: string, ...rest: [EngineBody] | [typeof onBoth, EngineBody]) {
  const [onPostgres, body] = rest.length === 2 ? rest : [onSqliteFirst, rest[0]]
  describe(`${title} on SQLite`, () => body(engineNamed('sqlite', createDataFolder, copyMigratedFolder, queryFile)))
  describe.skipIf(postgresUrl === null)(`${title} on PostgreSQL`, onPostgres, () =>
    body(engineNamed('postgres', createPostgresDatabase, copyPostgresTemplate, queryPostgres)),
  )
}

function engineNamed(
  name: Engine,
  createDatabase: TestEngine['createDatabase'],
  copyMigrated: TestEngine['createDatabase'],
  query: TestEngine['query'],
): TestEngine {
  return { name, createDatabase, query, openStore: async () => openUntilTestEnds(await copyMigrated()) }
}

/** Opens a SQLite store without rows. It is closed and removed when the running test ends. */
export const openSqliteStore = async (): Promise<Store> => openUntilTestEnds(await copyMigratedFolder())

async function openUntilTestEnds(database: TestDatabase): Promise<Store> {
  const store = await openStore(database)
  onTestFinished(async () => {
    await store.close()
    await database.remove()
  })
  return store
}

/** Creates a temporary folder, for example for a SQLite store. */
export async function createDataFolder(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'seo-reports-test-'))
  return { dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

/** A folder with a migrated store. Made once per worker, because migrations take longer than most tests. */
let migrated: Promise<string> | undefined

async function migratedFolder(): Promise<string> {
  const { dataDir, remove } = await createDataFolder()
  process.once('exit', () => void remove())
  await (await openStore({ dataDir })).close()
  return dataDir
}

async function copyMigratedFolder(): Promise<TestDatabase> {
  const from = await (migrated ??= migratedFolder())
  const copy = await createDataFolder()
  cpSync(from, copy.dataDir, { recursive: true })
  return copy
}

async function queryFile({ dataDir }: StoreOptions, statement: string): Promise<unknown[]> {
  const file = new Database(storeFile(dataDir))
  try {
    return file.prepare(statement).all()
  } finally {
    file.close()
  }
}

const createPostgresDatabase = () => createOnServer("encoding 'UTF8' template template0")

const copyPostgresTemplate = () => createOnServer(`template ${inject('postgresTemplate')}`)

async function createOnServer(options: string): Promise<TestDatabase> {
  const server = postgresUrl ?? ''
  const name = `seo_reports_test_${randomBytes(6).toString('hex')}`
  await queryServer(server, `create database ${name} ${options}`)
  const remove = async () => void (await queryServer(server, `drop database if exists ${name} with (force)`))
  return { dataDir: '', databaseUrl: databaseAt(server, name), remove }
}

export const queryPostgres: TestEngine['query'] = ({ databaseUrl = '' }, statement) =>
  queryServer(databaseUrl, statement)
