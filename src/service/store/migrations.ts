import type { Engine } from './engine.ts'

/** Returns the statements of a migration, in order. */
export type Migration = (engine: Engine) => string[]

/**
 * The migrations that follow the baseline, in order: 001 makes version 1 of the schema. Never change a released one,
 * but add another at the end.
 */
export const migrations: readonly Migration[] = [
  // With 1,000,000 reports, no list is slower without them (decision 005).
  () => ['drop index reports_latest_created', 'drop index reports_latest_website_id'],
  // The score of a page within its website (decision 019).
  () => ['alter table reports add column page_score integer'],
  () => ['alter table crawl_urls add column content text'],
  () => [
    "alter table websites add column own_hosts text not null default '[]'",
    'alter table website_identities add column production_host text',
    'alter table pages add column unchecked text',
  ],
]
