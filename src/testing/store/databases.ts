import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { describe, inject, onTestFinished } from 'vitest'
import { openStore, type Store, type StoreOptions } from '#service/store/database.ts'
import type { Engine } from '#service/store/engine.ts'
import { storeFile } from '#service/store/sqlite/data-files.ts'

export type TestDatabase = StoreOptions & { remove(): Promise<void> }

export type TestEngine = {
  name: Engine
  /** Creates an empty database. Call `remove` after closing all connections. */
  createDatabase(): Promise<TestDatabase>
  /** Opens a store on an empty database. It is closed and removed when the running test ends. */
  openStore(): Promise<Store>
  /** Queries the database directly. */
  query(database: StoreOptions, statement: string): Promise<unknown[]>
}

const postgresUrl = inject('postgresUrl')

/** Runs the same tests on SQLite and on PostgreSQL. Without PostgreSQL, its tests are skipped. */
export function describeEachEngine(title: string, body: (engine: TestEngine) => void) {
  describe(`${title} on SQLite`, () => body(engineNamed('sqlite', createDataFolder, queryFile)))
  describe.skipIf(postgresUrl === null)(`${title} on PostgreSQL`, () =>
    body(engineNamed('postgres', createPostgresDatabase, queryPostgres)),
  )
}

function engineNamed(
  name: Engine,
  createDatabase: TestEngine['createDatabase'],
  query: TestEngine['query'],
): TestEngine {
  return {
    name,
    createDatabase,
    query,
    async openStore() {
      const database = await createDatabase()
      const store = await openStore(database)
      onTestFinished(async () => {
        await store.close()
        await database.remove()
      })
      return store
    },
  }
}

/** Creates a temporary folder, for example for a SQLite store. */
export async function createDataFolder(): Promise<TestDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'seo-reports-test-'))
  return { dataDir, remove: async () => rmSync(dataDir, { recursive: true, force: true }) }
}

async function queryFile({ dataDir }: StoreOptions, statement: string): Promise<unknown[]> {
  const file = new Database(storeFile(dataDir))
  try {
    return file.prepare(statement).all()
  } finally {
    file.close()
  }
}

async function createPostgresDatabase(): Promise<TestDatabase> {
  const server = postgresUrl ?? ''
  const name = `seo_reports_test_${randomBytes(6).toString('hex')}`
  await queryServer(server, `create database ${name} encoding 'UTF8' template template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const remove = async () => void (await queryServer(server, `drop database if exists ${name} with (force)`))
  return { dataDir: '', databaseUrl: url.href, remove }
}

export const queryPostgres: TestEngine['query'] = ({ databaseUrl = '' }, statement) =>
  queryServer(databaseUrl, statement)

async function queryServer(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
