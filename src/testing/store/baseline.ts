import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import pg from 'pg'
import { baseline } from '#service/store/baseline/baseline.ts'
import type { StoreOptions } from '#service/store/database.ts'
import type { Engine } from '#service/store/engine.ts'
import { applicationId, storeFile } from '#service/store/sqlite/data-files.ts'

/** Returns a small database of the baseline as SQL. It never changes, so that migrations are tested from it. */
export const readBaseline = (engine: Engine): string =>
  readFileSync(fileURLToPath(new URL(`./baseline-${engine}.sql`, import.meta.url)), 'utf8')

export const baselineSchema = (engine: Engine): string => baseline(engine).join(';\n\n')

/** Runs statements on an empty database, which is created for SQLite. */
export async function runOnEmpty({ databaseUrl, dataDir }: StoreOptions, statements: string): Promise<void> {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(statements).finally(() => client.end())
    return
  }
  const file = new Database(storeFile(dataDir))
  file.pragma('auto_vacuum = incremental')
  file.pragma(`application_id = ${applicationId}`)
  file.pragma('journal_mode = wal')
  file.exec(statements)
  file.close()
}
