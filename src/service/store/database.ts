import { type Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import { StartError } from '#service/start-error.ts'
import { contextOf, type Engine, StoreDatabase } from './engine.ts'
import { type DiskSpace, watchDiskSpace } from './failures.ts'
import { migrate, refuseNewer, schemaVersion } from './migrate.ts'
import { type Migration, migrations } from './migrations.ts'
import { LinkTargets } from './pages/link-targets.ts'
import { createPostgresPool } from './postgres-pool.ts'
import type { Schema } from './schema.ts'
import { backupBefore, copyInto, storeFile } from './sqlite/data-files.ts'
import { SqliteFileDialect } from './sqlite/driver.ts'
import { openSqliteFile, type SqliteHandles } from './sqlite/file.ts'

export type Store = {
  db: Kysely<Schema>
  engine: Engine
  close(): Promise<void>
  /** Rejects if the database does not respond. */
  ping(): Promise<void>
  /** Returns whether a write failed because the disk is full and none would succeed now. */
  isDiskFull(): Promise<boolean>
}

/** Called with every query that was run. */
type OnQuery = (sql: string, parameters: readonly unknown[], ms: number) => void

export type StoreOptions = {
  databaseUrl?: string | undefined
  dataDir: string
  /**
   * Ends statements of PostgreSQL after 10 seconds, and connections that do not respond for 12. Commands go
   * without, because they read whole tables and nobody waits for them.
   */
  hasTimeLimits?: boolean
  onQuery?: OnQuery
  /** Called with a sentence for each problem that does not stop the start. */
  onWarning?: (sentence: string) => void
}

/** Opens the store and migrates its schema. Throws a StartError with one sentence if it can't. */
export async function openStore(options: StoreOptions, steps: readonly Migration[] = migrations): Promise<Store> {
  const { databaseUrl, hasTimeLimits = false, onQuery = () => {} } = options
  const space = watchDiskSpace()
  const log: Log = (event) =>
    event.level === 'error'
      ? space.onError(event.error)
      : onQuery(event.query.sql, event.query.parameters, event.queryDurationMillis)
  const open = { log, space, steps }
  return databaseUrl ? openPostgres(databaseUrl, hasTimeLimits, open) : openSqlite(options, open)
}

type Log = (event: LogEvent) => void
type Open = { log: Log; space: DiskSpace; steps: readonly Migration[] }

async function openSqlite({ dataDir, onWarning }: StoreOptions, { log, space, steps }: Open): Promise<Store> {
  const handles = openSqliteFile(dataDir, onWarning)
  const context = { engine: 'sqlite', file: storeFile(dataDir), targets: new LinkTargets() } as const
  const db = new StoreDatabase({ dialect: new SqliteFileDialect(handles), log }, context)
  await prepare(db, steps, () => backUpBeforeMigrating(db, handles, dataDir, steps.length))
  return storeOn(db, 'sqlite', space)
}

async function openPostgres(databaseUrl: string, hasTimeLimits: boolean, { log, space, steps }: Open) {
  const context = { engine: 'postgres', targets: new LinkTargets() } as const
  const connect = (limited: boolean) =>
    new StoreDatabase(
      { dialect: new PostgresDialect({ pool: createPostgresPool(databaseUrl, limited) }), log },
      context,
    )
  // A migration of many rows takes longer than any limit.
  const unlimited = connect(false)
  await prepare(unlimited, steps, () => checkEncoding(unlimited))
  if (!hasTimeLimits) return storeOn(unlimited, 'postgres', space)
  await unlimited.destroy()
  return storeOn(connect(true), 'postgres', space)
}

/** Migrates the schema. Closes the database if that fails. */
async function prepare(db: Kysely<Schema>, steps: readonly Migration[], before: () => Promise<void>): Promise<void> {
  try {
    await before()
    await migrate(db, steps)
    await contextOf(db).targets.load(db)
  } catch (error) {
    await db.destroy()
    throw error instanceof StartError
      ? error
      : new StartError(`The stored data can't be upgraded: ${(error as Error).message}.`)
  }
}

const storeOn = (db: Kysely<Schema>, engine: Engine, space: DiskSpace): Store => ({
  db,
  engine,
  close: () => db.destroy(),
  ping: async () => void (await sql`select 1`.execute(db)),
  isDiskFull: () => space.isFull(db),
})

async function backUpBeforeMigrating(
  db: Kysely<Schema>,
  { writer, isNew }: SqliteHandles,
  dataDir: string,
  latest: number,
) {
  if (isNew) return
  const version = await schemaVersion(db)
  refuseNewer(version, latest)
  if (version !== undefined && version < latest) copyInto(writer, backupBefore(dataDir, latest))
}

/** Throws a StartError if the database cannot be reached or does not store all of Unicode. */
async function checkEncoding(db: Kysely<Schema>): Promise<void> {
  const encoding = await sql<{ server_encoding: string }>`show server_encoding`.execute(db).catch((error: unknown) => {
    throw new StartError(`Can't reach the database in DATABASE_URL: ${reasonOf(error)}.`)
  })
  const name = encoding.rows[0]?.server_encoding
  if (name !== 'UTF8')
    throw new StartError(`The database in DATABASE_URL is encoded as ${name}. Create one with encoding UTF8.`)
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
}
