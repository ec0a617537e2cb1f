import type { Generated, GeneratedAlways } from 'kysely'
import type { ReportChange } from '#contract/lists/list-query.ts'
import type { ViewList } from '#contract/lists/views.ts'
import type { IssueOutcome } from '#contract/reports/analysis.ts'
import type { StoredStatus, WaiverScope } from '#contract/reports/findings.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import type { Rating } from '#contract/reports/rating.ts'
import type { KeyRole } from '#contract/service-info.ts'
import type { LogoType, PaperSize } from '#contract/sharing/client-document.ts'
import type { Privacy } from '#contract/websites/website.ts'
import type { AlertChangesTable, AlertQueueTable, AlertRulesTable, AlertsTable } from './alerts/tables.ts'
import type { JobsTable, JobUrlsTable } from './jobs/tables.ts'
import type { SchedulesTable } from './schedules/tables.ts'
import type { LinkVisitsTable, LinksTable } from './share-links/tables.ts'

/** The tables. Both engines store integers, text and bytes only: times are ISO 8601 in UTC. */
export type Schema = {
  websites: WebsitesTable
  reports: ReportsTable
  report_payloads: ReportPayloadsTable
  deleted_reports: DeletedReportsTable
  ruleset_changes: RulesetChangesTable
  pages: PagesTable
  page_issues: PageIssuesTable
  page_links: PageLinksTable
  website_causes: WebsiteCausesTable
  waivers: WaiversTable
  finding_states: FindingStatesTable
  api_keys: ApiKeysTable
  sign_in_tokens: SignInTokensTable
  views: ViewsTable
  links: LinksTable
  link_visits: LinkVisitsTable
  audit: AuditTable
  jobs: JobsTable
  job_urls: JobUrlsTable
  schedules: SchedulesTable
  alert_rules: AlertRulesTable
  alert_changes: AlertChangesTable
  alerts: AlertsTable
  alert_queue: AlertQueueTable
  limit_counts: LimitCountsTable
  idempotency_keys: IdempotencyKeysTable
  brand: BrandTable
  meta: MetaTable
}

export type WebsitesTable = {
  id: GeneratedAlways<number>
  domain: string
  search_text: string
  privacy: Generated<Privacy>
  password_hash: string | null
  /** How many reports of each page are kept, in addition to one a month. Null: all. */
  keep_reports: Generated<number | null>
  /** 1 for a public website that search engines can list. */
  findable: Generated<0 | 1>
  reports_count: Generated<number>
  score_sum: Generated<number>
  good: Generated<number>
  decent: Generated<number>
  bad: Generated<number>
  /** score_sum / reports_count, computed by the database; null without reports. */
  average_score: GeneratedAlways<number | null>
  /** The figures of the latest reports of pages, by the same names as those of all reports above. */
  pages_count: Generated<number>
  pages_score_sum: Generated<number>
  pages_good: Generated<number>
  pages_decent: Generated<number>
  pages_bad: Generated<number>
  pages_average: GeneratedAlways<number | null>
  /** When a crawl last ended that could find deep pages, and one that looked for orphans. */
  crawled_at: Generated<string | null>
  orphans_at: Generated<string | null>
  created_at: string
  /** When the website's settings last changed; not its reports. */
  updated_at: string
  /** If set, the website is deleted for every reader, and its rows wait to be purged. */
  deleted_at: string | null
}

export type ReportsTable = {
  id: GeneratedAlways<number>
  website_id: number
  url: string
  search_text: string
  title: string | null
  /** The folded title; empty without one. */
  title_text: string
  score: number
  result: Rating
  engine: string
  ruleset: number
  title_hash: string | null
  description_hash: string | null
  body_hash: string | null
  body_shape: string | null
  /** Final URL after redirects; null if it is the same. */
  page_url: string | null
  /** 1 for the latest report of its page, which is the one with the highest ID. */
  latest: Generated<0 | 1>
  page_id: number
  /** The score of the report before it of the same page; null if there is none. */
  previous_score: number | null
  indexability: Indexability | null
  previous_indexability: Indexability | null
  /** The ID of the check that explains `indexability`, or of the worst issue. */
  main_issue: string | null
  /** Computed by the database; null if the score is the same. */
  changed: GeneratedAlways<Exclude<ReportChange, 'not_indexable'> | null>
  /** The score when the report was made; null if it was never rescored. */
  first_score: number | null
  /** When the report was last rescored; null if never. */
  rescored_at: string | null
  created_at: string
}

