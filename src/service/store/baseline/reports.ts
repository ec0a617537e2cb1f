import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'
import { searchTable } from './search.ts'

export function reportTables(engine: Engine): string[] {
  const { id, key, bytes, sorted, end } = columnTypes(engine)
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
 * The orders of the lists of reports. The columns behind an order hold what filters need, so that rows outside the page
 * are not read.
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

const listIndexes = [
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
