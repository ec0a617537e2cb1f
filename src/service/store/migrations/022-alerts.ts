import type { Engine } from '../engine.ts'

/** Alerts on saved views: rules, faults that are suspected or known, messages, and reports to look at. */
export function alerts(engine: Engine): string[] {
  const id =
    engine === 'sqlite' ? 'integer primary key autoincrement' : 'bigint generated always as identity primary key'
  const key = engine === 'sqlite' ? 'integer' : 'bigint'
  const end = engine === 'sqlite' ? ' strict' : ''
  const states = "in ('none', 'pending', 'sent', 'failed')"
  return [
    `create table alert_rules (
      id ${id}, view_id ${key} not null unique references views (id), conditions text not null, mail_to text not null,
      webhook_url text, key_id text not null, key_name text, look_job_id ${key},
      query text, count integer, pending_count integer, pending_since text,
      created_at text not null, updated_at text not null
    )${end}`,
    `create table alert_faults (
      id ${id}, rule_id ${key} not null references alert_rules (id), page_id ${key} not null, website_id ${key} not null,
      url text not null, condition text not null, check_id text not null, baseline text not null,
      state text not null check (state in ('suspected', 'looking', 'open')), report_id ${key} not null, job_id ${key},
      attempts integer not null default 0, seen_at text not null, alert_id ${key},
      unique (rule_id, page_id, condition, check_id)
    )${end}`,
    'create index alert_faults_page on alert_faults (page_id)',
    'create index alert_faults_website on alert_faults (website_id)',
    `create table alerts (
      id ${id}, view_id ${key}, view_name text not null, query text not null, total integer not null, faults text not null,
      mail_to text not null, webhook_url text, rule_id ${key} not null,
      mail text not null check (mail ${states}), webhook text not null check (webhook ${states}),
      attempts integer not null default 0, deliver_after text not null, created_at text not null
    )${end}`,
    "create index alerts_pending on alerts (deliver_after) where mail = 'pending' or webhook = 'pending'",
    'create index alerts_view on alerts (view_id, id)',
    'create index alerts_created on alerts (created_at)',
    `create table alert_queue (report_id ${key} primary key)${end}`,
  ]
}
