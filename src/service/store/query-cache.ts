import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Schema } from './schema.ts'

type Cache = { version: number; results: Map<string, unknown> }

/** One cache for each open database. Weak, so that it ends with the database. */
const caches = new WeakMap<Kysely<Schema>, Cache>()
const maxResults = 100

/**
 * Returns the result of `query`, cached under `key` until anything in the database changes. SQLite reports changes by
 * all processes at almost no cost. PostgreSQL does not, so there the query always runs.
 */
export async function cachedUntilChange<T>(db: Kysely<Schema>, key: string, query: () => Promise<T>): Promise<T> {
  if (db.isTransaction || engineOf(db) !== 'sqlite') return query()
  const version = await dataVersion(db)
  let cache = caches.get(db)
  if (cache?.version !== version) caches.set(db, (cache = { version, results: new Map() }))
  if (cache.results.has(key)) return cache.results.get(key) as T
  const result = await query()
  // The result can be newer than its version, but never older. Then the next call discards it.
  if (cache.results.size >= maxResults) cache.results.delete(cache.results.keys().next().value as string)
  cache.results.set(key, result)
  return result
}

async function dataVersion(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(db)
  return rows[0]?.data_version ?? 0
}
