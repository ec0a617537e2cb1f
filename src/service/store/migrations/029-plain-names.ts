import type { Engine } from '../engine.ts'

/** Names what is stored as the product does: snapshots and visits of share links, and rechecks of suspected changes. */
export const plainNames = (engine: Engine): string[] => [
  'alter table links rename column frozen to snapshot',
  'alter table links rename column frozen_at to snapshot_at',
  'alter table links rename column opens_count to visits_count',
  'alter table links rename column last_opened_at to last_visit_at',
  'alter table link_opens rename to link_visits',
  'alter table link_visits rename column opened_at to visited_at',
  'drop index link_opens_link',
  'drop index link_opens_age',
  'create index link_visits_link on link_visits (link_id, id)',
  'create index link_visits_age on link_visits (visited_at)',
  ...(engine === 'sqlite' ? renameStateOnSqlite : renameStateOnPostgres),
]

const states = "('suspected', 'rechecking', 'open')"

const renameStateOnPostgres = [
  'alter table alert_changes drop constraint alert_faults_state_check',
  "update alert_changes set state = 'rechecking' where state = 'looking'",
  `alter table alert_changes add constraint alert_changes_state_check check (state in ${states})`,
]

/** SQLite can't change a check of a table, so the rows move to a new one. */
const renameStateOnSqlite = [
  'alter table alert_changes rename to old_alert_changes',
  'drop index alert_changes_page',
  'drop index alert_changes_website',
  `create table alert_changes (
    id integer primary key autoincrement, rule_id integer not null references alert_rules (id),
    page_id integer not null, website_id integer not null, url text not null, condition text not null,
    check_id text not null, baseline text not null, state text not null check (state in ${states}),
    report_id integer not null, job_id integer, attempts integer not null default 0, seen_at text not null,
    alert_id integer, unique (rule_id, page_id, condition, check_id)
  ) strict`,
  `insert into alert_changes (id, rule_id, page_id, website_id, url, condition, check_id, baseline, state, report_id,
      job_id, attempts, seen_at, alert_id)
    select id, rule_id, page_id, website_id, url, condition, check_id, baseline,
      case state when 'looking' then 'rechecking' else state end, report_id, job_id, attempts, seen_at, alert_id
    from old_alert_changes`,
  'drop table old_alert_changes',
  'create index alert_changes_page on alert_changes (page_id)',
  'create index alert_changes_website on alert_changes (website_id)',
]
