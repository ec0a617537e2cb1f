import type { Engine } from './engine.ts'

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
]

/** The types of columns, and the options of tables, in which the engines differ. */
function columnTypes(engine: Engine) {
  const isSqlite = engine === 'sqlite'
  return {
    /** IDs are never used again, so that a link to a deleted row can't show another one. */
    id: isSqlite ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key',
    /** An ID of another row, or a sum that can exceed 31 bits. */
    key: isSqlite ? 'integer' : 'bigint',
    bytes: isSqlite ? 'blob' : 'bytea',
    real: isSqlite ? 'real' : 'double precision',
    /** Sorted by code point, as the lists are: the default of SQLite. */
    sorted: isSqlite ? 'text' : 'text collate "C"',
    /** PostgreSQL can't index a virtual generated column. */
    kept: isSqlite ? 'virtual' : 'stored',
    end: isSqlite ? ' strict' : '',
    /** Suits a table whose primary key is most of the row. */
    endOfWide: isSqlite ? ' strict, without rowid' : '',
  }
}

function websiteTables(engine: Engine): string[] {
  const { id, key, real, sorted, kept, end, endOfWide } = columnTypes(engine)
  // Both engines round a quotient of two integers correctly: equal averages are equal numbers, and different ones stay
  // different and in order, up to eight million reports per website.
  const average = (sum: string, count: string) =>
    `${real} generated always as (cast(${sum} as ${real}) / nullif(${count}, 0)) ${kept}`
  return [
    `create table websites (
      id ${id}, domain ${sorted} not null, search_text ${sorted} not null,
      privacy integer not null default 1 check (privacy in (0, 1, 2)), password_hash text,
      findable integer not null default 0 check (findable = 0 or (findable = 1 and privacy = 0)), keep_reports integer,
      reports_count integer not null default 0 check (reports_count >= 0), score_sum ${key} not null default 0,
      good integer not null default 0, decent integer not null default 0, bad integer not null default 0,
      average_score ${average('score_sum', 'reports_count')},
      pages_count integer not null default 0 check (pages_count >= 0), pages_score_sum ${key} not null default 0,
      pages_good integer not null default 0 check (pages_good >= 0),
      pages_decent integer not null default 0 check (pages_decent >= 0),
      pages_bad integer not null default 0 check (pages_bad >= 0),
      pages_average ${average('pages_score_sum', 'pages_count')},
      crawled_at ${sorted}, orphans_at ${sorted}, created_at text not null, updated_at text not null, deleted_at text,
      check (reports_count = good + decent + bad)
    )${end}`,
    // They end with deleted_at so that SQLite doesn't read the row to check the condition of the index.
    'create unique index websites_domain on websites (domain) where deleted_at is null',
    `create index websites_id on websites (id, reports_count, good, decent, bad, pages_count, pages_good, pages_decent, pages_bad, deleted_at)
      where deleted_at is null`,
    'create index websites_average on websites (average_score, id, deleted_at) where deleted_at is null',
    'create index websites_count on websites (reports_count, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_id on websites (privacy, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_domain on websites (privacy, domain, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_average on websites (privacy, average_score, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_count on websites (privacy, reports_count, id, deleted_at) where deleted_at is null',
    ...(engine === 'postgres' ? averagesDescending : []),
    'create index websites_deleted on websites (id) where deleted_at is not null',
    ...searchTable(engine, 'websites_search', 'websites', 'search_text'),

    `create table website_causes (
      website_id ${key} not null references websites (id), check_id ${sorted} not null, cause_key ${sorted} not null,
      label text not null, pages integer not null, primary key (website_id, check_id, cause_key)
    )${endOfWide}`,

    `create table ruleset_changes (
      ruleset integer not null, website_id ${key} not null references websites (id), check_id text not null,
      before text not null, after text not null, pages integer not null,
      primary key (ruleset, website_id, check_id, before, after)
    )${end}`,
    'create index ruleset_changes_website on ruleset_changes (website_id)',
  ]
}

