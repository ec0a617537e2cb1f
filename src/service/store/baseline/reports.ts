import type { Engine } from '../engine.ts'
import { columnTypes, hasState, searchTable } from './column-types.ts'

const isCounted = "latest = 1 and indexability = 'indexable'"
const canBeIndexed = "in ('indexable', 'unclear')"

export function reportTables(engine: Engine): string[] {
  const { id, key, bytes, sorted, end } = columnTypes(engine)
  return [
    `create table reports (
      id ${id}, website_id ${key} not null references websites (id), page_id ${key} not null,
      latest integer not null default 0 check (latest in (0, 1)), url ${sorted} not null, page_url text, title text,
      search_text ${sorted} not null, title_text ${sorted} not null,
      score integer not null check (score between 0 and 100), previous_score integer, first_score integer,
      result ${sorted} not null check (result in ('good', 'decent', 'bad')),
      changed ${sorted} generated always as (case
        when previous_score is null then 'new'
        when score > previous_score then 'better'
        when score < previous_score then 'worse' end) stored,
      status integer, redirects_to text, redirect_statuses text,
      indexability ${sorted}, previous_indexability ${sorted}, indexing_code text, indexed_url text,
      main_issue text, to_fix integer not null, engine text not null, ruleset integer not null,
      title_hash text, description_hash text, body_hash text, body_shape text, introduction text,
      pending_crawl_id ${key}, created_at text not null, rescored_at text,
      ${hasState('reports', 'indexability')}, ${hasState('reports', 'previous_indexability')}
    )${end}`,
    ...listIndexes,
    'create index reports_page on reports (page_id, id)',
    'create index reports_ruleset on reports (ruleset, id)',
    'create index reports_pending on reports (pending_crawl_id, id) where pending_crawl_id is not null',
    // The latest report of each page represents it. Older ones are no duplicates.
    `create index reports_newest on reports (website_id, id, url, body_shape) where ${isCounted}`,
    ...['title', 'description', 'body'].map(
      (kind) => `create index reports_${kind}_duplicates on reports (website_id, ${kind}_hash, id)
        where ${isCounted} and ${kind}_hash is not null`,
    ),
    ...searchTable(engine, 'reports_search', 'reports', 'search_text'),
    ...searchTable(engine, 'reports_titles', 'reports', 'title_text'),

    // These two refer to no report, because they stay while a deleted report can be restored.
    `create table report_payloads (
      report_id ${key} primary key, evaluation ${bytes} not null, facts ${bytes} not null
    )${end}`,
    `create table screenshots (
      report_id ${key} primary key, page_id ${key} not null, image ${bytes} not null,
      with_identity integer not null
    )${end}`,
    'create index screenshots_page on screenshots (page_id, report_id)',

    // A deleted report leaves `reports`, so that no list, search or index has to skip it. `restorable` is what a
    // restore writes back, as JSON: null once that is no longer possible. `audit_id` is the entry of the activity.
    `create table deleted_reports (
      id ${key} primary key, url ${sorted} not null, website_id ${key} not null references websites (id),
      deleted_at text not null, restorable text, audit_id ${key}
    )${end}`,
    'create index deleted_reports_website on deleted_reports (website_id)',
    'create index deleted_reports_restorable on deleted_reports (deleted_at) where restorable is not null',
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
  created: 'created_at, id, website_id, result',
  result_id: 'result, id, website_id',
  result_url: 'result, url, id, website_id, created_at',
  result_score: 'result, score, id, website_id, created_at',
  website_id: 'website_id, id, result',
  website_url: 'website_id, url, id, result, created_at',
  website_score: 'website_id, score, id, result, created_at',
  // It also has the columns of the history of a website, so that this reads no rows.
  website_created: 'website_id, created_at, id, result, score, previous_score, indexability, previous_indexability',
}
/** The same for the latest reports of pages, which have more filters. */
const latestOrders = {
  id: 'id',
  url: 'url, id',
  score: 'score, id',
  created: 'created_at, id',
  changed: 'changed, id',
  website_id: 'website_id, id',
  website_url: 'website_id, url, id',
  website_score: 'website_id, score, id',
  // Filters that select pages, such as those with an issue, find their latest reports without reading the older ones.
  page: 'page_id, id',
}
const filtered = ['website_id', 'result', 'score', 'changed', 'indexability', 'page_id', 'created_at']

const listIndexes = [
  ...Object.entries(orders).map(([name, columns]) => `create index reports_${name} on reports (${columns})`),
  ...Object.entries(latestOrders).map(([name, order]) => {
    const first = order.split(', ')
    const columns = [...first, ...filtered.filter((column) => !first.includes(column))].join(', ')
    return `create index reports_latest_${name} on reports (${columns}) where latest = 1`
  }),
  // Pages that are no longer indexable.
  `create index reports_latest_unindexed on reports (website_id, id, page_id, indexability, created_at)
    where latest = 1 and previous_indexability ${canBeIndexed} and indexability not ${canBeIndexed}`,
]
