import type { Engine } from '../engine.ts'

/** Schedules of websites and saved views. */
export function schedules(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const end = engine === 'sqlite' ? ' strict' : ''
  return [
    `create table schedules (
      id ${id}, website_id ${key} references websites (id), view_id ${key} references views (id),
      every text not null check (every in ('day', 'week', 'month')), weekday text, month_day integer,
      time text not null, time_zone text not null, key_id text not null, key_name text,
      next_run_at text not null, last_run_at text, last_outcome text, last_job_id ${key},
      created_at text not null, updated_at text not null,
      check ((website_id is null) <> (view_id is null))
    )${end}`,
    'create unique index schedules_website on schedules (website_id) where website_id is not null',
    'create unique index schedules_view on schedules (view_id) where view_id is not null',
    'create index schedules_next_run on schedules (next_run_at)',
  ]
}
