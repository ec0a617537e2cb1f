import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Schema } from './schema.ts'

/** The time of the database in milliseconds, because the processes that share it can have different clocks. */
export async function databaseTime(db: Kysely<Schema>): Promise<number> {
  if (engineOf(db) === 'sqlite') return Date.now()
  const { rows } = await sql<{ ms: number }>`select extract(epoch from clock_timestamp()) * 1000 as ms`.execute(db)
  return Math.floor(Number(rows[0]?.ms))
}

/** The time of the database as rows have it. */
export const databaseNow = async (db: Kysely<Schema>): Promise<string> => new Date(await databaseTime(db)).toISOString()
