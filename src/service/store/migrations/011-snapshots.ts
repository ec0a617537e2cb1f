/**
 * Reports are snapshots: nothing marks them when other pages change. A rescored report keeps its first score, and the
 * differences between rulesets are counted.
 */
export function snapshots(): string[] {
  return [
    'drop index reports_twins_changed',
    'alter table reports drop column twins_changed',
    'alter table report_payloads rename column verdict to evaluation',
    'alter table reports add column first_score integer',
    'alter table reports add column rescored_at text',
    `create table ruleset_changes (
      ruleset integer not null,
      website_id integer not null references websites (id),
      check_id text not null,
      before text not null,
      after text not null,
      pages integer not null,
      primary key (ruleset, website_id, check_id, before, after)
    )`,
    'create index ruleset_changes_website on ruleset_changes (website_id)',
  ]
}
