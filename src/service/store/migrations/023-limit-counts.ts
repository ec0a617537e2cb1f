import type { Engine } from '../engine.ts'

/**
 * Counts of rate limits and wrong passwords, which processes share on PostgreSQL. On SQLite the only process keeps them
 * in memory. Unlogged: they are lost in a crash of the server, and cost no write of its log.
 */
export function limitCounts(engine: Engine): string[] {
  if (engine === 'sqlite') return []
  return [
    'create unlogged table limit_counts (name text primary key, count float8 not null, since float8 not null, retry_at float8)',
    'create index limit_counts_since on limit_counts (since)',
  ]
}
