import type { Engine } from '../engine.ts'

const ratingColumns =
  'good integer not null default 0, decent integer not null default 0, bad integer not null default 0'

/** The first tables. IDs are never reused, so that a link to a deleted report cannot show another one. */
export function first(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const bytes = engine === 'sqlite' ? 'blob' : 'bytea'
  const real = engine === 'sqlite' ? 'real' : 'double precision'
  const kept = engine === 'sqlite' ? 'virtual' : 'stored'
  // Sorts by code point: the default of SQLite, "C" in PostgreSQL.
  const text = engine === 'sqlite' ? 'text' : 'text collate "C"'
  const end = engine === 'sqlite' ? ' strict' : ''

  // Both engines round a quotient of two integers correctly: equal averages are equal numbers, and different ones stay
  // different and in order, up to eight million reports per website.
  const average = `${real} generated always as (cast(score_sum as ${real}) / nullif(reports_count, 0)) ${kept}`

  return [
    `create table websites (
      id ${id}, domain ${text} not null, search_text ${text} not null,
      privacy integer not null default 1 check (privacy in (0, 1, 2)), password_hash text,
      reports_count integer not null default 0 check (reports_count >= 0), score_sum ${key} not null default 0, ${ratingColumns},
      average_score ${average},
      created_at text not null, updated_at text not null, deleted_at text,
      check (reports_count = good + decent + bad)
    )${end}`,
    // They end with deleted_at so that SQLite does not read the row to check the condition of the index.
    'create unique index websites_domain on websites (domain) where deleted_at is null',
    'create index websites_id on websites (id, reports_count, good, decent, bad, deleted_at) where deleted_at is null',
    'create index websites_average on websites (average_score, id, deleted_at) where deleted_at is null',
    'create index websites_count on websites (reports_count, id, deleted_at) where deleted_at is null',
    'create index websites_deleted on websites (id) where deleted_at is not null',

    `create table reports (
      id ${id}, website_id ${key} not null references websites (id), url ${text} not null, search_text ${text} not null, title text,
      score integer not null check (score between 0 and 100), result ${text} not null check (result in ('good', 'decent', 'bad')),
      engine text not null, ruleset integer not null, title_hash text, description_hash text, body_hash text, created_at text not null
    )${end}`,
    // One index per sort order and filter. Some end with website_id so that rows of deleted websites are skipped
    // cheaply.
    'create index reports_id on reports (id, website_id)',
    'create index reports_url on reports (url, id, website_id)',
    'create index reports_score on reports (score, id, website_id)',
    'create index reports_result_id on reports (result, id, website_id)',
    'create index reports_result_url on reports (result, url, id, website_id)',
    'create index reports_website_id on reports (website_id, id)',
    'create index reports_website_url on reports (website_id, url, id)',
    'create index reports_website_score on reports (website_id, score, id)',
    'create index reports_website_result_id on reports (website_id, result, id)',
    'create index reports_website_result_url on reports (website_id, result, url, id)',

    `create table report_payloads (
      report_id ${key} primary key references reports (id), verdict ${bytes} not null, facts ${bytes} not null
    )${end}`,
    `create table deleted_reports (
      id ${key} primary key, url ${text} not null, website_id ${key} not null references websites (id)
    )${end}`,
    'create index deleted_reports_website on deleted_reports (website_id)',

    `create table api_keys (
      id text primary key, name text not null, role text not null check (role in ('full', 'read')), secret_hash text not null,
      created_at text not null, expires_at text, revoked_at text, last_used_at text
    )${end}`,
    `create table sign_in_tokens (hash text primary key, expires_at text not null)${end}`,
    `create table jobs (
      id ${id}, kind text not null, url ${text} not null,
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
      attempts integer not null default 0, run_after text not null, lease_owner text, lease_until text,
      report_id ${key}, error text, created_at text not null, updated_at text not null
    )${end}`,
    'create index jobs_next on jobs (state, run_after, id)',

    ...(engine === 'sqlite' ? sqliteSearch : postgresSearch),
  ]
}

const sqliteSearch = ['reports', 'websites'].flatMap((table) => [
  `create virtual table ${table}_search using fts5(
    search_text, content = '${table}', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
  `create trigger ${table}_search_insert after insert on ${table} begin
    insert into ${table}_search (rowid, search_text) values (new.id, new.search_text);
  end`,
  `create trigger ${table}_search_delete after delete on ${table} begin
    insert into ${table}_search (${table}_search, rowid, search_text) values ('delete', old.id, old.search_text);
  end`,
  `create trigger ${table}_search_update after update of search_text on ${table} begin
    insert into ${table}_search (${table}_search, rowid, search_text) values ('delete', old.id, old.search_text);
    insert into ${table}_search (rowid, search_text) values (new.id, new.search_text);
  end`,
])

const postgresSearch = [
  'create extension if not exists pg_trgm',
  'create index websites_average_desc on websites (average_score desc nulls last, id desc) where deleted_at is null',
  'create index reports_search on reports using gin (search_text gin_trgm_ops)',
  'create index websites_search on websites using gin (search_text gin_trgm_ops)',
]
