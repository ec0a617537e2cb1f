import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'

export function pageTables(engine: Engine): string[] {
  const { id, key, sorted, end, endOfWide } = columnTypes(engine)
  return [
    `create table pages (
      id ${id}, website_id ${key} not null references websites (id), url ${sorted} not null,
      folder ${sorted} not null, shape ${sorted},
      latest_report_id ${key} not null, score integer not null, previous_score integer, result ${sorted} not null,
      indexability ${sorted} check (indexability in ('indexable', 'other_url', 'unlikely', 'blocked')), main_issue text,
      reports_count integer not null, link_count integer not null default 0,
      first_seen text not null, changed_at text not null,
      crawl_id ${key}, click_depth integer, orphan integer check (orphan in (0, 1))
    )${end}`,
    'create unique index pages_url on pages (website_id, url)',
    'create index pages_folder on pages (website_id, folder, score, latest_report_id)',
    'create index pages_shape on pages (website_id, shape, score, latest_report_id)',
    'create index pages_crawl on pages (website_id, crawl_id) where crawl_id is not null',
    'create index pages_orphan on pages (website_id) where orphan = 1',
    // The same number as maxClicks of the contract.
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
