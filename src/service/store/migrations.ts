import { columnTypes } from './baseline/column-types.ts'
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
  alertRulesOfWebsites,
]

/** An alert rule watches a view or a website. */
function alertRulesOfWebsites(engine: Engine): string[] {
  const { id, key, end } = columnTypes(engine)
  const isPlace = 'check ((website_id is null) <> (view_id is null))'
  const added = [
    'create unique index alert_rules_website on alert_rules (website_id) where website_id is not null',
    `alter table alerts add column website_id ${key}`,
    'create index alerts_website on alerts (website_id, id)',
  ]
  if (engine === 'postgres')
    return [
      'alter table alert_rules alter column view_id drop not null',
      `alter table alert_rules add column website_id ${key} references websites (id), add ${isPlace}`,
      ...added,
    ]
  const rules = 'id, view_id, conditions, mail_to, webhook_url, key_id, key_name, recheck_job_id, query, count'
  const ofRules = `${rules}, pending_count, pending_since, created_at, updated_at`
  const changes = 'id, rule_id, page_id, website_id, url, condition, check_id, baseline, state, report_id, job_id'
  const ofChanges = `${changes}, attempts, seen_at, alert_id`
  // SQLite can't let a column be null later. The table that refers to it is made anew with it, and IDs aren't repeated.
  return [
    `create table new_alert_rules (
      id ${id}, view_id ${key} unique references views (id), website_id ${key} references websites (id),
      conditions text not null, mail_to text not null, webhook_url text, key_id text not null, key_name text,
      recheck_job_id ${key}, query text, count integer, pending_count integer, pending_since text,
      created_at text not null, updated_at text not null, ${isPlace}
    )${end}`,
    `insert into new_alert_rules (${ofRules}) select ${ofRules} from alert_rules`,
    `create table new_alert_changes (
      id ${id}, rule_id ${key} not null references new_alert_rules (id), page_id ${key} not null,
      website_id ${key} not null, url text not null, condition text not null, check_id text not null,
      baseline text not null, state text not null check (state in ('suspected', 'rechecking', 'open')),
      report_id ${key} not null, job_id ${key}, attempts integer not null default 0, seen_at text not null,
      alert_id ${key}, unique (rule_id, page_id, condition, check_id)
    )${end}`,
    `insert into new_alert_changes (${ofChanges}) select ${ofChanges} from alert_changes`,
    ...['alert_changes', 'alert_rules'].flatMap((name) => [
      `delete from sqlite_sequence where name = 'new_${name}'`,
      `update sqlite_sequence set name = 'new_${name}' where name = '${name}'`,
      `drop table ${name}`,
    ]),
    'alter table new_alert_rules rename to alert_rules',
    'alter table new_alert_changes rename to alert_changes',
    'create index alert_changes_page on alert_changes (page_id)',
    'create index alert_changes_website on alert_changes (website_id)',
    ...added,
  ]
}
