import { columnTypes } from './baseline/column-types.ts'
import type { Engine } from './engine.ts'
import { fieldData, googleAlerts, pageInspections, searchConsole, searchOrders } from './google/migrations.ts'

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
  pageStates,
  runs,
  // What crawls found since reports, in the order of time, for the trend of a website.
  () => [
    `create index reports_later on reports (website_id, later_at, shown_score, page_indexability, score, indexability)
      where latest = 1 and later_at is not null`,
  ],
  // Issues are headed by the fault that their pages share, which is read with the counts.
  () => [
    'alter table page_issues add column fault text',
    'drop index page_issues_website',
    'create index page_issues_website on page_issues (website_id, check_id, page_id, points, counted, since, fault)',
  ],
  // The lines that changed are told, not only that some did.
  () => ['alter table crawls add column robots_txt text'],
  people,
  clients,
  searchConsole,
  fieldData,
  // Few pages are in search results, and filters by their figures read only those.
  () =>
    ['clicks', 'impressions', 'position', 'clicks_change'].map(
      (name) => `create index pages_${name} on pages (${name}, website_id, id) where ${name} is not null`,
    ),
  redirects,
  pageInspections,
  searchOrders,
  googleAlerts,
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
  // SQLite can't drop NOT NULL from a column, so the table and the one that refers to it are created again. They keep
  // their sequences, so that no ID is used twice.
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

/** A page has a state of its own, because crawls can change it after its latest report, and not every page a score. */
function pageStates(engine: Engine): string[] {
  const { kept, sorted } = columnTypes(engine)
  const state = 'case when later_at is null then indexability else later_indexability end'
  const score = `case when latest = 1 and coalesce(later_status, status, 200) < 300
    and coalesce(${state}, '') not in ('redirect', 'other_url') then coalesce(later_score, page_score, score) end`
  const stored = {
    later_at: 'text',
    later_indexability: sorted,
    later_code: 'text',
    later_issue: 'text',
    later_status: 'integer',
    later_score: 'integer',
    later_facts: 'text',
  }
  const computed = {
    page_indexability: [sorted, `case when latest = 1 then ${state} end`],
    page_was: [
      sorted,
      'case when latest = 1 then case when later_at is null then previous_indexability else indexability end end',
    ],
    shown_score: ['integer', score],
    // Missing scores are last in both directions.
    shown_score_up: ['integer', `coalesce(${score}, 101)`],
    shown_score_down: ['integer', `coalesce(${score}, -1)`],
  }
  const orders = {
    id: 'id',
    url: 'url, id',
    score: 'shown_score_up, id',
    score_down: 'shown_score_down, id',
    changed: 'changed, id',
    website_url: 'website_id, url, id',
    website_score: 'website_id, shown_score_up, id',
    website_score_down: 'website_id, shown_score_down, id',
    page: 'page_id, id',
  }
  const filtered = ['website_id', 'shown_score_up', 'changed', 'page_indexability', 'page_id', 'created_at']
  const isCounted = "latest = 1 and page_indexability = 'indexable'"
  const canBeIndexed = "in ('indexable', 'unclear')"
  const replaced = ['id', 'url', 'score', 'changed', 'website_url', 'website_score', 'page', 'unindexed'].map(
    (name) => `latest_${name}`,
  )
  const ofPages = ['newest', 'title_duplicates', 'description_duplicates', 'body_duplicates']
  return [
    ...Object.entries(stored).map(([name, type]) => `alter table reports add column ${name} ${type}`),
    ...Object.entries(computed).map(
      ([name, [type, value]]) =>
        `alter table reports add column ${name} ${type} generated always as (${value}) ${kept}`,
    ),
    ...[...replaced, ...ofPages].map((name) => `drop index reports_${name}`),
    ...Object.entries(orders).map(([name, order]) => {
      const first = order.split(', ')
      const columns = [...first, ...filtered.filter((column) => !first.includes(column))].join(', ')
      return `create index reports_latest_${name} on reports (${columns}) where latest = 1`
    }),
    `create index reports_latest_unindexed on reports (website_id, id, page_id, page_indexability, created_at)
      where latest = 1 and page_was ${canBeIndexed} and page_indexability not ${canBeIndexed}`,
    `create index reports_newest on reports (website_id, id, url, body_shape) where ${isCounted}`,
    ...['title', 'description', 'body'].map(
      (kind) => `create index reports_${kind}_duplicates on reports (website_id, ${kind}_hash, id)
        where ${isCounted} and ${kind}_hash is not null`,
    ),
    ...Object.entries({ good: '80 and 100', decent: '50 and 79', bad: '0 and 49' }).map(
      ([rating, scores]) => `update websites set pages_${rating} = (select count(*) from reports as r
        where r.website_id = websites.id and r.latest = 1 and r.shown_score between ${scores})`,
    ),

    // Since when a crawl no longer found it, and 1 once a person put it back.
    'alter table pages add column gone_at text',
    'alter table pages add column is_kept integer',
    // Why it has no report.
    'alter table pages add column unread text',
    `alter table pages add column shown_score integer generated always as (case
      when latest_report_id > 0 and gone_at is null and coalesce(status, 200) < 300
        and coalesce(indexability, '') not in ('redirect', 'other_url') then score end) ${kept}`,
    'drop index pages_columns',
    `create index pages_columns on pages (website_id, gone_at, status, indexability, words, click_depth, inlinks,
      in_sitemap, issues, shown_score, id)`,
    'create index pages_unread on pages (website_id) where latest_report_id = 0',
  ]
}

