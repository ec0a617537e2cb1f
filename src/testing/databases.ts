import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { describe, inject, onTestFinished } from 'vitest'
import { openStore, type Store, type StoreOptions } from '#service/store/database.ts'
import type { Engine } from '#service/store/engine.ts'

export type TestDatabase = StoreOptions & { remove(): Promise<void> }

export type TestEngine = {
  name: Engine
  /** An empty database of its own; call `remove` when every connection is closed. */
  createDatabase(): Promise<TestDatabase>
  /** A store on an empty database, closed and removed when the running test is over. */
  openStore(): Promise<Store>
}

const postgresUrl = inject('postgresUrl')

/** Describes the same facts on SQLite and on PostgreSQL; where there is no PostgreSQL, its tests count as skipped. */
export function describeEachEngine(title: string, body: (engine: TestEngine) => void) {
  describe(`${title} on SQLite`, () => body(engineNamed('sqlite', createFile)))
  describe.skipIf(postgresUrl === null)(`${title} on PostgreSQL`, () => body(engineNamed('postgres', createPostgresDatabase)))
}

function engineNamed(name: Engine, createDatabase: () => Promise<TestDatabase>): TestEngine {
  return {
    name,
    createDatabase,
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

async function createPostgresDatabase(): Promise<TestDatabase> {
  const server = postgresUrl ?? ''
  const name = `seo_reports_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `create database ${name} encoding 'UTF8' template template0`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { dataDir: '', databaseUrl: url.href, remove: () => onServer(server, `drop database if exists ${name} with (force)`) }
}

async function onServer(connectionString: string, statement: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
