import type { Kysely } from 'kysely'
import type { OpenedLink } from '#contract/opened-link.ts'
import type { Report } from '#contract/report.ts'
import { scopeOfLink } from '#service/access/share-links.ts'
import { reportResponse } from '#service/http/report-responses.ts'
import { withoutOtherPages } from '#service/present/report.ts'
import { presentWebsite } from '#service/present/resources.ts'
import { type LinkRecord, readSnapshot } from '#service/store/links.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite } from '#service/store/websites.ts'

/** Returns what a link shows first, or undefined if its target has just been deleted. */
export async function contentOfLink(db: Kysely<Schema>, link: LinkRecord): Promise<OpenedLink | undefined> {
  const { kind, mode, label, expiresAt, frozenAt, reportId, websiteId, list, query } = link
  const about = {
    kind,
    mode,
    label,
    expires_at: expiresAt,
    frozen_at: frozenAt,
    has_password: link.passwordHash !== null,
  }
  if (kind === 'report') {
    const report = await reportThroughLink(db, link, reportId ?? 0)
    return report && { ...about, report }
  }
  if (kind === 'website') {
    const website = await findWebsite(db, websiteId ?? 0)
    return website && { ...about, website: presentWebsite(website) }
  }
  return { ...about, list: list ?? 'reports', query: query ?? '' }
}

/** Returns a report within the link's scope, or undefined if it is outside. */
export async function reportThroughLink(db: Kysely<Schema>, link: LinkRecord, id: number): Promise<Report | undefined> {
  // Presented when the link was made, maybe by an older version. Clients of reports tolerate missing fields.
  if (link.mode === 'frozen') {
    const frozen = id === link.reportId ? ((await readSnapshot(db, link.id)) as Report | undefined) : undefined
    return frozen && withoutOtherPages(frozen)
  }
  return (await reportResponse(db, id, scopeOfLink(link)))?.data
}