/** Jobs, and runs of schedules without one, are listed long after their URLs are deleted. */
function runs(engine: Engine): string[] {
  const { sorted } = columnTypes(engine)
  const filtered = 'id, state, outcome, kind, schedule_id'
  return [
    'alter table jobs add column outcome text',
    `alter table jobs add column domain ${sorted}`,
    'alter table jobs add column not_indexable integer not null default 0',
    'alter table jobs add column urls_kept integer not null default 1',
    `update jobs set domain = (
      select min(w.domain) from job_urls as u
      join reports as r on r.id = u.report_id join websites as w on w.id = r.website_id
      where u.job_id = jobs.id having count(distinct w.id) = 1)`,
    `update jobs set not_indexable = (
      select count(*) from job_urls as u join reports as r on r.id = u.report_id
      where u.job_id = jobs.id and coalesce(r.indexability, '') <> 'indexable')`,
    'drop index jobs_finished',
    'create index jobs_with_urls on jobs (finished_at, id) where finished_at is not null and bytes > 0',
    `create index jobs_newest on jobs (created_at, ${filtered}, domain)`,
    `create index jobs_domain on jobs (domain, created_at, ${filtered})`,
  ]
}

/** People sign in. What was made before belongs to keys, and keys made before to nobody. */
function people(engine: Engine): string[] {
  const { id, key, end } = columnTypes(engine)
  const authors = ['jobs', 'job_urls', 'schedules', 'alert_rules'].map(
    (table) => `alter table ${table} rename column key_id to author_id`,
  )
  const names = ['jobs', 'schedules', 'alert_rules'].map(
    (table) => `alter table ${table} rename column key_name to author_name`,
  )
  return [
    ...authors,
    ...names,
    `create table people (
      id ${id}, name text not null, email text not null, folded_email text not null unique, time_zone text,
      team_role text not null, state text not null, password_hash text, mail_assigned integer not null default 1,
      created_at text not null, last_seen_at text
    )${end}`,
    `create table sessions (
      id ${id}, person_id ${key} not null references people (id), secret_hash text not null, device text not null,
      address text not null, created_at text not null, last_used_at text not null, expires_at text not null
    )${end}`,
    'create index sessions_person on sessions (person_id, last_used_at)',
    'create index sessions_expires on sessions (expires_at)',
    `create table invitations (
      id ${id}, token_hash text not null unique, name text not null, email text, team_role text not null,
      invited_by text, created_at text not null, expires_at text not null
    )${end}`,
    `alter table api_keys add column person_id ${key} references people (id)`,
    'create index api_keys_person on api_keys (person_id) where person_id is not null',
    // Links made before give a key that is nobody's, which no longer exists.
    'delete from sign_in_tokens',
    "alter table sign_in_tokens add column purpose text not null default 'account'",
    `alter table sign_in_tokens add column person_id ${key} references people (id)`,
  ]
}

