import type { Engine } from '../engine.ts'

/** Adds the brand of client reports, of which there is one, and share links that show a client report. */
export function clientReports(engine: Engine): string[] {
  const [key, bytes, end] = engine === 'sqlite' ? ['integer', 'blob', ' strict'] : ['bigint', 'bytea', '']
  return [
    `create table brand (
      id integer primary key check (id = 1), name text not null, color text, intro text not null, footer text not null,
      sections text not null, paper text not null, logo ${bytes}, logo_type text, updated_at text not null
    )${end}`,
    "alter table links add column layout text not null default 'page' check (layout in ('page', 'document'))",
    `alter table links add column compare_id ${key}`,
  ]
}
