import type { Engine } from '../engine.ts'
import { columnTypes } from './column-types.ts'

/** Saved views with their alerts, share links, and the brand of client reports. */
export function viewTables(engine: Engine): string[] {
  const { id, key, bytes, end } = columnTypes(engine)
  const deliveries = "in ('none', 'pending', 'sent', 'failed')"
  return [
    `create table views (
      id ${id}, name text not null, list text not null check (list in ('reports', 'websites')), query text not null,
      position integer not null, created_at text not null, updated_at text not null
    )${end}`,
    'create index views_position on views (position, id)',

    `create table alert_rules (
      id ${id}, view_id ${key} not null unique references views (id), conditions text not null, mail_to text not null,
      webhook_url text, key_id text not null, key_name text, recheck_job_id ${key},
      query text, count integer, pending_count integer, pending_since text,
      created_at text not null, updated_at text not null
    )${end}`,
    `create table alert_changes (
      id ${id}, rule_id ${key} not null references alert_rules (id), page_id ${key} not null,
      website_id ${key} not null, url text not null, condition text not null, check_id text not null,
      baseline text not null, state text not null check (state in ('suspected', 'rechecking', 'open')),
      report_id ${key} not null, job_id ${key}, attempts integer not null default 0, seen_at text not null,
      alert_id ${key}, unique (rule_id, page_id, condition, check_id)
    )${end}`,
    'create index alert_changes_page on alert_changes (page_id)',
    'create index alert_changes_website on alert_changes (website_id)',
    `create table alerts (
      id ${id}, rule_id ${key} not null, view_id ${key}, view_name text not null, query text not null,
      total integer not null, changes text not null, mail_to text not null, webhook_url text,
      mail text not null check (mail ${deliveries}), webhook text not null check (webhook ${deliveries}),
      attempts integer not null default 0, deliver_after text not null, created_at text not null
    )${end}`,
    "create index alerts_pending on alerts (deliver_after) where mail = 'pending' or webhook = 'pending'",
    'create index alerts_view on alerts (view_id, id)',
    'create index alerts_created on alerts (created_at)',
    `create table alert_queue (report_id ${key} primary key)${end}`,

    // Share links have no foreign keys, because a link outlives its target.
    `create table links (
      id ${id}, token_hash text not null, kind text not null check (kind in ('report', 'website', 'view')),
      mode text not null check (mode in ('live', 'frozen')),
      layout text not null default 'page' check (layout in ('page', 'document')), label text not null,
      title text not null, report_id ${key}, compare_id ${key}, website_id ${key},
      list text check (list in ('reports', 'websites')), query text, password_hash text,
      snapshot_at text, snapshot ${bytes}, created_by text not null, created_at text not null,
      expires_at text, revoked_at text, visits_count integer not null default 0, last_visit_at text,
      can_check integer not null default 0, last_check_at text, checks_that_day integer not null default 0,
      checked_report_id ${key}, check (mode = 'live' or (kind = 'report' and snapshot_at is not null))
    )${end}`,
    'create unique index links_token on links (token_hash)',
    'create index links_website on links (website_id) where website_id is not null',
    `create table link_visits (
      id ${id}, link_id ${key} not null references links (id), visited_at text not null, client text not null
    )${end}`,
    'create index link_visits_link on link_visits (link_id, id)',
    'create index link_visits_age on link_visits (visited_at)',

    `create table brand (
      id integer primary key check (id = 1), name text not null, color text, intro text not null, footer text not null,
      sections text not null, paper text not null, logo ${bytes}, logo_type text, updated_at text not null
    )${end}`,
  ]
}
