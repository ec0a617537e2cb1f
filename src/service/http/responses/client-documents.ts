import type { Kysely } from 'kysely'
import { defaultReportQuery, type ReportListQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import type { AnalyserPool } from '#service/jobs/analyser-pool.ts'
import { presentReportRow } from '#service/present/report.ts'
import { presentBrand } from '#service/present/rows.ts'
import { presentDay, presentIssue } from '#service/present/website.ts'
import { findBrand } from '#service/store/brand.ts'
import { listReports } from '#service/store/lists/report-list.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import { listWebsites } from '#service/store/lists/website-list.ts'
import { findPreviousReport } from '#service/store/pages/page-history.ts'
import { findWholeReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsiteHistory, findWebsiteIssues } from '#service/store/websites/website-issues.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { comparisonResponse } from './page-history.ts'
import { reportBody } from './reports.ts'
import { websiteBody, websitesBody } from './websites.ts'

export type DocumentDeps = { db: Kysely<Schema>; pool: Pick<AnalyserPool, 'compare' | 'findIssueStates'> }

/** The most rows of a list in a client report. */
const maxRows = 100
const firstPage = { page: 1, per_page: maxRows } as const

const start = async (db: Kysely<Schema>, title: string) => ({
  title,
  created_at: new Date().toISOString(),
  brand: presentBrand(await findBrand(db)),
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
  return {
    ...(await start(db, title)),
    kind: 'report',
    report: await reportBody(db, found, false),
    comparison: comparison?.data ?? null,
    is_comparison: compare_id !== null,
  }
}

/** Returns the client report of a website. The caller must have checked that the reader can see the website. */
export async function documentOfWebsite(
  { db }: DocumentDeps,
  website: WebsiteRecord,
  title = '',
): Promise<ClientDocument> {
  const query = {
    ...defaultReportQuery,
    ...firstPage,
    website_id: website.id,
    latest: '1',
    sort_by: 'score',
    sort: 'asc',
  } as const
  const { rows, total } = await listReports(db, query, { kind: 'website', website_id: website.id })
  return {
    ...(await start(db, title)),
    kind: 'website',
    website: await websiteBody(db, website),
    issues: (await findWebsiteIssues(db, website.id)).map((issue) => presentIssue(issue)),
    history: (await findWebsiteHistory(db, website.id)).map(presentDay),
    reports: rows.map((row) => presentReportRow(row, false)),
    total,
  }
}

/** Returns the client report of a list of reports. */
export async function documentOfReports(
  { db }: DocumentDeps,
  { list, query }: { list: ReportListQuery; query: string },
  scope: Scope,
  title = '',
): Promise<ClientDocument> {
  const { rows, total } = await listReports(db, { ...list, ...firstPage }, scope)
  const reports = rows.map((row) => presentReportRow(row, false))
  return { ...(await start(db, title)), kind: 'list', list: 'reports', query, reports, total }
}

/** Returns the client report of a list of websites. */
export async function documentOfWebsites(
  { db }: DocumentDeps,
  { list, query }: { list: WebsiteListQuery; query: string },
  scope: Scope,
  title = '',
): Promise<ClientDocument> {
  const { rows, total } = await listWebsites(db, { ...list, ...firstPage }, scope)
  return {
    ...(await start(db, title)),
    kind: 'list',
    list: 'websites',
    query,
    websites: await websitesBody(db, rows),
    total,
  }
}
