import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import { readId } from '#contract/lists/list-query.ts'
import { isSnapshot } from '#contract/sharing/links.ts'
import { privacies } from '#contract/websites/website.ts'
import { scopeOfWebsite, visitor, websiteAccess } from '#service/access/policy.ts'
import { hashLinkToken, linkEnd, scopeOfLink } from '#service/access/share-links.ts'
import { scoreConditionsToday } from '#service/http/responses/websites.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import { withoutWaived } from '#service/store/pages/waived-issues.ts'
import { countToFix } from '#service/store/reports/report-payloads.ts'
import { findReportToPreview } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { findLink, type LinkRecord } from '#service/store/share-links/share-links.ts'
import { findWebsite, findWebsiteOfReport, type WebsiteRecord } from '#service/store/websites/websites.ts'
import { readReportOfSnapshot } from '#service/visitors/share-link-content.ts'
import { type Preview, previewOfReport, previewOfView, previewOfWebsite } from './preview.ts'

type Db = Kysely<Schema>

export type FoundPreview = Preview & {
  /** Search engines can list the page. */
  findable: boolean
}

/** No resource has this ID. A malformed ID is looked up like any other, so that it takes as long. */
const noId = 0

/** Previews by the first part of their page's path. A report behind a link has the ID "<token>.<report id>". */
const kinds = {
  reports: (db: Db, id: string) => ofReport(db, readId(id) ?? noId),
  websites: (db: Db, id: string) => ofWebsite(db, readId(id) ?? noId),
  s: ofLink,
}
export type PreviewKind = keyof typeof kinds

/** Returns the kind and ID of the preview for a page of the dashboard, or null if such pages have none. */
export function previewPlaceOf(path: string): { kind: PreviewKind; id: string } | null {
  const [, kind, id] = /^\/(reports|websites|s)\/([\w-]{1,100})$/.exec(path) ?? []
  if (kind !== undefined && id !== undefined) return { kind: kind as PreviewKind, id }
  const [, token, report] = /^\/s\/([\w-]{1,90})\/reports\/(\d{1,16})$/.exec(path) ?? []
  return token === undefined || report === undefined ? null : { kind: 's', id: `${token}.${report}` }
}

/** Returns undefined if it is private, locked, expired or missing, with the same amount of work for each. */
export const findPreview = (
  db: Db,
  { kind, id }: { kind: PreviewKind; id: string },
): Promise<FoundPreview | undefined> => kinds[kind](db, id)

/** Only these websites are read, so that the request for a private one takes as long as for a missing one. */
const previewed = [privacies.public] as const

const isOpen = (website: WebsiteRecord | undefined): website is WebsiteRecord =>
  websiteAccess(visitor, website) === 'open'

async function ofReport(db: Db, id: number) {
  const website = await findWebsiteOfReport(db, id, previewed)
  if (!isOpen(website)) return undefined
  const preview = await ofReportWithin(db, id, scopeOfWebsite(website))
  return preview && { ...preview, findable: website.findable === 1 }
}

async function ofReportWithin(db: Db, id: number, scope: Scope): Promise<Preview | undefined> {
  const report = await findReportToPreview(db, id, scope)
  return report && previewOfReport(report)
}

async function ofWebsite(db: Db, id: number) {
  const website = await findWebsite(db, id, previewed)
  return isOpen(website) ? { ...(await ofOpenWebsite(db, website)), findable: website.findable === 1 } : undefined
}

/** The score is the one on the website's page. */
async function ofOpenWebsite(db: Db, website: WebsiteRecord): Promise<Preview> {
  const [shown = website] = await withoutWaived(db, [website], scoreConditionsToday())
  return previewOfWebsite(shown)
}

/** A link with a password has no preview. Search engines can never list a link. */
async function ofLink(db: Db, id: string): Promise<FoundPreview | undefined> {
  const [token = '', behind] = id.split('.', 2)
  const link = await findLink(db, { token_hash: hashLinkToken(token) })
  if (!link || link.password_hash !== null || linkEnd(link) !== undefined) return undefined
  // A link to one report shows it at the link's own URL only.
  if (behind !== undefined) return link.kind === 'report' ? undefined : ofReportBehind(db, link, readId(behind) ?? noId)
  if (link.kind === 'view') return { ...previewOfView(link), findable: false }
  if (link.kind === 'website') {
    const website = await findWebsite(db, link.website_id ?? noId)
    return website && { ...(await ofOpenWebsite(db, website)), findable: false }
  }
  return ofReportBehind(db, link, link.report_id ?? noId)
}

async function ofReportBehind(db: Db, link: LinkRecord, id: number): Promise<FoundPreview | undefined> {
  const preview = isSnapshot(link) ? await ofSnapshot(db, link, id) : await ofReportWithin(db, id, scopeOfLink(link))
  return preview && { ...preview, findable: false }
}

/** Snapshots never change, and take long to unpack. */
const maxCached = 1_000
const snapshots = new WeakMap<Db, LRUCache<number, Preview>>()

async function ofSnapshot(db: Db, link: LinkRecord, id: number): Promise<Preview | undefined> {
  if (id !== link.report_id) return undefined
  const cache = snapshots.get(db) ?? new LRUCache({ max: maxCached })
  snapshots.set(db, cache)
  const known = cache.get(link.id)
  if (known) return known
  const report = await readReportOfSnapshot(db, link)
  const preview = report && previewOfReport({ ...report, to_fix: countToFix(report.results) })
  if (preview) cache.set(link.id, preview)
  return preview
}
