import type { Transaction } from 'kysely'
import { listIndexes } from '../baseline.ts'
import type { Engine } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { addPageKeys } from './page-keys.ts'

/** A statement, or a function for what SQL can't express. */
export type Step = string | ((tx: Transaction<Schema>) => Promise<void>)

/** Returns the steps of a migration, in order. */
export type Migration = (engine: Engine) => Step[]

/**
 * The migrations that follow the baseline, in order: 001 makes version 1 of the schema. Never change a released one,
 * but add another at the end.
 */
export const migrations: readonly Migration[] = [
  boundJobs,
  addOutcomes,
  addStates,
  addPageKeys,
  addAnswers,
  countIndexable,
  addPageColumns,
  addIntroductions,
  addAlternates,
  countIssues,
  addIndexingCodes,
  addCrawls,
  addRendering,
  indexChanges,
]

/** 001: the bytes that jobs store, and the processes that were killed while they worked on a URL. */
function boundJobs(engine: Engine): string[] {
  return [
    `alter table jobs add column bytes ${engine === 'sqlite' ? 'integer' : 'bigint'} not null default 0`,
    "delete from job_urls where state = 'cancelled'",
    `update jobs set bytes =
      (select coalesce(sum(300 + 4 * length(url)), 0) from job_urls where job_urls.job_id = jobs.id)`,
    'create index jobs_key on jobs (key_id, bytes)',
    'alter table job_urls add column kills integer not null default 0',
  ]
}

/** 002: the outcomes of a report's checks in brief. Null for older reports, until they are rescored. */
function addOutcomes(): string[] {
  return ['alter table reports add column outcomes text']
}

/**
 * 003: the indexability of pages whose content scripts add, and of URLs that redirect. The constraints get names, so
 * that SQLite can drop them when states are added again.
 */
function addStates(engine: Engine): string[] {
  const states = "in ('indexable', 'redirect', 'other_url', 'unlikely', 'blocked', 'unclear')"
  const columns = [
    ['pages', 'indexability'],
    ['reports', 'indexability'],
    ['reports', 'previous_indexability'],
  ] as const
  const unindexed = 'create index reports_latest_unindexed'
  const indexes = listIndexes.filter((statement) =>
    engine === 'sqlite' ? statement.includes('indexability') : statement.startsWith(unindexed),
  )
  return [
    ...indexes.map((statement) => `drop index ${/reports_\w+/.exec(statement)![0]}`),
    ...(engine === 'sqlite'
      ? withoutConstraints(columns)
      : columns.map(([table, column]) => `alter table ${table} drop constraint ${table}_${column}_check`)),
    ...columns.map(
      ([table, column]) => `alter table ${table} add constraint ${table}_${column}_states check (${column} ${states})`,
    ),
    ...indexes.filter((statement) => !statement.startsWith(unindexed)),
    `${unindexed} on reports (website_id, id, page_id, indexability, created_at) where latest = 1
      and previous_indexability in ('indexable', 'unclear') and indexability not in ('indexable', 'unclear')`,
  ]
}

/** 005: the answer of the URL itself. Null for older reports, until they are rescored. */
function addAnswers(): string[] {
  return ['status integer', 'redirects_to text', 'redirect_statuses text'].map(
    (column) => `alter table reports add column ${column}`,
  )
}

/**
 * 006: the figures of a website's indexable pages, instead of those of all pages. The counts of all pages by their
 * rating remain, because they are the totals of lists.
 */
function countIndexable(engine: Engine): string[] {
  const [real, kept, key] =
    engine === 'sqlite' ? ['real', 'virtual', 'integer'] : ['double precision', 'stored', 'bigint']
  const isCounted = "latest = 1 and indexability = 'indexable'"
  const counts = ['counted_pages', 'counted_good', 'counted_decent', 'counted_bad']
  const duplicates = ['title', 'description', 'body'].map((kind) => ({ kind, name: `reports_${kind}_duplicates` }))
  const columns = 'result, score, previous_score, indexability, previous_indexability'
  return [
    'alter table websites drop column pages_average',
    'alter table websites drop column pages_score_sum',
    ...counts.map((name) => `alter table websites add column ${name} integer not null default 0 check (${name} >= 0)`),
    `alter table websites add column counted_score_sum ${key} not null default 0`,
    `alter table websites add column counted_average ${real}
      generated always as (cast(counted_score_sum as ${real}) / nullif(counted_pages, 0)) ${kept}`,
    `update websites set (${counts.join(', ')}, counted_score_sum) = (select count(*),
      coalesce(sum(case when result = 'good' then 1 else 0 end), 0),
      coalesce(sum(case when result = 'decent' then 1 else 0 end), 0),
      coalesce(sum(case when result = 'bad' then 1 else 0 end), 0), coalesce(sum(score), 0)
      from reports where website_id = websites.id and ${isCounted})`,
    'drop index websites_id',
    `create index websites_id on websites (id, reports_count, good, decent, bad, pages_count, pages_good, pages_decent,
      pages_bad, ${counts.join(', ')}, deleted_at) where deleted_at is null`,
    'create index websites_counted on websites (counted_average, id, deleted_at) where deleted_at is null',
    `create index websites_privacy_counted on websites (privacy, counted_average, id, deleted_at)
      where deleted_at is null`,
    // PostgreSQL sorts null first when it reads an index backwards.
    ...(engine === 'postgres'
      ? [
          `create index websites_counted_desc on websites (counted_average desc nulls last, id desc)
            where deleted_at is null`,
          `create index websites_privacy_counted_desc on websites (privacy, counted_average desc nulls last, id desc)
            where deleted_at is null`,
        ]
      : []),
    'drop index reports_latest_blocked',
    'create index reports_latest_states on reports (website_id, indexability) where latest = 1',
    'drop index reports_newest',
    `create index reports_newest on reports (website_id, id, url, body_shape) where ${isCounted}`,
    ...duplicates.flatMap(({ kind, name }) => [
      `drop index ${name}`,
      `create index ${name} on reports (website_id, ${kind}_hash, id, url)
        where ${isCounted} and ${kind}_hash is not null`,
    ]),
    // The history of websites reads no rows.
    'drop index reports_created',
    `create index reports_created on reports (created_at, id, website_id, ${columns})`,
    'drop index reports_website_created',
    `create index reports_website_created on reports (website_id, created_at, id, ${columns})`,
  ]
}

