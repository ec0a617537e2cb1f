import type { Engine } from '../engine.ts'

/**
 * The internal links of each page's latest report. Pages of earlier versions are filled in the background: they have no
 * `link_count` until then.
 */
export function pageLinks(engine: Engine): string[] {
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const end = engine === 'sqlite' ? ' strict, without rowid' : ''
  return [
    `create table page_links (
      page_id ${key} not null references pages (id), target ${key} not null, website_id ${key} not null, broken_url text,
      primary key (page_id, target)
    )${end}`,
    'create index page_links_target on page_links (website_id, target, page_id)',
    'create index page_links_broken on page_links (website_id, target, broken_url) where broken_url is not null',
    'alter table pages add column link_count integer',
    'create index pages_without_links on pages (id) where link_count is null',
  ]
}
