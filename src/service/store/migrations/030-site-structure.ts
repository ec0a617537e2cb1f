import type { Engine } from '../engine.ts'

/** Where crawls found pages. Null until a crawl finds them. */
export function siteStructure(engine: Engine): string[] {
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const text = engine === 'sqlite' ? 'text' : 'text collate "C"'
  return [
    `alter table pages add column crawl_id ${key}`,
    'alter table pages add column click_depth integer',
    'alter table pages add column orphan integer check (orphan in (0, 1))',
    'create index pages_crawl on pages (website_id, crawl_id) where crawl_id is not null',
    'create index pages_orphan on pages (website_id) where orphan = 1',
    'create index pages_deep on pages (website_id) where click_depth > 4',
    `alter table websites add column crawled_at ${text}`,
    `alter table websites add column orphans_at ${text}`,
  ]
}
