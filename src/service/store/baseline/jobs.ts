import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'

/** Jobs and their URLs, and the schedules that start jobs. */
export function jobTables(engine: Engine): string[] {
  const { id, key, sorted, end } = columnTypes(engine)
  const counts = ['queued', 'running', 'done', 'failed', 'cancelled', 'sources']
  return [
    `create table jobs (
      id ${id}, kind text not null check (kind in ('url', 'urls', 'sitemap', 'crawl')), label text not null,
      url ${sorted}, options text, key_id ${sorted} not null, key_name text,
      state text not null check (state in ('queued', 'running', 'paused', 'done', 'failed', 'cancelled')),
      ${counts.map((name) => `${name} integer not null default 0 check (${name} >= 0)`).join(', ')},
      error text, created_at text not null, updated_at text not null, finished_at text
    )${end}`,
    "create index jobs_unfinished on jobs (id, queued, running) where state in ('queued', 'running', 'paused')",
    'create index jobs_finished on jobs (finished_at, id) where finished_at is not null',

    // Line 0 is what the URLs are read from: a sitemap, or the robots.txt of a crawled website.
    `create table job_urls (
      job_id ${key} not null references jobs (id), line integer not null, key_id ${sorted} not null,
      host ${sorted} not null, url ${sorted} not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      run_after ${sorted} not null default '', attempts integer not null default 0, failures integer not null default 0,
      lease_owner text, lease_until text, report_id ${key}, error text, depth integer, orphan integer,
      primary key (job_id, line), check ((state = 'running') = (lease_owner is not null))
    )${end}`,
    'create unique index job_urls_url on job_urls (job_id, url)',
    'create unique index job_urls_report on job_urls (report_id) where report_id is not null',
    'create index job_urls_state on job_urls (job_id, state, line)',
    // By these, the next URL of a key is claimed: of a host, and of the oldest job.
    "create index job_urls_queued on job_urls (key_id, host, job_id, run_after, line) where state = 'queued'",
    "create index job_urls_by_age on job_urls (key_id, job_id, host, run_after, line) where state = 'queued'",
    "create index job_urls_running on job_urls (host, lease_until) where state = 'running'",

    `create table schedules (
      id ${id}, website_id ${key} references websites (id), view_id ${key} references views (id),
      every text not null check (every in ('day', 'week', 'month')), weekday text, month_day integer,
      time text not null, time_zone text not null, key_id text not null, key_name text,
      paused integer not null default 0, next_run_at text not null,
      last_run_at text, last_outcome text, last_job_id ${key}, created_at text not null, updated_at text not null,
      check ((website_id is null) <> (view_id is null))
    )${end}`,
    'create unique index schedules_website on schedules (website_id) where website_id is not null',
    'create unique index schedules_view on schedules (view_id) where view_id is not null',
    'create index schedules_next_run on schedules (next_run_at)',
  ]
}
