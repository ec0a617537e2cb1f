import { type Kysely, sql, type Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

const engines = new WeakMap<Kysely<Schema>, Engine>()
const parameter = sql`${0}`

/** Returns the engine behind a database or transaction. Only PostgreSQL numbers the parameters of its statements. */
export function engineOf(db: Kysely<Schema>): Engine {
  const known = engines.get(db)
  if (known) return known
  const engine = parameter.compile(db).sql === '$1' ? 'postgres' : 'sqlite'
  engines.set(db, engine)
  return engine
}

/** The time of the database in milliseconds, because the processes that share it can have different clocks. */
export async function databaseTime(db: Kysely<Schema>): Promise<number> {
  if (engineOf(db) === 'sqlite') return Date.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  return Math.floor(Number(rows[0]?.ms))
}

/** The time of the database as rows have it. */
export const databaseNow = async (db: Kysely<Schema>): Promise<string> => new Date(await databaseTime(db)).toISOString()

/**
 * Advisory locks of PostgreSQL. The numbers are arbitrary, and the same in every process and version, because processes
 * of two versions can share a database while it is upgraded.
 */
export const locks = {
  migration: 7_361_001,
  /** Claiming URLs of jobs. */
  claim: 7_361_002,
  /** Comparing the name of a key with those of others. */
  keyNames: 7_361_003,
  /** First of two numbers; the second is the hash of a limit's name. Pairs never collide with single numbers. */
  limits: 7_361_002,
} as const

/**
 * Lets one transaction at a time change a table from here on, so that what it has counted stays so. Call it before
 * other statements on the table. On SQLite, a transaction is the only one that writes.
 */
export async function lockTable(tx: Transaction<Schema>, table: keyof Schema): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}

/** Yields slices of `size` items. A statement takes a limited number of values. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}
