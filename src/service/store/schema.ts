import type { Generated, GeneratedAlways, Selectable } from 'kysely'
import type { KeyRole } from '#contract/service-info.ts'
import type { LinkKind, LinkMode } from '#contract/links.ts'
import type { Rating } from '#contract/rating.ts'
import type { ViewList } from '#contract/views.ts'
import type { Privacy } from '#contract/website.ts'

/** The tables. Both engines store integers, text and bytes only: times are ISO 8601 in UTC. */
export type Schema = {
  websites: WebsitesTable
  reports: ReportsTable
  report_payloads: ReportPayloadsTable
  deleted_reports: DeletedReportsTable
  ruleset_changes: RulesetChangesTable
  api_keys: ApiKeysTable
  sign_in_tokens: SignInTokensTable
  views: ViewsTable
  links: LinksTable
  link_opens: LinkOpensTable
  audit: AuditTable
  meta: MetaTable
}

type WebsitesTable = {
  id: GeneratedAlways<number>
  domain: string
  search_text: string
  privacy: Generated<Privacy>
  password_hash: string | null
  /** 1 for a public website that search engines can list. */
  findable: Generated<0 | 1>
  reports_count: Generated<number>
  score_sum: Generated<number>
  good: Generated<number>
  decent: Generated<number>
  bad: Generated<number>
  /** score_sum / reports_count, computed by the database; null without reports. */
  average_score: GeneratedAlways<number | null>
  created_at: string
  /** When the website's settings last changed; not its reports. */
  updated_at: string
  /** If set, the website is deleted for every reader, and its rows wait to be purged. */
  deleted_at: string | null
}

type ReportsTable = {
  id: GeneratedAlways<number>
  website_id: number
  url: string
  search_text: string
  title: string | null
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
  /** 1 for the newest report of its URL. */
  newest: Generated<0 | 1>
  /** The score when the report was made; null if it was never rescored. */
  first_score: number | null
  /** When the report was last rescored; null if never. */
  rescored_at: string | null
  created_at: string
}

type ReportPayloadsTable = { report_id: number; evaluation: Buffer; facts: Buffer }

/** How many pages of a website got another outcome of a check by a ruleset. See ruleset-changes.ts for the values. */
type RulesetChangesTable = {
  ruleset: number
  website_id: number
  check_id: string
  before: string
  after: string
  pages: number
}

type DeletedReportsTable = { id: number; url: string; website_id: number }

type ApiKeysTable = {
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

type SignInTokensTable = { hash: string; expires_at: string }

type ViewsTable = {
  id: GeneratedAlways<number>
  name: string
  list: ViewList
  query: string
  position: number
  created_at: string
  updated_at: string
}

type LinksTable = {
  id: GeneratedAlways<number>
  token_hash: string
  kind: LinkKind
  mode: LinkMode
  label: string
  report_id: number | null
  website_id: number | null
  list: ViewList | null
  query: string | null
  title: string
  password_hash: string | null
  frozen_at: string | null
  created_by: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  opens_count: Generated<number>
  last_opened_at: string | null
  /** The presented report, as packed JSON. */
  frozen: Buffer | null
}

type LinkOpensTable = { id: GeneratedAlways<number>; link_id: number; opened_at: string; client: string }

type AuditTable = {
  id: GeneratedAlways<number>
  at: string
  /** A key's id, `visitor` or `command`. */
  actor: string
  actor_name: string | null
  action: string
  object_kind: string | null
  object_id: string | null
  object_name: string | null
  detail: string | null
}

type MetaTable = { name: string; value: string }

export type ApiKeyRow = Selectable<ApiKeysTable>
