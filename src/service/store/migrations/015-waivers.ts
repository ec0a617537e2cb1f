import type { Engine } from '../engine.ts'

/** Waivers of issues, and the status and owner of findings. */
export function waivers(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const end = engine === 'sqlite' ? ' strict' : ''
  return [
    `create table waivers (
      id ${id}, website_id ${key} not null references websites (id), check_id text not null,
      scope text not null check (scope in ('page', 'group', 'website')), target text,
      reason text not null, author text not null, created_at text not null, expires_on text,
      check ((scope = 'website') = (target is null))
    )${end}`,
    'create index waivers_check on waivers (check_id, website_id)',
    'create index waivers_website on waivers (website_id, check_id)',
    `create table finding_states (
      page_id ${key} not null references pages (id), check_id text not null,
      status text not null check (status in ('open', 'in_progress', 'fixed')), back integer not null check (back in (0, 1)),
      owner text, report_id ${key} not null, updated_at text not null, updated_by text, primary key (page_id, check_id)
    )${engine === 'sqlite' ? ' strict, without rowid' : ''}`,
  ]
}
