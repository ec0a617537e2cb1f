import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'
import { reportTables } from './reports.ts'
import { pageTables, websiteTables } from './websites.ts'

/** Returns the statements that make the tables and indexes of the first release. To change them, add a migration. */
export const baseline = (engine: Engine): string[] => [
  `create table meta (name text primary key, value text not null)${engine === 'sqlite' ? ' strict' : ''}`,
  ...(engine === 'postgres' ? ['create extension if not exists pg_trgm'] : []),
  ...accessTables(engine),
  ...websiteTables(engine),
  ...pageTables(engine),
  ...reportTables(engine),
  ...viewTables(engine),
  ...jobTables(engine),
  ...crawlTables(engine),
]

/** Saved views with their alerts, share links, and the brand of client reports. */
function viewTables(engine: Engine): string[] {
  const { id, key, bytes, end } = columnTypes(engine)
  const deliveries = "in ('none', 'pending', 'sent', 'failed')"
  return [
    `create table views (
      id ${id}, name text not null, list text not null check (list in ('reports', 'websites')), query text not null,
      position integer not null, created_at text not null, updated_at text not null
    )${end}`,
    'create index views_position on views (position, id)',

    `create table alert_rules (
      id ${id}, view_id ${key} not null unique references views (id), conditions text not null, mail_to text not null,
      webhook_url text, key_id text not null, key_name text, recheck_job_id ${key},
      query text, count integer, pending_count integer, pending_since text,
      created_at text not null, updated_at text not null
    )${end}`,
    `create table alert_changes (
      id ${id}, rule_id ${key} not null references alert_rules (id), page_id ${key} not null,
      website_id ${key} not null, url text not null, condition text not null, check_id text not null,
      baseline text not null, state text not null check (state in ('suspected', 'rechecking', 'open')),
      report_id ${key} not null, job_id ${key}, attempts integer not null default 0, seen_at text not null,
      alert_id ${key}, unique (rule_id, page_id, condition, check_id)
    )${end}`,
    'create index alert_changes_page on alert_changes (page_id)',
    'create index alert_changes_website on alert_changes (website_id)',
    `create table alerts (
      id ${id}, rule_id ${key} not null, view_id ${key}, view_name text not null, query text not null,
      total integer not null, changes text not null, mail_to text not null, webhook_url text,
      mail text not null check (mail ${deliveries}), webhook text not null check (webhook ${deliveries}),
      attempts integer not null default 0, deliver_after text not null, created_at text not null
    )${end}`,
    "create index alerts_pending on alerts (deliver_after) where mail = 'pending' or webhook = 'pending'",
    'create index alerts_view on alerts (view_id, id)',
    'create index alerts_created on alerts (created_at)',
    `create table alert_queue (report_id ${key} primary key)${end}`,

    // Share links have no foreign keys, because a link outlives its target.
    `create table links (
      id ${id}, token_hash text not null, kind text not null check (kind in ('report', 'website', 'view')),
      mode text not null check (mode in ('live', 'frozen')),
      layout text not null default 'page' check (layout in ('page', 'document')), label text not null,
      title text not null, report_id ${key}, compare_id ${key}, website_id ${key},
      list text check (list in ('reports', 'websites')), query text, password_hash text,
      snapshot_at text, snapshot ${bytes}, created_by text not null, created_at text not null,
      expires_at text, revoked_at text, visits_count integer not null default 0, last_visit_at text,
      can_check integer not null default 0, last_check_at text, checks_that_day integer not null default 0,
      checked_report_id ${key}, check (mode = 'live' or (kind = 'report' and snapshot_at is not null))
    )${end}`,
    'create unique index links_token on links (token_hash)',
    'create index links_website on links (website_id) where website_id is not null',
    `create table link_visits (
      id ${id}, link_id ${key} not null references links (id), visited_at text not null, client text not null
    )${end}`,
    'create index link_visits_link on link_visits (link_id, id)',
    'create index link_visits_age on link_visits (visited_at)',

    `create table brand (
      id integer primary key check (id = 1), name text not null, color text, intro text not null, footer text not null,
      sections text not null, paper text not null, logo ${bytes}, logo_type text, updated_at text not null
    )${end}`,
  ]
}

