import type { Engine } from '../engine.ts'

/** The audit log. It has no foreign keys, because events outlive their objects. */
export function audit(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  return [
    `create table audit (
      id ${id}, at text not null, actor text not null, actor_name text, action text not null,
      object_kind text, object_id text, object_name text, detail text
    )${engine === 'sqlite' ? ' strict' : ''}`,
    // One for every set of filters, each in the order of the list.
    'create index audit_at on audit (at, id)',
    'create index audit_action on audit (action, at, id)',
    'create index audit_actor on audit (actor, at, id)',
    'create index audit_actor_action on audit (actor, action, at, id)',
  ]
}
