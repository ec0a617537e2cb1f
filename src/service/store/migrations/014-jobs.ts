import type { Engine } from '../engine.ts'

/** Jobs and their URLs. */
export function jobs(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const text = engine === 'sqlite' ? 'text' : 'text collate "C"'
  const end = engine === 'sqlite' ? ' strict' : ''
  const counts = ['queued', 'running', 'done', 'failed', 'cancelled', 'sources']
  return [
    `create table jobs (
      id ${id}, kind text not null check (kind in ('url', 'urls', 'sitemap', 'crawl')), label text not null, url ${text},
      options text, key_id ${text} not null, key_name text,
      state text not null check (state in ('queued', 'running', 'paused', 'done', 'failed', 'cancelled')),
      ${counts.map((name) => `${name} integer not null default 0 check (${name} >= 0)`).join(', ')},
      error text, created_at text not null, updated_at text not null, finished_at text
    )${end}`,
    "create index jobs_unfinished on jobs (id, queued, running) where state in ('queued', 'running', 'paused')",
    'create index jobs_finished on jobs (finished_at, id) where finished_at is not null',

    // Line 0 is what the URLs are read from: a sitemap, or the robots.txt of a crawled website.
    `create table job_urls (
      job_id ${key} not null references jobs (id), line integer not null, key_id ${text} not null, host ${text} not null, url ${text} not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      run_after ${text} not null default '', attempts integer not null default 0, failures integer not null default 0,
      lease_owner text, lease_until text, report_id ${key}, error text, depth integer, orphan integer,
      primary key (job_id, line), check ((state = 'running') = (lease_owner is not null))
    )${end}`,
    'create unique index job_urls_url on job_urls (job_id, url)',
    'create unique index job_urls_report on job_urls (report_id) where report_id is not null',
    'create index job_urls_state on job_urls (job_id, state, line)',
    // The next URL of a key, host and job, by which URLs are claimed.
    "create index job_urls_queued on job_urls (key_id, host, job_id, run_after, line) where state = 'queued'",
    "create index job_urls_running on job_urls (host, lease_until) where state = 'running'",
  ]
}
