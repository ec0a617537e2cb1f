import type { Engine } from '../engine.ts'

/** Saved views of the lists. */
export function views(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  return [
    `create table views (
      id ${id}, name text not null, list text not null check (list in ('reports', 'websites')), query text not null, position integer not null,
      created_at text not null, updated_at text not null
    )${engine === 'sqlite' ? ' strict' : ''}`,
    'create index views_position on views (position, id)',
  ]
}