/**
 * 007: the columns of a website's pages. They are filled in the background, which begins with the pages without a
 * target. One index has all numbers by which pages are sorted, so that no other rows are read.
 */
function addPageColumns(engine: Engine): string[] {
  const [key, sorted] = engine === 'sqlite' ? ['integer', 'text'] : ['bigint', 'text collate "C"']
  const columns = [
    'status integer',
    `target ${key}`,
    'inlinks integer',
    'issues integer',
    `canonical ${sorted}`,
    'title text',
    'title_length integer',
    'description text',
    'description_length integer',
    'h1 text',
    'words integer',
    'in_sitemap integer check (in_sitemap in (0, 1))',
  ]
  return [
    ...columns.map((column) => `alter table pages add column ${column}`),
    'update pages set status = (select r.status from reports as r where r.id = pages.latest_report_id)',
    'create index pages_target on pages (website_id, target)',
    'create index pages_unfilled on pages (id) where target is null',
    `create index pages_columns on pages (website_id, status, indexability, words, click_depth, inlinks, in_sitemap,
      issues, score, id)`,
    'create index pages_canonical on pages (website_id, canonical, id)',
  ]
}

/** 008: the introductions of client reports. */
function addIntroductions(): string[] {
  return ['reports', 'websites'].map((table) => `alter table ${table} add column introduction text`)
}

/** 009: the hreflang links of pages, for which the background fills their columns again. */
function addAlternates(): string[] {
  return ['alter table pages add column alternates text', 'update pages set target = null']
}

/**
 * 010: the issues that count among those of their website, and the day since which a page has them. It is null for
 * older ones.
 */
function countIssues(engine: Engine): string[] {
  const causes = engine === 'sqlite' ? 'json_each(i.causes)' : 'jsonb_array_elements_text(i.causes::jsonb)'
  return [
    'alter table page_issues add column counted integer not null default 1 check (counted in (0, 1))',
    'alter table page_issues add column since text',
    // Of pages that can't be indexed, only the issue that prevents it counts, and broken links.
    `update page_issues set counted = 0
      where page_id in (select p.id from pages as p where p.indexability is distinct from 'indexable')
      and not exists (select 1 from pages as p inner join reports as r on r.id = p.latest_report_id
        where p.id = page_issues.page_id and (p.main_issue = page_issues.check_id
          or (page_issues.check_id = 'broken-internal' and p.indexability is distinct from 'redirect'
            and coalesce(r.status, 200) between 200 and 299)))`,
    `create table uncounted_causes as select i.website_id, i.check_id, c.value as cause_key, count(*) as pages
      from page_issues as i, ${causes} as c${engine === 'sqlite' ? '' : '(value)'}
      where i.counted = 0 group by i.website_id, i.check_id, c.value`,
    `update website_causes set pages = website_causes.pages - u.pages from uncounted_causes as u
      where u.website_id = website_causes.website_id and u.check_id = website_causes.check_id
        and u.cause_key = website_causes.cause_key`,
    'delete from website_causes where pages <= 0',
    'drop table uncounted_causes',
    `update pages set issues = (select count(*) from page_issues as i where i.page_id = pages.id and i.counted = 1)
      where issues is not null and indexability is distinct from 'indexable'`,
    'drop index page_issues_website',
    // Lists pages with an issue, and counts the issues of a website, without reading their rows.
    'drop index page_issues_check',
    'create index page_issues_check on page_issues (check_id, website_id, page_id, counted)',
    'create index page_issues_website on page_issues (website_id, check_id, page_id, points, counted, since)',
  ]
}

