import type { Engine } from '../engine.ts'

/**
 * Pages: one URL of one website, with its latest report, and the issues of that report. Rows of earlier reports are
 * filled in the background: they have no `page_id` until then.
 */
export function pages(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const real = engine === 'sqlite' ? 'real' : 'double precision'
  const kept = engine === 'sqlite' ? 'virtual' : 'stored'
  const text = engine === 'sqlite' ? 'text' : 'text collate "C"'
  const end = engine === 'sqlite' ? ' strict' : ''
  const endOfWide = engine === 'sqlite' ? ' strict, without rowid' : ''
  const ratings = ['good', 'decent', 'bad']
  const indexability = (name: string) =>
    `${name} ${text} check (${name} in ('indexable', 'other_url', 'unlikely', 'blocked'))`

  return [
    'alter table reports rename column newest to latest',
    `alter table reports add column page_id ${key}`,
    'alter table reports add column previous_score integer',
    `alter table reports add column ${indexability('indexability')}`,
    `alter table reports add column ${indexability('previous_indexability')}`,
    'alter table reports add column main_issue text',
    `alter table reports add column changed ${text} generated always as (case
      when page_id is null then null
      when previous_score is null then 'new'
      when score > previous_score then 'better'
      when score < previous_score then 'worse' end) ${kept}`,
    'create index reports_without_page on reports (id) where page_id is null',

    `create table pages (
      id ${id}, website_id ${key} not null references websites (id), url ${text} not null, folder ${text} not null, shape ${text},
      latest_report_id ${key} not null, score integer not null, previous_score integer, result ${text} not null,
      ${indexability('indexability')}, main_issue text, reports_count integer not null, first_seen text not null, changed_at text not null
    )${end}`,
    'create unique index pages_url on pages (website_id, url)',
    'create index pages_folder on pages (website_id, folder, score, latest_report_id)',
    'create index pages_shape on pages (website_id, shape, score, latest_report_id)',

    // Every order of the latest reports, with the columns of the filters, which are read from the index.
    ...[
      ['id', 'id'],
      ['url', 'url, id'],
      ['score', 'score, id'],
      ['website_id', 'website_id, id'],
      ['website_url', 'website_id, url, id'],
      ['website_score', 'website_id, score, id'],
      ['changed', 'changed, id'],
      ['indexability', 'indexability, id'],
      ['created', 'created_at, id'],
    ].map(
      ([name, columns]) =>
        `create index reports_latest_${name} on reports (${withFilters(columns ?? '')}) where latest = 1`,
    ),
    `create index reports_latest_unindexed on reports (id, website_id, page_id)
      where latest = 1 and previous_indexability = 'indexable' and indexability <> 'indexable'`,
    'create index reports_created on reports (created_at, id, website_id)',

    // How the pages of a website changed on a day. The sum of all days is how they are now.
    `create table website_days (
      website_id ${key} not null references websites (id), day text not null, pages integer not null, score_sum ${key} not null,
      ${ratings.map((name) => `${name} integer not null`).join(', ')}, primary key (website_id, day)
    )${endOfWide}`,
    'create index website_days_day on website_days (day, website_id)',
    ...['count', ...ratings].map(
      (name) => `alter table websites add column pages_${name} integer not null default 0 check (pages_${name} >= 0)`,
    ),
    `alter table websites add column pages_score_sum ${key} not null default 0`,
    `alter table websites add column pages_average ${real}
      generated always as (cast(pages_score_sum as ${real}) / nullif(pages_count, 0)) ${kept}`,
    `update websites set (pages_count, pages_score_sum, ${ratings.map((name) => `pages_${name}`).join(', ')}) = (
      select count(*), coalesce(sum(score), 0),
        ${ratings.map((name) => `coalesce(sum(case when result = '${name}' then 1 else 0 end), 0)`).join(', ')}
      from reports where website_id = websites.id and latest = 1)`,
    'drop index websites_id',
    `create index websites_id on websites (id, reports_count, good, decent, bad, pages_count, pages_good, pages_decent, pages_bad, deleted_at)
      where deleted_at is null`,

    `create table page_issues (
      page_id ${key} not null references pages (id), check_id ${text} not null, website_id ${key} not null,
      outcome text not null check (outcome in ('warn', 'fail')), points integer not null, causes text not null,
      primary key (page_id, check_id)
    )${endOfWide}`,
    'create index page_issues_check on page_issues (check_id, website_id, page_id)',
    `create table website_issues (
      website_id ${key} not null references websites (id), check_id ${text} not null, pages integer not null, points ${key} not null,
      primary key (website_id, check_id)
    )${endOfWide}`,
    'create index website_issues_check on website_issues (check_id, website_id, pages)',
    `create table website_causes (
      website_id ${key} not null references websites (id), check_id ${text} not null, cause_key ${text} not null, label text not null,
      pages integer not null, primary key (website_id, check_id, cause_key)
    )${endOfWide}`,
  ]
}

/** Adds the columns of the filters that an index does not begin with. */
function withFilters(columns: string): string {
  const first = columns.split(', ')
  const others = ['website_id', 'result', 'changed', 'indexability', 'page_id']
  return [...first, ...others.filter((name) => !first.includes(name))].join(', ')
}
