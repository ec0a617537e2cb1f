import path from 'node:path'
import { Kysely, type KyselyConfig, PostgresDialect, sql } from 'kysely'
import type { Engine } from './engine.ts'
import { migrate, newestVersion, refuseNewer, schemaVersion } from './migrate.ts'
import { checkDatabase, createPool } from './postgres-pool.ts'
import type { Schema } from './schema.ts'
import { copyInto } from './sqlite-copy.ts'
import { SqliteFileDialect } from './sqlite-driver.ts'
import { openSqliteFile, type SqliteHandles } from './sqlite-file.ts'
import { StartError } from './start-error.ts'

export type Store = {
  db: Kysely<Schema>
  engine: Engine
  close(): Promise<void>
  /** Rejects when the database does not answer. */
  ping(): Promise<void>
}

type OnQuery = (sql: string, parameters: readonly unknown[]) => void

/** `onQuery` is told of every query that was run. */
export type StoreOptions = { databaseUrl?: string | undefined; dataDir: string; onQuery?: OnQuery }

/** Opens the store and brings its schema up to date. Throws a StartError, one sentence, when it cannot. */
export async function openStore({ databaseUrl, dataDir, onQuery }: StoreOptions): Promise<Store> {
  return databaseUrl ? openPostgres(databaseUrl, onQuery) : openSqlite(dataDir, onQuery)
}

async function openSqlite(dataDir: string, onQuery: OnQuery | undefined): Promise<Store> {
  const handles = openSqliteFile(dataDir)
  const db = new Kysely<Schema>({ dialect: new SqliteFileDialect(handles.reader, handles.writer), ...logged(onQuery) })
  return prepared(db, 'sqlite', () => backUpBeforeMigrating(db, handles, dataDir))
}

async function openPostgres(databaseUrl: string, onQuery: OnQuery | undefined): Promise<Store> {
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: createPool(databaseUrl) }), ...logged(onQuery) })
  return prepared(db, 'postgres', () => checkDatabase(db))
}

function logged(onQuery: OnQuery | undefined): Pick<KyselyConfig, 'log'> {
  return onQuery ? { log: ({ query }) => onQuery(query.sql, query.parameters) } : {}
}

async function prepared(db: Kysely<Schema>, engine: Engine, before: () => Promise<void>): Promise<Store> {
  try {
    await before()
    await migrate(db)
  } catch (error) {
    await db.destroy()
    throw error instanceof StartError
      ? error
      : new StartError(`The stored data cannot be brought up to date: ${(error as Error).message}.`)
  }
  return {
    db,
    engine,
    close: () => db.destroy(),
    ping: async () => void (await sql`select 1`.execute(db)),
  }
}

async function backUpBeforeMigrating(db: Kysely<Schema>, { writer, isNew }: SqliteHandles, dataDir: string) {
  if (isNew) return
  const version = await schemaVersion(db)
  refuseNewer(version)
  if (version > 0 && version < newestVersion) copyInto(writer, path.join(dataDir, `before-version-${newestVersion}.db`))
}