/** 011: the reason for the indexability, and the URL that Google will index instead. Null until rescored. */
function addIndexingCodes(): string[] {
  return ['indexing_code', 'indexed_url'].map((name) => `alter table reports add column ${name} text`)
}

/**
 * 012: crawls, which stay when their jobs are deleted, the URLs they saw, the links of their pages as long as the job
 * is kept, and the broken links among them; the texts of broken links; the crawl whose end a report waits for; the
 * kinds of orphans; the pace of jobs; and the crawls of schedules.
 */
function addCrawls(engine: Engine): string[] {
  const isSqlite = engine === 'sqlite'
  const [key, sorted] = isSqlite ? ['integer', 'text'] : ['bigint', 'text collate "C"']
  const [end, endOfWide] = isSqlite ? [' strict', ' strict, without rowid'] : ['', '']
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
    `create table crawl_urls (
      crawl_id ${key} not null references crawls (id), target ${key} not null, url ${sorted} not null,
      kind text not null, checked integer not null default 0, status integer, end_status integer, redirects_to text,
      redirect_statuses text, failure text, reason text, robots_line integer, robots_rule text, report_id ${key},
      score integer, result text, indexability text, indexing_code text, depth integer,
      inlinks integer not null default 0, orphan text, in_sitemap integer, issues text, primary key (crawl_id, target)
    )${endOfWide}`,
    `create index crawl_urls_unchecked on crawl_urls (crawl_id, kind, target) where checked = 0`,
    `create table crawl_links (
      crawl_id ${key} not null references crawls (id), target ${key} not null, source ${key} not null,
      anchor text not null, primary key (crawl_id, target, source)
    )${endOfWide}`,
    `create table crawl_outlinks (
      crawl_id ${key} not null references crawls (id), target ${key} not null,
      links ${isSqlite ? 'blob' : 'bytea'} not null, primary key (crawl_id, target)
    )${end}`,
    'alter table page_links add column anchor text',
    `alter table reports add column pending_crawl_id ${key}`,
    'create index reports_pending on reports (pending_crawl_id, id) where pending_crawl_id is not null',
    `alter table pages add column new_orphan ${sorted}`,
    "update pages set new_orphan = case orphan when 1 then 'sitemap_only' else 'linked' end where orphan is not null",
    'drop index pages_orphan',
    'alter table pages drop column orphan',
    'alter table pages rename column new_orphan to orphan',
    "create index pages_orphan on pages (website_id, orphan) where orphan <> 'linked'",
    'alter table jobs add column pace_ms integer',
    `alter table jobs add column schedule_id ${key}`,
    `alter table schedules add column crawl_url ${sorted}`,
    'alter table schedules add column crawl_limits text',
    "alter table jobs add column next_claim_at text not null default ''",
  ]
}

/** 013: rendered pages with their screenshots, and the identities that websites are requested with. */
function addRendering(engine: Engine): string[] {
  const isSqlite = engine === 'sqlite'
  const [key, bytes] = isSqlite ? ['integer', 'blob'] : ['bigint', 'bytea']
  const end = isSqlite ? ' strict' : ''
  return [
    `create table website_identities (
      website_id ${key} primary key references websites (id), render text not null default 'auto',
      judge_as_production integer not null default 0, hosts text not null default '[]', summary text,
      sealed ${bytes}, key_id text, updated_at text not null
    )${end}`,
    `create table render_samples (
      website_id ${key} not null references websites (id), page_group text not null, rendered integer not null,
      differed integer not null, sampled_at text not null, primary key (website_id, page_group)
    )${end}`,
    `create table screenshots (
      report_id ${key} primary key references reports (id), page_id ${key} not null, image ${bytes} not null,
      with_identity integer not null
    )${end}`,
    'create index screenshots_page on screenshots (page_id, report_id)',
    ...['jobs', 'schedules'].map((table) => `alter table ${table} add column render text`),
    'alter table jobs add column urls_given integer not null default 0',
    ...['crawl_urls', 'page_links'].map((table) => `alter table ${table} add column by_script integer`),
    'alter table crawl_urls add column cut_links integer',
  ]
}

/** 014: what changed since a day. */
function indexChanges(): string[] {
  return [
    'create index pages_changed on pages (changed_at, website_id, first_seen, id, score, indexability)',
    'create index crawls_finished on crawls (finished_at, website_id, id) where finished_at is not null',
  ]
}

/** SQLite can't drop a constraint without a name, so other columns replace those that have one. */
const withoutConstraints = (columns: readonly (readonly [table: string, column: string])[]) => [
  ...columns.map(([table, column]) => `alter table ${table} add column new_${column} text`),
  'update pages set new_indexability = indexability',
  'update reports set new_indexability = indexability, new_previous_indexability = previous_indexability',
  ...columns.flatMap(([table, column]) => [
    `alter table ${table} drop column ${column}`,
    `alter table ${table} rename column new_${column} to ${column}`,
  ]),
]
