import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'

/** Keys, sign-in links, limits, repeats of writes, and the audit log. */
export function accessTables(engine: Engine): string[] {
  const { id, end, endOfWide } = columnTypes(engine)
  return [
    `create table api_keys (
      id text primary key, name text not null, role text not null check (role in ('full', 'read')),
      secret_hash text not null, created_at text not null, expires_at text, renewed_for_days integer,
      revoked_at text, last_used_at text
    )${end}`,
    `create table sign_in_tokens (hash text primary key, expires_at text not null)${end}`,
    `create table idempotency_keys (
      request_hash text primary key, content_hash text not null, status integer not null, location text,
      object_id text not null, created_at text not null
    )${endOfWide}`,
    'create index idempotency_keys_created_at on idempotency_keys (created_at)',

    // Events have no foreign keys, because they outlive their objects.
    `create table audit (
      id ${id}, at text not null, actor text not null, actor_name text, action text not null,
      object_kind text, object_id text, object_name text, detail text
    )${end}`,
    // One for every set of filters, each in the order of the list.
    'create index audit_at on audit (at, id)',
    'create index audit_action on audit (action, at, id)',
    'create index audit_actor on audit (actor, at, id)',
    'create index audit_actor_action on audit (actor, action, at, id)',
    ...(engine === 'postgres' ? sharedLimits : []),
  ]
}

/** Unlogged: counts are lost in a crash of the server, and cost no write of its log. On SQLite they are in memory. */
const sharedLimits = [
  `create unlogged table limit_counts (
    name text primary key, count float8 not null, since float8 not null, retry_at float8
  )`,
  'create index limit_counts_since on limit_counts (since)',
]
