import type { Engine } from '../engine.ts'
import { columnTypes, hasState, searchTable } from './column-types.ts'

/** Websites, with what is stored once for each. */
export function websiteTables(engine: Engine): string[] {
  const { id, key, bytes, real, sorted, kept, end, endOfWide } = columnTypes(engine)
  // Both engines round a quotient of two integers correctly: equal averages are equal numbers, and different ones stay
  // different and in order, up to eight million reports per website.
  const average = (sum: string, count: string) =>
    `${real} generated always as (cast(${sum} as ${real}) / nullif(${count}, 0)) ${kept}`
  const count = (name: string) => `${name} integer not null default 0 check (${name} >= 0)`
  return [
    `create table websites (
      id ${id}, domain ${sorted} not null, search_text ${sorted} not null,
      privacy integer not null default 1 check (privacy in (0, 1, 2)), password_hash text,
      findable integer not null default 0 check (findable = 0 or (findable = 1 and privacy = 0)), keep_reports integer,
      ${count('reports_count')}, score_sum ${key} not null default 0,
      good integer not null default 0, decent integer not null default 0, bad integer not null default 0,
      average_score ${average('score_sum', 'reports_count')},
      ${count('pages_count')}, ${count('pages_good')}, ${count('pages_decent')}, ${count('pages_bad')},
      ${count('counted_pages')}, counted_score_sum ${key} not null default 0,
      ${count('counted_good')}, ${count('counted_decent')}, ${count('counted_bad')},
      counted_average ${average('counted_score_sum', 'counted_pages')},
      ${['redirect', 'other_url', 'unlikely', 'blocked', 'unclear'].map((state) => count(`pages_${state}`)).join(', ')},
      crawled_at ${sorted}, orphans_at ${sorted}, introduction text,
      created_at text not null, updated_at text not null, deleted_at text,
      restorable integer not null default 0 check (restorable = 0 or (restorable = 1 and deleted_at is not null)),
      check (reports_count = good + decent + bad)
    )${end}`,
    // They end with deleted_at so that SQLite doesn't read the row to check the condition of the index.
    'create unique index websites_domain on websites (domain) where deleted_at is null',
    `create index websites_id on websites (id, reports_count, good, decent, bad, pages_count, pages_good, pages_decent,
      pages_bad, counted_pages, counted_good, counted_decent, counted_bad, deleted_at) where deleted_at is null`,
    'create index websites_average on websites (average_score, id, deleted_at) where deleted_at is null',
    'create index websites_count on websites (reports_count, id, deleted_at) where deleted_at is null',
    'create index websites_counted on websites (counted_average, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_id on websites (privacy, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_domain on websites (privacy, domain, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_average on websites (privacy, average_score, id, deleted_at) where deleted_at is null',
    'create index websites_privacy_count on websites (privacy, reports_count, id, deleted_at) where deleted_at is null',
    `create index websites_privacy_counted on websites (privacy, counted_average, id, deleted_at)
      where deleted_at is null`,
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

    `create table website_identities (
      website_id ${key} primary key references websites (id), render text not null default 'auto',
      judge_as_production integer not null default 0, hosts text not null default '[]', summary text,
      sealed ${bytes}, key_id text, updated_at text not null
    )${end}`,
    `create table render_samples (
      website_id ${key} not null references websites (id), page_group text not null, rendered integer not null,
      differed integer not null, sampled_at text not null, primary key (website_id, page_group)
    )${end}`,
  ]
}

/** PostgreSQL sorts null first when it reads an index backwards. */
const averagesDescending = ['average_score', 'counted_average'].flatMap((column) => {
  const name = column === 'average_score' ? 'average' : 'counted'
  return [
    `create index websites_${name}_desc on websites (${column} desc nulls last, id desc) where deleted_at is null`,
    `create index websites_privacy_${name}_desc on websites (privacy, ${column} desc nulls last, id desc)
      where deleted_at is null`,
  ]
})

/** Pages, with their issues and links. */
export function pageTables(engine: Engine): string[] {
  const { id, key, sorted, end, endOfWide } = columnTypes(engine)
  return [
    `create table pages (
      id ${id}, website_id ${key} not null references websites (id), url ${sorted} not null,
      url_key ${sorted} not null, target ${key} not null, folder ${sorted} not null, shape ${sorted},
      latest_report_id ${key} not null, score integer not null, previous_score integer, result ${sorted} not null,
      status integer, indexability ${sorted}, main_issue text, reports_count integer not null,
      first_seen text not null, changed_at text not null,
      inlinks integer not null default 0, issues integer not null default 0, canonical ${sorted},
      title text, title_length integer, description text, description_length integer, h1 text, words integer,
      alternates text, in_sitemap integer check (in_sitemap in (0, 1)),
      crawl_id ${key}, click_depth integer, orphan ${sorted},
      ${hasState('pages', 'indexability')}
    )${end}`,
    'create unique index pages_key on pages (website_id, url_key)',
    // Unique, so that two URLs with one number are noticed.
    'create unique index pages_target on pages (website_id, target)',
    'create index pages_folder on pages (website_id, folder, score, latest_report_id)',
    'create index pages_shape on pages (website_id, shape, score, latest_report_id)',
    'create index pages_crawl on pages (website_id, crawl_id) where crawl_id is not null',
    "create index pages_orphan on pages (website_id, orphan) where orphan <> 'linked'",
    // The same number as `deepClicks`.
    'create index pages_deep on pages (website_id) where click_depth > 4',
    // Has all numbers by which pages are sorted, so that no other rows are read.
    `create index pages_columns on pages (website_id, status, indexability, words, click_depth, inlinks, in_sitemap,
      issues, score, id)`,
    'create index pages_canonical on pages (website_id, canonical, id)',
    'create index pages_changed on pages (changed_at, website_id, first_seen, id, score, indexability)',

    `create table page_issues (
      page_id ${key} not null references pages (id), check_id ${sorted} not null, website_id ${key} not null,
      outcome text not null check (outcome in ('warn', 'fail')), points integer not null, causes text not null,
      counted integer not null check (counted in (0, 1)), since text, primary key (page_id, check_id)
    )${endOfWide}`,
    // List pages with an issue, and count the issues of a website, without reading their rows.
    'create index page_issues_check on page_issues (check_id, website_id, page_id, counted)',
    'create index page_issues_website on page_issues (website_id, check_id, page_id, points, counted, since)',

    `create table page_links (
      page_id ${key} not null references pages (id), target ${key} not null, website_id ${key} not null,
      broken_url text, anchor text, by_script integer, primary key (page_id, target)
    )${endOfWide}`,
    'create index page_links_target on page_links (website_id, target, page_id)',
    'create index page_links_broken on page_links (website_id, target, broken_url) where broken_url is not null',
    // URLs whose number another URL had first.
    `create table target_collisions (url_key ${sorted} primary key, target ${key} not null unique)${end}`,

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
