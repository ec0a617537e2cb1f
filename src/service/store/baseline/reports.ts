import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'
import { searchTable } from './search.ts'

export function reportTables(engine: Engine): string[] {
  const { id, key, bytes, sorted, kept, end } = columnTypes(engine)
  const indexability = "in ('indexable', 'other_url', 'unlikely', 'blocked')"
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
        when score < previous_score then 'worse' end) ${kept},
      engine text not null, ruleset integer not null,
      title_hash text, description_hash text, body_hash text, body_shape text,
      created_at text not null, rescored_at text
    )${end}`,
    ...listIndexes(engine),
    'create index reports_ruleset on reports (ruleset, id)',
    // The latest report of each URL represents its page. Older ones are no duplicates.
    'create index reports_newest on reports (website_id, id, url, body_shape) where latest = 1',
    ...['title', 'description', 'body'].map(
      (kind) => `create index reports_${kind}_twins on reports (website_id, ${kind}_hash, id, url)
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

/** One index for each order and filter of the lists of reports. */
function listIndexes(engine: Engine): string[] {
  const isSqlite = engine === 'sqlite'
  // Some end with website_id, so that reports of deleted websites are skipped cheaply. The second column list lets
  // SQLite walk the list without reading the rows.
  const all = {
    id: ['id, website_id'],
    url: ['url, id, website_id', 'created_at'],
    score: ['score, id, website_id', 'created_at'],
    created: ['created_at, id, website_id', 'result'],
    result_id: ['result, id, website_id'],
    result_url: ['result, url, id, website_id', 'created_at'],
    website_id: ['website_id, id'],
    website_url: ['website_id, url, id', 'created_at'],
    website_score: ['website_id, score, id', 'created_at'],
    website_created: ['website_id, created_at, id', 'result'],
    website_result_id: ['website_id, result, id'],
    website_result_url: ['website_id, result, url, id', 'created_at'],
  }
  const latest = {
    id: 'id',
    url: 'url, id',
    score: 'score, id',
    website_id: 'website_id, id',
    website_url: 'website_id, url, id',
    website_score: 'website_id, score, id',
    indexability: 'indexability, id',
    created: 'created_at, id',
    website_created: 'website_id, created_at, id',
  }
  return [
    ...Object.entries(all).map(
      ([name, columns]) =>
        `create index reports_${name} on reports (${(isSqlite ? columns : columns.slice(0, 1)).join(', ')})`,
    ),
    ...Object.entries(latest).map(
      ([name, columns]) =>
        `create index reports_latest_${name} on reports (${isSqlite ? `latest, ${withFiltersOnSqlite(columns)}` : withFilters(columns)})
          where latest = 1`,
    ),
    ...(isSqlite
      ? [
          `create index reports_latest_changed on reports (latest, changed, id, website_id, result, indexability, page_id, created_at)
            where latest = 1`,
          'create index reports_latest_scores on reports (latest, score) where latest = 1',
        ]
      : [`create index reports_latest_changed on reports (${withFilters('changed, id')}) where latest = 1`]),
    // Pages that are no longer indexable, and those of a website that can't be indexed.
    `create index reports_latest_unindexed on reports (
        ${isSqlite ? 'latest, previous_indexability, ' : ''}website_id, id, page_id, indexability, created_at)
      where latest = 1 and previous_indexability = 'indexable' and indexability <> 'indexable'`,
    "create index reports_latest_blocked on reports (website_id) where latest = 1 and indexability = 'blocked'",
  ]
}

/**
 * Adds the columns of the filters. SQLite can't read a virtual column from an index, so `changed` is replaced by the
 * scores that it is computed from.
 */
const withFiltersOnSqlite = (columns: string) =>
  withOthers(columns, ['website_id', 'result', 'score', 'previous_score', 'indexability', 'page_id', 'created_at'])

function withFilters(columns: string): string {
  const ofRanges = /^(changed|indexability),/.test(columns) ? ['created_at'] : []
  return withOthers(columns, ['website_id', 'result', 'changed', 'indexability', 'page_id', ...ofRanges])
}

function withOthers(columns: string, others: readonly string[]): string {
  const first = columns.split(', ')
  return [...first, ...others.filter((name) => !first.includes(name))].join(', ')
}