/** Clients own websites, and people, keys, links and invitations are granted some of them. */
function clients(engine: Engine): string[] {
  const { id, key, bytes, end } = columnTypes(engine)
  const goesWith = (table: string, type: string = key) => `${type} references ${table} (id) on delete cascade`
  const outlives = (table: string) => `${key} references ${table} (id) on delete set null`
  return [
    `create table clients (
      id ${id}, name text not null, folded_name text not null unique, contact text not null, notes text not null,
      archived integer not null default 0, brand_name text, brand_color text, logo ${bytes}, logo_type text,
      created_at text not null, updated_at text not null
    )${end}`,
    `alter table websites add column client_id ${outlives('clients')}`,
    'create index websites_client on websites (client_id) where client_id is not null',
    `create table sign_in_providers (
      id ${id}, name text not null, issuer text not null, client_id text not null, client_secret ${bytes} not null,
      key_id text not null, email_domains text not null, team_role text not null,
      require_verified_email integer not null, enabled integer not null, tested_at text, created_at text not null,
      updated_at text not null
    )${end}`,
    `create table identities (
      id ${id}, person_id ${goesWith('people')} not null, provider_id ${goesWith('sign_in_providers')} not null,
      issuer text not null, subject text not null, email text, created_at text not null, last_used_at text,
      unique (issuer, subject)
    )${end}`,
    'create index identities_person on identities (person_id)',
    'create index identities_provider on identities (provider_id)',
    // Of exactly one holder, and of a client or a website unless it is everything.
    `create table grants (
      id ${id}, person_id ${goesWith('people')}, key_id ${goesWith('api_keys', 'text')},
      link_id ${goesWith('links')}, invitation_id ${goesWith('invitations')},
      provider_id ${goesWith('sign_in_providers')}, can_edit integer not null check (can_edit in (0, 1)),
      client_id ${goesWith('clients')}, website_id ${goesWith('websites')}
    )${end}`,
    ...['person', 'key', 'link', 'invitation', 'provider'].map(
      (holder) =>
        `create index grants_${holder} on grants (${holder}_id, can_edit, client_id, website_id)
          where ${holder}_id is not null`,
    ),
    'create index grants_client on grants (client_id) where client_id is not null',
    'create index grants_website on grants (website_id) where website_id is not null',
    // 1 if the key or link has the grants of its own only. Others have all that their person or maker has.
    'alter table api_keys add column is_limited integer not null default 0',
    'alter table links add column is_limited integer not null default 0',
    // The person who made it. Null: a service key.
    `alter table links add column person_id ${outlives('people')}`,
    'create index links_person on links (person_id) where person_id is not null',
    // Null: the team's.
    `alter table views add column person_id ${outlives('people')}`,
    `alter table views add column client_id ${outlives('clients')}`,
    `alter table finding_states add column assignee_id ${outlives('people')}`,
    'create index finding_states_assignee on finding_states (assignee_id) where assignee_id is not null',
  ]
}

/** The rows of redirect maps, with what was found of each. They are deleted with the URLs of their job. */
function redirects(engine: Engine): string[] {
  const { key, sorted, end } = columnTypes(engine)
  return [
    `create table redirects (
      job_id ${key} not null, line integer not null, expected ${sorted} not null, expected_key ${sorted} not null,
      map_fault text, result text, hops integer, redirects text, final_url ${sorted}, final_key ${sorted},
      final_host ${sorted}, status integer, reason text, old_title text, new_title text, title_likeness integer,
      text_likeness integer, canonical text, checked_at text, primary key (job_id, line),
      foreign key (job_id, line) references job_urls (job_id, line) on delete cascade
    )${end}`,
    'create index redirects_result on redirects (job_id, result, line)',
    'create index redirects_expected on redirects (job_id, expected_key)',
    'create index redirects_final on redirects (job_id, final_key) where final_key is not null',
  ]
}