/** Jobs and their URLs, and the schedules that start jobs. */
function jobTables(engine: Engine): string[] {
  const { id, key, sorted, end } = columnTypes(engine)
  const counts = ['queued', 'running', 'done', 'failed', 'cancelled', 'sources']
  return [
    `create table jobs (
      id ${id}, kind text not null, label text not null,
      url ${sorted}, options text, key_id ${sorted} not null, key_name text,
      state text not null check (state in ('queued', 'running', 'paused', 'done', 'failed', 'cancelled')),
      ${counts.map((name) => `${name} integer not null default 0 check (${name} >= 0)`).join(', ')},
      bytes ${key} not null default 0, render text, urls_given integer not null default 0, schedule_id ${key},
      pace_ms integer, next_claim_at text not null default '', error text, created_at text not null, updated_at text not null, finished_at text
    )${end}`,
    "create index jobs_unfinished on jobs (id, queued, running) where state in ('queued', 'running', 'paused')",
    'create index jobs_finished on jobs (finished_at, id) where finished_at is not null',
    'create index jobs_key on jobs (key_id, bytes)',

    // Line 0 is the source of the URLs: a sitemap, or the robots.txt of a crawled website.
    `create table job_urls (
      job_id ${key} not null references jobs (id), line integer not null, key_id ${sorted} not null,
      host ${sorted} not null, url ${sorted} not null, url_key ${sorted} not null,
      state text not null check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
      run_after ${sorted} not null default '', attempts integer not null default 0, failures integer not null default 0,
      kills integer not null default 0, lease_owner text, lease_until text, report_id ${key}, error text, depth integer, orphan integer,
      primary key (job_id, line), check ((state = 'running') = (lease_owner is not null))
    )${end}`,
    'create unique index job_urls_key on job_urls (job_id, url_key)',
    'create unique index job_urls_report on job_urls (report_id) where report_id is not null',
    'create index job_urls_state on job_urls (job_id, state, line)',
    // These find the next URL of a key to claim: of a host, and of the oldest job.
    "create index job_urls_queued on job_urls (key_id, host, job_id, run_after, line) where state = 'queued'",
    "create index job_urls_by_age on job_urls (key_id, job_id, host, run_after, line) where state = 'queued'",
    "create index job_urls_running on job_urls (host, lease_until) where state = 'running'",

    `create table schedules (
      id ${id}, website_id ${key} references websites (id), view_id ${key} references views (id),
      every text not null check (every in ('day', 'week', 'month')), weekday text, month_day integer,
      time text not null, time_zone text not null, crawl_url ${sorted}, crawl_limits text, render text,
      key_id text not null, key_name text,
      paused integer not null default 0, next_run_at text not null,
      last_run_at text, last_outcome text, last_job_id ${key}, created_at text not null, updated_at text not null,
      check ((website_id is null) <> (view_id is null))
    )${end}`,
    'create unique index schedules_website on schedules (website_id) where website_id is not null',
    'create unique index schedules_view on schedules (view_id) where view_id is not null',
    'create index schedules_next_run on schedules (next_run_at)',
  ]
}

/** Crawls, which stay when their jobs are deleted, with the URLs they saw and the links between them. */
function crawlTables(engine: Engine): string[] {
  const { key, bytes, sorted, end, endOfWide } = columnTypes(engine)
  return [
    `create table crawls (
      id ${key} primary key, website_id ${key} not null references websites (id), start_url ${sorted} not null,
      limits text not null, schedule_id ${key},
      state text not null constraint crawls_state check (state in ('running', 'done', 'failed', 'cancelled')),
      figures text, ruleset integer, progress text, targets integer not null default 0, changes text,
      alerted integer not null default 0, started_at text not null, finished_at text
    )${end}`,
    'create index crawls_website on crawls (website_id, id)',
    'create index crawls_uncompared on crawls (id) where finished_at is not null and changes is null',
    'create index crawls_finished on crawls (finished_at, website_id, id) where finished_at is not null',
    `create table crawl_urls (
      crawl_id ${key} not null references crawls (id), target ${key} not null, url ${sorted} not null,
      kind text not null, checked integer not null default 0, status integer, end_status integer, redirects_to text,
      redirect_statuses text, failure text, reason text, robots_line integer, robots_rule text, report_id ${key},
      score integer, result text, indexability text, indexing_code text, depth integer,
      inlinks integer not null default 0, orphan text, in_sitemap integer, issues text, by_script integer,
      cut_links integer, primary key (crawl_id, target)
    )${endOfWide}`,
    'create index crawl_urls_unchecked on crawl_urls (crawl_id, kind, target) where checked = 0',
    `create table crawl_links (
      crawl_id ${key} not null references crawls (id), target ${key} not null, source ${key} not null,
      anchor text not null, primary key (crawl_id, target, source)
    )${endOfWide}`,
    `create table crawl_outlinks (
      crawl_id ${key} not null references crawls (id), target ${key} not null, links ${bytes} not null,
      primary key (crawl_id, target)
    )${end}`,
  ]
}

/** Keys, sign-in links, limits, repeats of writes, and the audit log. */
function accessTables(engine: Engine): string[] {
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
