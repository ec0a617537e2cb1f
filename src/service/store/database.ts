import path from 'node:path'
import { Kysely, type KyselyConfig, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { Engine } from './engine.ts'
import { migrate, newestVersion, refuseNewer, schemaVersion } from './migrate.ts'
import type { Schema } from './schema.ts'
import { copyInto } from './sqlite-backup.ts'
import { SqliteFileDialect } from './sqlite-driver.ts'
import { openSqliteFile, type SqliteHandles } from './sqlite-file.ts'
import { StartError } from './start-error.ts'

export type Store = {
  db: Kysely<Schema>
  engine: Engine
  close(): Promise<void>
  /** Rejects if the database does not respond. */
  ping(): Promise<void>
}

/** Called with every query that was run. */
type OnQuery = (sql: string, parameters: readonly unknown[]) => void

export type StoreOptions = { databaseUrl?: string | undefined; dataDir: string; onQuery?: OnQuery }

/** Opens the store and migrates its schema. Throws a StartError with one sentence if it cannot. */
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
  return prepared(db, 'postgres', () => checkEncoding(db))
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

/**
 * Creates a pool. bigint and numeric are parsed as numbers, because ids and sums stay below 2^53. Sequential scans are
 * switched off: every list has its index, and a wrong estimate must not read the whole table.
 */
function createPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5000,
    application_name: 'seo-reports',
    options: '-c enable_seqscan=off -c jit=off',
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserFor(oid, format) },
  })
  // The next query replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', () => {})
  return pool
}

function parserFor(oid: number, format?: 'text' | 'binary') {
  const { builtins, getTypeParser } = pg.types
  return oid === builtins.INT8 || oid === builtins.NUMERIC ? Number : getTypeParser(oid, format as 'text')
}

/** Throws a StartError if the database cannot be reached or does not store all of Unicode. */
async function checkEncoding(db: Kysely<Schema>): Promise<void> {
  const encoding = await sql<{ server_encoding: string }>`show server_encoding`.execute(db).catch((error: unknown) => {
    throw new StartError(`The database in DATABASE_URL cannot be reached: ${reasonOf(error)}.`)
  })
  const name = encoding.rows[0]?.server_encoding
  if (name !== 'UTF8')
    throw new StartError(`The database in DATABASE_URL is encoded as ${name}: create one with encoding UTF8.`)
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
