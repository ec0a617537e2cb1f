import { type Kysely, sql, type Transaction } from 'kysely'
import { StartError } from '#service/start-error.ts'
import { type Engine, engineOf } from './engine.ts'
import { locks } from './locks.ts'
import { migrations } from './migrations/all.ts'
import type { Schema } from './schema.ts'

const versionName = 'schema_version'

export const latestVersion = migrations.length

/** Returns the version of the stored schema, 0 for an empty database. */
export async function schemaVersion(db: Kysely<Schema>): Promise<number> {
  if (!(await metaExists(db))) return 0
  const row = await db.selectFrom('meta').select('value').where('name', '=', versionName).executeTakeFirst()
  return Number(row?.value ?? 0)
}

/** Migrates the schema to this program's version in one transaction. Throws a StartError if it is newer. */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  refuseNewer(await schemaVersion(db))
  await db.transaction().execute(async (tx) => {
    const engine = engineOf(tx)
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${locks.migration})`.execute(tx)
    const version = await schemaVersion(tx)
    refuseNewer(version)
    if (version < latestVersion) await apply(tx, engine, version)
  })
}

export function refuseNewer(version: number) {
  if (version <= latestVersion) return
  throw new StartError(
    `The database has schema version ${version}, but this version supports up to ${latestVersion}. Upgrade SEO Reports.`,
  )
}

async function apply(tx: Transaction<Schema>, engine: Engine, from: number) {
  if (from === 0) await sql`create table meta (name text primary key, value text not null)`.execute(tx)
  for (const statements of migrations.slice(from)) {
    for (const statement of statements(engine)) await sql.raw(statement).execute(tx)
  }
  await tx
    .insertInto('meta')
    .values({ name: versionName, value: String(latestVersion) })
    .onConflict((c) => c.column('name').doUpdateSet({ value: String(latestVersion) }))
    .execute()
}

async function metaExists(db: Kysely<Schema>): Promise<boolean> {
  const query =
    engineOf(db) === 'sqlite'
      ? sql<{ found: string | null }>`select name as found from sqlite_master where type = 'table' and name = 'meta'`
      : // Reads the catalogue's table, because to_regclass may have cached the state before another process migrated.
        sql<{
          found: string | null
        }>`select relname as found from pg_class where relnamespace = current_schema()::regnamespace and relname = 'meta'`
  return Boolean((await query.execute(db)).rows[0]?.found)
}
