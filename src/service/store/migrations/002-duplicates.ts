/** Columns and indexes to find pages of a website with equal texts, and reports that must be rescored. */
export function duplicates(): string[] {
  const flag = (name: string) => `${name} integer not null default 0 check (${name} in (0, 1))`
  return [
    'alter table reports add column body_shape text',
    `alter table reports add column ${flag('newest')}`,
    `alter table reports add column ${flag('twins_changed')}`,
    'update reports set newest = 1 where id in (select max(id) from reports group by website_id, url)',
    // The latest report of each URL represents its page. Older ones are no duplicates.
    'create index reports_newest on reports (website_id, id, url, body_shape) where newest = 1',
    ...['title', 'description', 'body'].map(
      (kind) =>
        `create index reports_${kind}_twins on reports (website_id, ${kind}_hash, id, url) where newest = 1 and ${kind}_hash is not null`,
    ),
    'create index reports_twins_changed on reports (website_id, id) where twins_changed = 1',
    'create index reports_ruleset on reports (ruleset, id)',
  ]
}