/** PostgreSQL sorts null first when it reads an index backwards. */
const averagesDescending = [
  'create index websites_average_desc on websites (average_score desc nulls last, id desc) where deleted_at is null',
  `create index websites_privacy_average_desc on websites (privacy, average_score desc nulls last, id desc)
    where deleted_at is null`,
]

const indexability = "in ('indexable', 'other_url', 'unlikely', 'blocked')"

function pageTables(engine: Engine): string[] {
  const { id, key, sorted, end, endOfWide } = columnTypes(engine)
  return [
    `create table pages (
      id ${id}, website_id ${key} not null references websites (id), url ${sorted} not null,
      folder ${sorted} not null, shape ${sorted},
      latest_report_id ${key} not null, score integer not null, previous_score integer, result ${sorted} not null,
      indexability ${sorted} check (indexability ${indexability}), main_issue text,
      reports_count integer not null,
      first_seen text not null, changed_at text not null,
      crawl_id ${key}, click_depth integer, orphan integer check (orphan in (0, 1))
    )${end}`,
    'create unique index pages_url on pages (website_id, url)',
    'create index pages_folder on pages (website_id, folder, score, latest_report_id)',
    'create index pages_shape on pages (website_id, shape, score, latest_report_id)',
    'create index pages_crawl on pages (website_id, crawl_id) where crawl_id is not null',
    'create index pages_orphan on pages (website_id) where orphan = 1',
    // The same number as `deepClicks`.
    'create index pages_deep on pages (website_id) where click_depth > 4',

    `create table page_issues (
      page_id ${key} not null references pages (id), check_id ${sorted} not null, website_id ${key} not null,
      outcome text not null check (outcome in ('warn', 'fail')), points integer not null, causes text not null,
      primary key (page_id, check_id)
    )${endOfWide}`,
    'create index page_issues_check on page_issues (check_id, website_id, page_id)',
    // Counts the issues of a website without reading their rows.
    'create index page_issues_website on page_issues (website_id, check_id, page_id, points)',

    `create table page_links (
      page_id ${key} not null references pages (id), target ${key} not null, website_id ${key} not null, broken_url text,
      primary key (page_id, target)
    )${endOfWide}`,
    'create index page_links_target on page_links (website_id, target, page_id)',
    'create index page_links_broken on page_links (website_id, target, broken_url) where broken_url is not null',

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
      status text not null check (status in ('open', 'in_progress', 'fixed')),
      back integer not null check (back in (0, 1)), owner text, report_id ${key} not null,
      updated_at text not null, updated_by text, primary key (page_id, check_id)
    )${endOfWide}`,
  ]
}

function reportTables(engine: Engine): string[] {
  const { id, key, bytes, sorted, end } = columnTypes(engine)
  return [
    `create table reports (
      id ${id}, website_id ${key} not null references websites (id), page_id ${key} not null,
      latest integer not null default 0 check (latest in (0, 1)), url ${sorted} not null, page_url text, title text,
      search_text ${sorted} not null, title_text ${sorted} not null,
      score integer not null check (score between 0 and 100), previous_score integer, first_score integer,
      result ${sorted} not null check (result in ('good', 'decent', 'bad')),
      indexability ${sorted} check (indexability ${indexability}),
      previous_indexability ${sorted} check (previous_indexability ${indexability}), main_issue text,
      changed ${sorted} generated always as (case
        when previous_score is null then 'new'
        when score > previous_score then 'better'
        when score < previous_score then 'worse' end) stored,
      engine text not null, ruleset integer not null,
      title_hash text, description_hash text, body_hash text, body_shape text,
      created_at text not null, rescored_at text
    )${end}`,
    ...listIndexes,
    'create index reports_ruleset on reports (ruleset, id)',
    // The latest report of each URL represents its page. Older ones are no duplicates.
    'create index reports_newest on reports (website_id, id, url, body_shape) where latest = 1',
    ...['title', 'description', 'body'].map(
      (kind) => `create index reports_${kind}_duplicates on reports (website_id, ${kind}_hash, id, url)
        where latest = 1 and ${kind}_hash is not null`,
    ),
    ...searchTable(engine, 'reports_search', 'reports', 'search_text'),
    ...searchTable(engine, 'reports_titles', 'reports', 'title_text'),

    `create table report_payloads (
      report_id ${key} primary key references reports (id), evaluation ${bytes} not null, facts ${bytes} not null
    )${end}`,
    `create table deleted_reports (
      id ${key} primary key, url ${sorted} not null, website_id ${key} not null references websites (id)
    )${end}`,
    'create index deleted_reports_website on deleted_reports (website_id)',
  ]
}

/**
 * The orders of the lists of reports. The columns behind an order are those of the filters, so that rows outside the
 * page are not read.
 */
const orders = {
  id: 'id, website_id',
  url: 'url, id, website_id, created_at',
  score: 'score, id, website_id, created_at',
  // These two also have the scores that the history of websites needs.
  created: 'created_at, id, website_id, result, score, previous_score',
  result_id: 'result, id, website_id',
  result_url: 'result, url, id, website_id, created_at',
  result_score: 'result, score, id, website_id, created_at',
  website_id: 'website_id, id',
  website_url: 'website_id, url, id, created_at',
  website_score: 'website_id, score, id, result, created_at',
  website_created: 'website_id, created_at, id, result, score, previous_score',
  website_result_id: 'website_id, result, id',
  website_result_url: 'website_id, result, url, id, created_at',
}
/** The same for the latest reports of pages, which have more filters. */
const latestOrders = {
  id: 'id',
  url: 'url, id',
  score: 'score, id',
  created: 'created_at, id',
  changed: 'changed, id',
  indexability: 'indexability, id',
  website_id: 'website_id, id',
  website_url: 'website_id, url, id',
  website_score: 'website_id, score, id',
  website_created: 'website_id, created_at, id',
}
const filtered = ['website_id', 'result', 'score', 'changed', 'indexability', 'page_id', 'created_at']

export const listIndexes = [
  ...Object.entries(orders).map(([name, columns]) => `create index reports_${name} on reports (${columns})`),
  ...Object.entries(latestOrders).map(([name, order]) => {
    const first = order.split(', ')
    const columns = [...first, ...filtered.filter((column) => !first.includes(column))].join(', ')
    return `create index reports_latest_${name} on reports (${columns}) where latest = 1`
  }),
  // Pages that are no longer indexable, and those of a website that can't be indexed.
  `create index reports_latest_unindexed on reports (website_id, id, page_id, indexability, created_at)
    where latest = 1 and previous_indexability = 'indexable' and indexability <> 'indexable'`,
  "create index reports_latest_blocked on reports (website_id) where latest = 1 and indexability = 'blocked'",
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
      error text, created_at text not null, updated_at text not null, finished_at text
    )${end}`,
    "create index jobs_unfinished on jobs (id, queued, running) where state in ('queued', 'running', 'paused')",
    'create index jobs_finished on jobs (finished_at, id) where finished_at is not null',

    // Line 0 is the source of the URLs: a sitemap, or the robots.txt of a crawled website.
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
    // These find the next URL of a key to claim: of a host, and of the oldest job.
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

/** Indexes a column by trigrams, so that any part of it can be found. Empty texts are left out on SQLite. */
function searchTable(engine: Engine, name: string, table: string, column: string): string[] {
  if (engine === 'postgres') return [`create index ${name} on ${table} using gin (${column} gin_trgm_ops)`]
  const add = `insert into ${name} (rowid, ${column}) select new.id, new.${column} where new.${column} <> '';`
  const remove = `insert into ${name} (${name}, rowid, ${column}) select 'delete', old.id, old.${column} where old.${column} <> '';`
  return [
    `create virtual table ${name} using fts5(
      ${column}, content = '${table}', content_rowid = 'id', columnsize = 0, tokenize = 'trigram case_sensitive 1')`,
    `create trigger ${name}_insert after insert on ${table} begin ${add} end`,
    `create trigger ${name}_delete after delete on ${table} begin ${remove} end`,
    `create trigger ${name}_update after update of ${column} on ${table} begin ${remove} ${add} end`,
  ]
}
