import type { Kysely } from 'kysely'
import { defaultReportQuery, type ReportListQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import { byClicks } from '#contract/reports/issue-order.ts'
import { type Brand, type ClientDocument, maxPagesOfIssue } from '#contract/sharing/client-document.ts'
import { contactIn } from '#contract/sharing/shared-brand.ts'
import { presentReportRow } from '#service/present/report.ts'
import { presentBrand } from '#service/present/rows.ts'
import { presentDay, presentIssueChanges, presentIssues } from '#service/present/website.ts'
import { type BrandOwner, findBrandOf } from '#service/store/clients.ts'
import { clicksOfIssues } from '#service/store/google/issue-clicks.ts'
import { seesClicks } from '#service/store/google/seen.ts'
import { findIntroduction, type Introduced } from '#service/store/introductions.ts'
import { listReports } from '#service/store/lists/report-list.ts'
import { grantedOf, type Scope } from '#service/store/lists/scope.ts'
import { listWebsites } from '#service/store/lists/website-list.ts'
import { findPreviousReport } from '#service/store/pages/page-history.ts'
import { findWholeReport, type ListedReport } from '#service/store/reports/reports.ts'
import { findScreenshot } from '#service/store/reports/screenshots.ts'
import type { Schema } from '#service/store/schema.ts'
import { findIssueChanges, findPagesOfIssues, linkedAmong, withEvidence } from '#service/store/websites/issue-pages.ts'
import { findWebsiteHistory, findWebsiteIssues } from '#service/store/websites/website-issues.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { comparisonResponse, type HistoryDeps } from './page-history.ts'
import { reportBody } from './reports.ts'
import { websiteBody, websitesBody } from './websites.ts'

/**
 * Returns an SVG as a PNG, or null if it can't be drawn within the limits. Throws a 503 Problem when too many are
 * waiting.
 */
export type DrawLogo = (svg: Buffer) => Promise<Buffer | null>

export type BrandDeps = Pick<HistoryDeps, 'db'> & { drawLogo: DrawLogo }
export type DocumentDeps = HistoryDeps & BrandDeps

/** The most rows of a list in a client report. */
const maxRows = 100
const firstPage = { page: 1, per_page: maxRows } as const
const worstFirst = { ...firstPage, sort_by: 'score', sort: 'asc' } as const
/** The most pages that can't be indexed in the client report of a website. */
const maxBlocked = 25

/** Returns the brand of client reports: the team's, or that of a client where it has its own. */
export async function brandOf({ db, drawLogo }: BrandDeps, of: BrandOwner = {}): Promise<Brand> {
  return withDrawnLogo(presentBrand(await findBrandOf(db, of)), drawLogo)
}

/** Returns the part of the brand that visitors of shared pages see. */
export async function sharedBrandResponse(deps: BrandDeps, of: BrandOwner) {
  const { name, logo, color, footer } = await brandOf(deps, of)
  return { data: { name, logo, color, contact: contactIn(footer) }, status: 200 as const }
}

const vector = 'data:image/svg+xml;base64,'

/** Older versions stored SVGs as they were. A browser could take forever to draw one, so it gets their picture. */
export async function withDrawnLogo<T extends Pick<Brand, 'logo'>>(brand: T, drawLogo: DrawLogo): Promise<T> {
  if (!brand.logo?.startsWith(vector)) return brand
  const png = await drawLogo(Buffer.from(brand.logo.slice(vector.length), 'base64'))
  return { ...brand, logo: png && `data:image/png;base64,${png.toString('base64')}` }
}

const start = async (deps: DocumentDeps, title: string, of: BrandOwner, introduced?: Introduced) => ({
  title,
  created_at: new Date().toISOString(),
  brand: await brandOf(deps, of),
  introduction: introduced ? await findIntroduction(deps.db, introduced) : null,
  comparison: null,
  is_comparison: false,
})

/**
 * Returns the client report of a report, with the changes since the report before it or the one with the ID
 * `compare_id`. It reads the same for everyone, so nothing in it depends on the other pages of the website. Undefined
 * if one of the reports is not within the scope. Throws a 422 if they are not two reports of one URL.
 */
export async function documentOfReport(
  deps: DocumentDeps,
  { id, compare_id }: { id: number; compare_id: number | null },
  scope: Scope,
  title = '',
): Promise<ClientDocument | undefined> {
  const { db } = deps
  const found = await findWholeReport(db, id, scope)
  if (!found) return undefined
  const other = compare_id ?? (await findPreviousReport(db, found.record, scope))
  const comparison = other === undefined ? undefined : await comparisonResponse(deps, { id, other }, scope)
  if (compare_id !== null && !comparison) return undefined
  const alone = { kind: 'report', report_id: id } as const
  const screenshot = await findScreenshot(db, id, alone)
  return {
    ...(await start(deps, title, { website_id: found.record.website_id }, { table: 'reports', id })),
    kind: 'report',
    report: await reportBody(db, found, alone),
    screenshot: screenshot ? `data:image/webp;base64,${screenshot.toString('base64')}` : null,
    comparison: comparison?.data ?? null,
    is_comparison: compare_id !== null,
  }
}

/** Returns the client report of a website. The caller must have checked that the reader can see the website. */
export async function documentOfWebsite(
  deps: DocumentDeps,
  website: WebsiteRecord,
  reader: Scope,
  title = '',
): Promise<ClientDocument> {
  const showsClicks = await seesClicks(deps.db, reader, website.id)
  const pages = { ...defaultReportQuery, ...worstFirst, website_id: website.id, latest: '1' } as const
  const scope = { kind: 'website', website_id: website.id, showsClicks } as const
  const clicks = showsClicks ? await clicksOfIssues(deps.db, website.id) : new Map<string, number>()
  const { rows, total } = await listReports(deps.db, { ...pages, indexability: 'indexable' }, scope)
  const blocked = await listReports(deps.db, { ...pages, indexability: 'blocked' }, scope)
  const issues = await findWebsiteIssues(deps.db, website.id)
  const checks = issues.map(({ check }) => check)
  return {
    ...(await start(deps, title, { website_id: website.id }, { table: 'websites', id: website.id })),
    kind: 'website',
    website: await websiteBody(deps.db, website),
    issues: presentIssues(issues, clicks),
    issue_pages: await withEvidence(
      deps.db,
      await findPagesOfIssues(deps.db, website.id, checks, { limit: maxPagesOfIssue, showsClicks }),
    ),
    changes: presentIssueChanges(await findIssueChanges(deps.db, website.id)),
    history: (await findWebsiteHistory(deps.db, website.id)).map(presentDay),
    reports: rows.map((row) => presentReportRow(row, false, showsClicks)),
    blocked: (await keptOutFirst(deps.db, blocked.rows, showsClicks))
      .slice(0, maxBlocked)
      .map((row) => presentReportRow(row, false, showsClicks)),
    total,
  }
}

/**
 * Sorts pages that can't be indexed: those with most clicks first if they are shown, then those that exist, errors that
 * pages link to, and other errors.
 */
async function keptOutFirst(
  db: Kysely<Schema>,
  rows: readonly ListedReport[],
  showsClicks: boolean,
): Promise<ListedReport[]> {
  const isError = ({ status }: ListedReport) => status !== null && status >= 400
  const linked = await linkedAmong(
    db,
    rows.filter(isError).map(({ page_id }) => page_id),
  )
  const rank = (row: ListedReport) => (!isError(row) ? 0 : linked.has(row.page_id) ? 1 : 2)
  return rows.toSorted((a, b) => (showsClicks && byClicks(a, b)) || rank(a) - rank(b))
}

/** Returns the client report of a list of reports, the worst first whatever the order of the list. */
export async function documentOfReports(
  deps: DocumentDeps,
  { list, query }: { list: ReportListQuery; query: string },
  scope: Scope,
  title = '',
): Promise<ClientDocument> {
  const { rows, total } = await listReports(deps.db, { ...list, ...worstFirst }, scope)
  const showsClicks = await seesClicks(deps.db, scope, list.website_id)
  const reports = rows.map((row) => presentReportRow(row, false, showsClicks))
  return { ...(await start(deps, title, ownerOf(list, scope))), kind: 'list', list: 'reports', query, reports, total }
}

const ownerOf = (
  { client, website_id = null }: { client: string | null; website_id?: number | null },
  scope: Scope,
): BrandOwner => ({ client_id: client === null ? null : Number(client), website_id, granted: grantedOf(scope) })

/** Returns the client report of a list of websites. */
export async function documentOfWebsites(
  deps: DocumentDeps,
  { list, query }: { list: WebsiteListQuery; query: string },
  scope: Scope,
  title = '',
): Promise<ClientDocument> {
  const { rows, total } = await listWebsites(deps.db, { ...list, ...firstPage }, scope)
  return {
    ...(await start(deps, title, ownerOf(list, scope))),
    kind: 'list',
    list: 'websites',
    query,
    websites: await websitesBody(deps.db, rows),
    total,
  }
}
