import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'
import { searchTable } from './search.ts'

export function websiteTables(engine: Engine): string[] {
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
