import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { describe, inject, onTestFinished } from 'vitest'
import { openStore, type Store, type StoreOptions } from '#service/store/database.ts'
import type { Engine } from '#service/store/engine.ts'
import { storeFile } from '#service/store/sqlite-file.ts'

export type TestDatabase = StoreOptions & { remove(): Promise<void> }

export type TestEngine = {
  name: Engine
  /** An empty database of its own; call `remove` when every connection is closed. */
  createDatabase(): Promise<TestDatabase>
  /** A store on an empty database, closed and removed when the running test is over. */
  openStore(): Promise<Store>
  /** Asks the database itself, past the store. */
  query(database: StoreOptions, statement: string): Promise<unknown[]>
}

const postgresUrl = inject('postgresUrl')

/** Describes the same facts on SQLite and on PostgreSQL; where there is no PostgreSQL, its tests count as skipped. */
export function describeEachEngine(title: string, body: (engine: TestEngine) => void) {
  describe(`${title} on SQLite`, () => body(engineNamed('sqlite', createFile, queryFile)))
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

/** A folder for an embedded store, or anything else. */
export async function createFile(): Promise<TestDatabase> {
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

const queryPostgres: TestEngine['query'] = ({ databaseUrl = '' }, statement) => queryServer(databaseUrl, statement)

async function queryServer(connectionString: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
