import { type Kysely, sql, type Transaction } from 'kysely'
import { StartError } from '#service/start-error.ts'
import { baseline } from './baseline/baseline.ts'
import { type Engine, engineOf, locks } from './engine.ts'
import { type Migration, migrations } from './migrations.ts'
import type { Schema } from './schema.ts'

/** The name of the schema's version in `meta`, and those in data of previews and unfinished baselines. */
export const versionName = 'migrations'
export const versionNamesOfPreviews = ['schema', 'schema_version', 'version']

export const latestVersion = migrations.length

/** Returns an error for data that can't be upgraded, and must not be changed. */
export const madeByPreview = (place: 'folder' | 'database') =>
  new StartError(`Made by a preview. Save its CSV exports there, or start with an empty ${place}.`)

/**
 * Returns the version of the stored schema: the number of migrations after the baseline. Undefined for an empty
 * database. Throws a StartError if a preview made it.
 */
export async function schemaVersion(db: Kysely<Schema>): Promise<number | undefined> {
  const engine = engineOf(db)
  if (!(await hasMeta(db, engine))) return undefined
  const rows = await db
    .selectFrom('meta')
    .selectAll()
    .where('name', 'in', [versionName, ...versionNamesOfPreviews])
    .execute()
  if (rows.some(({ name }) => name !== versionName)) throw madeByPreview(engine === 'sqlite' ? 'folder' : 'database')
  const version = rows[0]?.value
  return version === undefined ? undefined : Number(version)
}

/** Makes or migrates the schema in one transaction. Throws a StartError if it is newer, or if a preview made it. */
export async function migrate(db: Kysely<Schema>, steps: readonly Migration[] = migrations): Promise<void> {
  refuseNewer(await schemaVersion(db), steps.length)
  await db.transaction().execute(async (tx) => {
    const engine = engineOf(tx)
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${locks.migration})`.execute(tx)
    const version = await schemaVersion(tx)
    refuseNewer(version, steps.length)
    if (version === undefined) await run(tx, baseline(engine))
    for (const step of steps.slice(version)) await run(tx, step(engine))
    if (version === steps.length) return
    await tx
      .insertInto('meta')
      .values({ name: versionName, value: String(steps.length) })
      .onConflict((c) => c.column('name').doUpdateSet({ value: String(steps.length) }))
      .execute()
  })
}

async function run(tx: Transaction<Schema>, statements: readonly string[]) {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

export function refuseNewer(version: number | undefined, latest: number) {
  if (version === undefined || version <= latest) return
  throw new StartError(
    `The database has schema version ${version}, but this version supports up to ${latest}. Upgrade SEO Reports.`,
  )
}

async function hasMeta(db: Kysely<Schema>, engine: Engine): Promise<boolean> {
  const query =
    engine === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = 'meta'`
      : // Reads the catalogue's table, because to_regclass may have cached the state before another process migrated.
        sql`select 1 from pg_class where relnamespace = current_schema()::regnamespace and relname = 'meta'`
  return (await query.execute(db)).rows.length > 0
}
