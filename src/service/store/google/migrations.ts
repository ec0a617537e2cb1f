import { columnTypes } from '../baseline/column-types.ts'
import type { Engine } from '../engine.ts'

/** What Google says of the pages of websites: connections, and figures by day, page and query. */
export function searchConsole(engine: Engine): string[] {
  const { id, key, bytes, real, sorted, end, endOfWide } = columnTypes(engine)
  const website = `${key} not null references websites (id) on delete cascade`
  const url = `${key} not null references search_urls (id) on delete cascade`
  const figures = `clicks ${key} not null, impressions ${key} not null, position_sum ${real} not null`
  return [
    `create table search_connections (
      website_id ${key} primary key references websites (id) on delete cascade,
      kind text not null check (kind in ('oauth', 'service', 'file')), property text, account text, secret ${bytes},
      key_id text, state text not null, problem text, due_at text, lease_owner text, leased_until text,
      pulled_at text, queries_first_day text, queries_last_day text, created_at text not null, updated_at text not null
    )${end}`,
    'create index search_connections_due on search_connections (due_at) where due_at is not null',
    // The client of the server at Google, and later other secrets of the server there, by name.
    `create table google_clients (
      name text primary key, client_id text, secret ${bytes} not null, key_id text not null, updated_at text not null
    )${end}`,
    // The property's own totals, null where Google had nothing, and the sums of all its rows of pages. A row is
    // unfinished while pulled_at is null.
    `create table search_days (
      website_id ${website}, source text not null, day text not null, days integer not null, clicks ${key},
      impressions ${key}, position_sum ${real}, page_clicks ${key} not null, page_impressions ${key} not null,
      rows ${key} not null, pulled_at text, primary key (website_id, source, day)
    )${endOfWide}`,
    `create table search_urls (
      id ${id}, website_id ${website}, url ${sorted} not null, url_key ${sorted} not null, page_id ${key}
    )${end}`,
    'create unique index search_urls_url on search_urls (website_id, url)',
    'create index search_urls_key on search_urls (website_id, url_key)',
    'create index search_urls_page on search_urls (website_id, page_id, id)',
    `create table search_url_days (
      url_id ${url}, source text not null, day text not null, days integer not null, ${figures},
      primary key (url_id, source, day)
    )${endOfWide}`,
    `create table search_queries (
      url_id ${url}, query text not null, ${figures}, primary key (url_id, query)
    )${endOfWide}`,
    // The days of the columns of pages. They are to be written again if is_stale.
    `create table search_windows (
      website_id ${key} primary key references websites (id) on delete cascade, source text, first_day text,
      last_day text, before_first_day text, is_comparable integer not null default 0, is_stale integer not null
    )${end}`,
    ...['clicks', 'impressions', 'clicks_before', 'clicks_change'].map(
      (name) => `alter table pages add column ${name} ${key}`,
    ),
    `alter table pages add column position ${real}`,
    'drop index pages_columns',
    `create index pages_columns on pages (website_id, gone_at, status, indexability, words, click_depth, inlinks,
      in_sitemap, issues, shown_score, clicks, impressions, position, clicks_change, id)`,
    'create index pages_with_clicks on pages (website_id, id) where clicks > 0 or clicks_before > 0',
    'create index pages_in_search on pages (website_id, id) where impressions is not null or clicks_before is not null',
    'alter table links add column shows_clicks integer not null default 0',
    'alter table clients add column shows_clicks integer not null default 0',
  ]
}

/** What Chrome measured for visitors of pages and of origins, and when it is asked for again. */
export function fieldData(engine: Engine): string[] {
  const { id, key, real, end } = columnTypes(engine)
  return [
    // Of an origin without a page.
    `create table field_data (
      id ${id}, website_id ${key} not null references websites (id) on delete cascade,
      page_id ${key} references pages (id) on delete cascade,
      form_factor text not null check (form_factor in ('phone', 'desktop')), first_day text, last_day text,
      lcp integer, inp integer, cls ${real}, fcp integer, ttfb integer, weeks text
    )${end}`,
    'create unique index field_data_page on field_data (page_id, form_factor) where page_id is not null',
    'create unique index field_data_origin on field_data (website_id, form_factor) where page_id is null',
    'create index field_data_website on field_data (website_id, page_id)',
    `create table field_pulls (
      website_id ${key} primary key references websites (id) on delete cascade, due_at text not null,
      leased_until text, pulled_at text, problem text
    )${end}`,
    'create index field_pulls_due on field_pulls (due_at)',
  ]
}

/** What Google's URL Inspection said of pages. */
export function pageInspections(engine: Engine): string[] {
  const { key, end } = columnTypes(engine)
  return [
    `create table page_inspections (
      page_id ${key} primary key references pages (id) on delete cascade,
      website_id ${key} not null references websites (id) on delete cascade, verdict text, google_index text,
      robots_txt_state text, indexing_state text, page_fetch_state text, google_canonical text, user_canonical text,
      last_crawl_at text, inspected_at text not null, verdict_before text, index_before text, before_until text
    )${end}`,
    'create index page_inspections_index on page_inspections (google_index, website_id, page_id)',
    'create index page_inspections_website on page_inspections (website_id, inspected_at)',
  ]
}

/** The first pages of a website's list by Google's figures are read from an index. Unknown ones are last. */
export function searchOrders(engine: Engine): string[] {
  const last = engine === 'postgres' ? ' nulls last' : ''
  const orders = { clicks: ` desc${last}, id desc`, impressions: ` desc${last}, id desc`, position: ', id' }
  return Object.entries(orders).map(
    ([name, order]) => `create index pages_by_${name} on pages (website_id, ${name}${order}) where gone_at is null`,
  )
}

/** What alerts about Google know already. */
export function googleAlerts(engine: Engine): string[] {
  const { key, end } = columnTypes(engine)
  return [
    'alter table page_inspections add column is_dropped integer not null default 0',
    'create index page_inspections_dropped on page_inspections (website_id) where is_dropped = 1',
    'alter table search_windows add column at_risk_since text',
    `create table pages_at_risk (
      page_id ${key} primary key references pages (id) on delete cascade,
      website_id ${key} not null references websites (id) on delete cascade, seen_at text not null,
      is_told integer not null
    )${end}`,
    'create index pages_at_risk_website on pages_at_risk (website_id)',
  ]
}
