import type { Kysely } from 'kysely'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import type { Report } from '#contract/reports/report.ts'
import type { ClientDocument } from '#contract/sharing/client-document.ts'
import { isSnapshot } from '#contract/sharing/links.ts'
import type { OpenedLink } from '#contract/sharing/opened-link.ts'
import { scopeOfLink } from '#service/access/share-links.ts'
import {
  type DocumentDeps,
  documentOfReport,
  documentOfReports,
  documentOfWebsite,
  documentOfWebsites,
  withDrawnLogo,
} from '#service/http/responses/client-documents.ts'
import { reportResponse } from '#service/http/responses/reports.ts'
import { websiteBody } from '#service/http/responses/websites.ts'
import { nameOfCheck, withNames } from '#service/present/check-names.ts'
import { withoutOtherPages, withScreenshot } from '#service/present/report.ts'
import { findReport } from '#service/store/reports/reports.ts'
import { hasScreenshot } from '#service/store/reports/screenshots.ts'
import type { Schema } from '#service/store/schema.ts'
import { type LinkRecord, readSnapshot } from '#service/store/share-links/share-links.ts'
import { findWebsite } from '#service/store/websites/websites.ts'

/** Returns a link's first page, or undefined if its target has just been deleted. */
export async function contentOfLink(db: Kysely<Schema>, link: LinkRecord): Promise<OpenedLink | undefined> {
  const { kind, mode, layout, label, expires_at } = link
  const about = {
    kind,
    mode,
    layout,
    label,
    expires_at,
    frozen_at: link.snapshot_at,
    has_password: link.password_hash !== null,
    can_check: link.can_check === 1,
  }
  if (layout === 'document') return about
  if (kind === 'report') {
    const report = await reportThroughLink(db, link, link.report_id ?? 0)
    return report && { ...about, report }
  }
  if (kind === 'website') {
    const website = await findWebsite(db, link.website_id ?? 0)
    return website && { ...about, website: await websiteBody(db, website) }
  }
  return { ...about, list: link.list ?? 'reports', query: link.query ?? '' }
}

const named = (snapshot: Report): Report => ({
  ...snapshot,
  main_issue_name: nameOfCheck(snapshot.main_issue),
  results: withNames(snapshot.results),
})

/** Returns the report of a snapshot. An older version may have written it; clients tolerate missing fields. */
export async function readReportOfSnapshot(
  db: Kysely<Schema>,
  { id, layout }: LinkRecord,
): Promise<Report | undefined> {
  const snapshot = await readSnapshot(db, id)
  return layout === 'document' ? (snapshot as { report?: Report } | undefined)?.report : (snapshot as Report)
}

/** Returns a report within the link's scope, or undefined if it is outside. */
export async function reportThroughLink(db: Kysely<Schema>, link: LinkRecord, id: number): Promise<Report | undefined> {
  if (isSnapshot(link)) {
    const report = id === link.report_id ? await readReportOfSnapshot(db, link) : undefined
    // A screenshot isn't in the snapshot.
    return report && withScreenshot(await hasScreenshot(db, id, scopeOfLink(link)), withoutOtherPages(named(report)))
  }
  return (await reportResponse(db, id, scopeOfLink(link)))?.data
}

/**
 * Returns the client report of a link, or undefined if it is of another layout or its target has just been deleted. It
 * compares with an earlier report of the page, although the scope of the link is one report.
 */
export async function documentThroughLink(deps: DocumentDeps, link: LinkRecord): Promise<ClientDocument | undefined> {
  const { db } = deps
  const { kind, label, website_id, report_id, compare_id } = link
  if (link.layout !== 'document') return undefined
  if (isSnapshot(link)) {
    const snapshot = (await readSnapshot(db, link.id)) as ClientDocument | undefined
    // Those of older versions have no introduction of their own.
    return (
      snapshot && {
        ...snapshot,
        introduction: snapshot.introduction ?? null,
        brand: await withDrawnLogo(snapshot.brand, deps.drawLogo),
      }
    )
  }
  if (kind === 'report') {
    if (report_id === null || website_id === null) return undefined
    const within = { kind: 'website', website_id, showsClicks: link.shows_clicks === 1 } as const
    const isKept = compare_id !== null && (await findReport(db, compare_id, within)) !== undefined
    return documentOfReport(deps, { id: report_id, compare_id: isKept ? compare_id : null }, within, label)
  }
  if (kind === 'website') {
    const website = await findWebsite(db, link.website_id ?? 0)
    return website && documentOfWebsite(deps, website, scopeOfLink(link), label)
  }
  const query = link.query ?? ''
  const search = new URLSearchParams(query)
  const scope = scopeOfLink(link)
  return link.list === 'websites'
    ? documentOfWebsites(deps, { list: readQuery(websiteListParams, search).query, query }, scope, label)
    : documentOfReports(deps, { list: readQuery(reportListParams, search).query, query }, scope, label)
}
