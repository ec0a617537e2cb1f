import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { baseline } from '#service/store/baseline.ts'
import type { Store, StoreOptions } from '#service/store/database.ts'
import type { Engine } from '#service/store/engine.ts'
import { applicationId, storeFile } from '#service/store/sqlite/data-files.ts'

// A small database of the baseline is stored for each engine as SQL, so that migrations are tested from it.

const fileOf = (engine: Engine) => fileURLToPath(new URL(`./baseline-${engine}.sql`, import.meta.url))

export const readBaseline = (engine: Engine): string => readFileSync(fileOf(engine), 'utf8')

export const baselineSchema = (engine: Engine): string => baseline(engine).join(';\n\n')

/** The tables in the order of their creation, in which rows can be written. */
const tablesOf = (engine: Engine) =>
  baseline(engine).flatMap((statement) => /^create (?:unlogged )?table (\w+)/.exec(statement)?.[1] ?? [])
const generated = new Set(['average_score', 'pages_average', 'changed'])

/** Stores the schema and the rows of a store as the file of its engine. */
export async function writeBaseline({ db, engine }: Store): Promise<void> {
  const statements = [baselineSchema(engine)]
  for (const table of tablesOf(engine)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)} order by 1`.execute(db)
    const columns = Object.keys(rows[0] ?? {}).filter((name) => !generated.has(name))
    const into = `insert into ${table} (${columns.join(', ')})${engine === 'postgres' ? ' overriding system value' : ''}`
    for (const row of rows)
      statements.push(`${into}\nvalues (${columns.map((name) => literalOf(row[name], engine)).join(', ')})`)
    // Does nothing for an ID that the server doesn't choose.
    if (engine === 'postgres' && typeof rows[0]?.['id'] === 'number')
      statements.push(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  }
  writeFileSync(fileOf(engine), `${statements.join(';\n\n')};\n`)
}

function literalOf(value: unknown, engine: Engine): string {
  if (value === null || typeof value === 'number') return String(value)
  if (Buffer.isBuffer(value))
    return engine === 'sqlite' ? `x'${value.toString('hex')}'` : `'\\x${value.toString('hex')}'`
  return `'${String(value).replaceAll("'", "''")}'`
}

/** Runs statements on an empty database, which is created for SQLite. */
export async function runOnEmpty({ databaseUrl, dataDir }: StoreOptions, statements: string): Promise<void> {
  if (databaseUrl) {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(statements).finally(() => client.end())
    return
  }
  const file = new Database(storeFile(dataDir))
  file.pragma(`application_id = ${applicationId}`)
  file.pragma('journal_mode = wal')
  file.exec(statements)
  file.close()
}