type ReportPayloadsTable = { report_id: number; evaluation: Buffer; facts: Buffer }

/** How many pages of a website a ruleset gave another outcome of a check. See ruleset-changes.ts for the values. */
type RulesetChangesTable = {
  ruleset: number
  website_id: number
  check_id: string
  before: string
  after: string
  pages: number
}

/** A URL of a website, with the state that its latest report found. */
export type PagesTable = {
  id: GeneratedAlways<number>
  website_id: number
  url: string
  /** See `groupsOf`. */
  folder: string
  shape: string | null
  latest_report_id: number
  score: number
  previous_score: number | null
  result: Rating
  indexability: Indexability | null
  main_issue: string | null
  reports_count: number
  /** When the first report was made. */
  first_seen: string
  /** When the report was made that first had the score and indexability of the latest one. */
  changed_at: string
  /** The number of its links that are stored. */
  link_count: Generated<number>
  /** The job of the latest crawl that found it; null if none did. The same applies to the columns below. */
  crawl_id: Generated<number | null>
  /** The fewest clicks from the first page of the crawl; null for orphans, and for pages that only orphans lead to. */
  click_depth: Generated<number | null>
  /** 1 if a sitemap named it, but no link led to it. */
  orphan: Generated<0 | 1 | null>
}

/** An internal link of the latest report of a page. */
type PageLinksTable = {
  page_id: number
  /** A hash of the URL. See `linkTarget`. */
  target: number
  website_id: number
  /** Null for a link that is not known to be broken. */
  broken_url: string | null
}

/** A check that the latest report of a page fails, or has a warning of. */
type PageIssuesTable = {
  page_id: number
  check_id: string
  website_id: number
  outcome: IssueOutcome
  /** In tenths of a point. */
  points: number
  /** The keys of its causes, as a JSON array. */
  causes: string
}

/** The numbers of pages that share the cause of an issue. */
type WebsiteCausesTable = { website_id: number; check_id: string; cause_key: string; label: string; pages: number }

/** Marks an issue as accepted on some pages, where it no longer counts. */
export type WaiversTable = {
  id: GeneratedAlways<number>
  website_id: number
  check_id: string
  scope: WaiverScope
  /** The URL of the page, or the page group; null for the whole website. */
  target: string | null
  reason: string
  /** The name of the key that created it. */
  author: string
  created_at: string
  /** The last day on which it applies, in UTC, as YYYY-MM-DD. */
  expires_on: string | null
}

/** A team's decision about an issue of a page. */
export type FindingStatesTable = {
  page_id: number
  check_id: string
  status: StoredStatus
  /** 1 if the issue came back after it was fixed or marked as fixed. */
  back: 0 | 1
  owner: string | null
  /** The latest report of the page when the status was set. */
  report_id: number
  updated_at: string
  /** The name of a key; null if a newer report changed it. */
  updated_by: string | null
}

type DeletedReportsTable = { id: number; url: string; website_id: number }

export type ApiKeysTable = {
  id: string
  name: string
  role: KeyRole
  secret_hash: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
  /** Each use moves the expiry this many days into the future. Null: the expiry is fixed. */
  renewed_for_days: number | null
}

export type SignInTokensTable = { hash: string; expires_at: string }

export type ViewsTable = {
  id: GeneratedAlways<number>
  name: string
  list: ViewList
  query: string
  position: number
  created_at: string
  updated_at: string
}

type AuditTable = {
  id: GeneratedAlways<number>
  at: string
  /** A key's ID, `visitor` or `command`. */
  actor: string
  actor_name: string | null
  action: string
  object_kind: string | null
  object_id: string | null
  object_name: string | null
  detail: string | null
}

/** The table has one row. */
type BrandTable = {
  id: number
  name: string
  color: string | null
  intro: string
  footer: string
  /** Separated by commas. */
  sections: string
  paper: PaperSize
  logo: Buffer | null
  logo_type: LogoType | null
  updated_at: string
}

/** Used on PostgreSQL only. Times are in milliseconds since 1970, by the clock of the database. */
type LimitCountsTable = { name: string; count: number; since: number; retry_at: number | null }

/** Finished writes, so that a repeat of the request does nothing. The hashes are keyed with the service's secret. */
type IdempotencyKeysTable = {
  /** Of the reader, the method, the path and the `Idempotency-Key`. */
  request_hash: string
  /** Of the body. */
  content_hash: string
  status: number
  location: string | null
  /** The ID of what was created or changed, as JSON. */
  object_id: string
  created_at: string
}

type MetaTable = { name: string; value: string }
