import type { Engine } from '../engine.ts'

export function idempotencyKeys(engine: Engine): string[] {
  return [
    `create table idempotency_keys (
      request_hash text primary key, content_hash text not null, status integer not null, location text,
      object_id text not null, created_at text not null
    )${engine === 'sqlite' ? ' strict, without rowid' : ''}`,
    'create index idempotency_keys_created_at on idempotency_keys (created_at)',
  ]
}
