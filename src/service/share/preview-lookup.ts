import type { Kysely } from 'kysely'
import { readId } from '#contract/list-query.ts'
import { privacies } from '#contract/website.ts'
import { endOfLink, hashLinkToken } from '#service/access/links.ts'
import { doorOf, scopeOfWebsite } from '#service/access/policy.ts'
import { nobody } from '#service/access/reader.ts'
import { presentReportRow } from '#service/present/report.ts'
import { findLink, type LinkRecord } from '#service/store/links.ts'
import { findOutcomes } from '#service/store/report-outcomes.ts'
import { findReport } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { findWebsite, findWebsiteOfReport, type WebsiteRecord } from '#service/store/websites.ts'
import { reportThroughLink } from './link-content.ts'
import { type Preview, previewOfReport, previewOfView, previewOfWebsite } from './preview.ts'

type Db = Kysely<Schema>

/** With whether search engines may list the page. */
export type FoundPreview = Preview & { findable: boolean }

/** No resource has it: what is no id is looked for like one. */
const noId = 0

/** What can be previewed, by the first part of its page's address. A report behind a link is "<token>.<id>". */
const kinds = {
  reports: (db: Db, id: string) => ofReport(db, readId(id) ?? noId),
  websites: (db: Db, id: string) => ofWebsite(db, readId(id) ?? noId),
  s: ofLink,
}
export type PreviewKind = keyof typeof kinds

/** Where a page of the dashboard has a preview if it may be opened by anyone; null for every other page. */
export function previewPlaceOf(path: string): { kind: PreviewKind; id: string } | null {
  const [, kind, id] = /^\/(reports|websites|s)\/([\w-]{1,100})$/.exec(path) ?? []
  if (kind !== undefined && id !== undefined) return { kind: kind as PreviewKind, id }
  const [, token, report] = /^\/s\/([\w-]{1,90})\/reports\/(\d{1,16})$/.exec(path) ?? []
  return token === undefined || report === undefined ? null : { kind: 's', id: `${token}.${report}` }
}

/** Undefined for what is private, has a password, is at an end or is missing, with no more work for the one than for the other. */
export const findPreview = (
  db: Db,
  { kind, id }: { kind: PreviewKind; id: string },
): Promise<FoundPreview | undefined> => kinds[kind](db, id)

/** Of the others nothing is read: what is private takes as long as what is not there. */
const previewed = [privacies.public] as const

const isOpen = (website: WebsiteRecord | undefined): website is WebsiteRecord => doorOf(nobody, website) === 'open'

async function ofReport(db: Db, id: number) {
  const website = await findWebsiteOfReport(db, id, previewed)
  if (!isOpen(website)) return undefined
  const record = await findReport(db, id, scopeOfWebsite(website))
  const results = record && (await findOutcomes(db, id))
  return (
    results && {
      ...previewOfReport({ ...presentReportRow({ ...record, previousScore: null }), results }),
      findable: website.findable === 1,
    }
  )
}

async function ofWebsite(db: Db, id: number) {
  const website = await findWebsite(db, id, previewed)
  return isOpen(website) ? { ...previewOfWebsite(website), findable: website.findable === 1 } : undefined
}

/** What a link leads to is nothing for whoever has not given its password yet, and never for search engines. */
async function ofLink(db: Db, id: string): Promise<FoundPreview | undefined> {
  const [token = '', behind] = id.split('.', 2)
  const link = await findLink(db, { tokenHash: hashLinkToken(token) })
  if (!link || link.passwordHash !== null || endOfLink(link) !== undefined) return undefined
  // A link to one report is read at its own address alone.
  if (behind !== undefined) return link.kind === 'report' ? undefined : ofReportBehind(db, link, readId(behind) ?? noId)
  if (link.kind === 'view') return { ...previewOfView(link), findable: false }
  if (link.kind === 'website') {
    const website = await findWebsite(db, link.websiteId ?? noId)
    return website && { ...previewOfWebsite(website), findable: false }
  }
  return ofReportBehind(db, link, link.reportId ?? noId)
}

async function ofReportBehind(db: Db, link: LinkRecord, id: number) {
  const report = await reportThroughLink(db, link, id)
  return report && { ...previewOfReport(report), findable: false }
}
