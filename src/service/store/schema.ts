import type { ApiKeysTable, SignInTokensTable } from './access/api-keys.ts'
import type { AuditTable } from './access/audit.ts'
import type { GrantsTable } from './access/grants.ts'
import type { IdempotencyKeysTable } from './access/idempotency-keys.ts'
import type { LimitCountsTable } from './access/limit-counts.ts'
import type { PeopleTable } from './access/people.ts'
import type { IdentitiesTable, SignInProvidersTable } from './access/providers.ts'
import type { InvitationsTable, SessionsTable } from './access/sessions.ts'
import type { AlertsTable } from './alerts/alerts.ts'
import type { AlertChangesTable } from './alerts/changes.ts'
import type { AlertQueueTable, AlertRulesTable } from './alerts/rules.ts'
import type { BrandTable } from './brand.ts'
import type { ClientsTable } from './clients.ts'
import type { CrawlLinksTable, CrawlOutlinksTable, CrawlsTable, CrawlUrlsTable } from './crawls/crawls.ts'
import type { PagesAtRiskTable } from './google/alerts.ts'
import type { GoogleClientsTable, SearchConnectionsTable } from './google/connections.ts'
import type { SearchDaysTable, SearchUrlDaysTable, SearchUrlsTable } from './google/days.ts'
import type { FieldDataTable, FieldPullsTable } from './google/field-data.ts'
import type { PageInspectionsTable } from './google/inspections.ts'
import type { SearchQueriesTable } from './google/queries.ts'
import type { SearchWindowsTable } from './google/refresh-clicks.ts'
import type { JobUrlsTable, JobsTable } from './jobs/jobs.ts'
import type { RedirectsTable } from './jobs/redirects.ts'
import type { MetaTable } from './meta.ts'
import type { FindingStatesTable } from './pages/finding-states.ts'
import type { TargetCollisionsTable } from './pages/link-targets.ts'
import type { PageIssuesTable, WebsiteCausesTable } from './pages/page-issues.ts'
import type { PageLinksTable } from './pages/page-links.ts'
import type { PagesTable } from './pages/pages.ts'
import type { WaiversTable } from './pages/waivers.ts'
import type { ReportPayloadsTable } from './reports/report-payloads.ts'
import type { DeletedReportsTable, ReportsTable } from './reports/reports.ts'
import type { RulesetChangesTable } from './reports/ruleset-changes.ts'
import type { ScreenshotsTable } from './reports/screenshots.ts'
import type { SchedulesTable } from './schedules/schedules.ts'
import type { LinkVisitsTable, LinksTable } from './share-links/share-links.ts'
import type { ViewsTable } from './views.ts'
import type { WebsiteIdentitiesTable } from './websites/identities.ts'
import type { RenderSamplesTable } from './websites/render-samples.ts'
import type { WebsitesTable } from './websites/websites.ts'

/** The tables. Both engines store integers, text and bytes only: times are ISO 8601 in UTC. */
export type Schema = {
  websites: WebsitesTable
  website_identities: WebsiteIdentitiesTable
  render_samples: RenderSamplesTable
  google_clients: GoogleClientsTable
  search_connections: SearchConnectionsTable
  search_days: SearchDaysTable
  search_urls: SearchUrlsTable
  search_url_days: SearchUrlDaysTable
  search_queries: SearchQueriesTable
  search_windows: SearchWindowsTable
  page_inspections: PageInspectionsTable
  pages_at_risk: PagesAtRiskTable
  field_data: FieldDataTable
  field_pulls: FieldPullsTable
  reports: ReportsTable
  report_payloads: ReportPayloadsTable
  deleted_reports: DeletedReportsTable
  screenshots: ScreenshotsTable
  ruleset_changes: RulesetChangesTable
  pages: PagesTable
  page_issues: PageIssuesTable
  page_links: PageLinksTable
  target_collisions: TargetCollisionsTable
  website_causes: WebsiteCausesTable
  waivers: WaiversTable
  finding_states: FindingStatesTable
  api_keys: ApiKeysTable
  sign_in_tokens: SignInTokensTable
  people: PeopleTable
  sessions: SessionsTable
  invitations: InvitationsTable
  grants: GrantsTable
  clients: ClientsTable
  sign_in_providers: SignInProvidersTable
  identities: IdentitiesTable
  views: ViewsTable
  links: LinksTable
  link_visits: LinkVisitsTable
  audit: AuditTable
  jobs: JobsTable
  job_urls: JobUrlsTable
  redirects: RedirectsTable
  crawls: CrawlsTable
  crawl_urls: CrawlUrlsTable
  crawl_links: CrawlLinksTable
  crawl_outlinks: CrawlOutlinksTable
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
