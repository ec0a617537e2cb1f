import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import type { Schema } from './schema.ts'
import { StartError } from './start-error.ts'

const { builtins, getTypeParser } = pg.types

/**
 * bigint and numeric come as numbers: ids and sums here stay below 2^53. Sequential scans are priced out, as every list
 * has its index and an estimate gone wrong must not read the whole table.
 */
export function createPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 10,
    connectionTimeoutMillis: 5000,
    application_name: 'seo-reports',
    options: '-c enable_seqscan=off -c jit=off',
    types: { getTypeParser: (oid: number, format?: 'text' | 'binary') => parserFor(oid, format) },
  })
  // An idle connection that breaks is replaced by the next query; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

function parserFor(oid: number, format?: 'text' | 'binary') {
  return oid === builtins.INT8 || oid === builtins.NUMERIC ? Number : getTypeParser(oid, format as 'text')
}

/** Throws a StartError when the database cannot be reached or cannot hold our texts. */
export async function checkDatabase(db: Kysely<Schema>): Promise<void> {
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
