import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Privacy, privacyValues } from '#contract/websites/website.ts'
import type { Schema } from '../schema.ts'

export type WebsiteRecord = {
  id: number
  domain: string
  privacy: Privacy
  passwordHash: string | null
  /** 1 for a public website that search engines can list. */
  findable: 0 | 1
  reportsCount: number
  /** Not rounded; null without reports. */
  averageScore: number | null
  good: number
  decent: number
  bad: number
  /** The figures of the latest report of each URL. */
  pagesCount: number
  pagesAverage: number | null
  pagesGood: number
  pagesDecent: number
  pagesBad: number
  /** Pages that Google cannot index. */
  pagesBlocked: number
  createdAt: string
  /** When the website's settings last changed; not its reports. */
  updatedAt: string
}

/** The columns of a {@link WebsiteRecord} from `websites as w`. */
export const websiteColumns = [
  'w.id',
  'w.domain',
  'w.privacy',
  'w.password_hash as passwordHash',
  'w.findable',
  'w.reports_count as reportsCount',
  'w.average_score as averageScore',
  'w.good',
  'w.decent',
  'w.bad',
  'w.pages_count as pagesCount',
  'w.pages_average as pagesAverage',
  'w.pages_good as pagesGood',
  'w.pages_decent as pagesDecent',
  'w.pages_bad as pagesBad',
  // Literals, because the databases use a partial index only for conditions that they see.
  sql<number>`(select cast(count(*) as integer) from reports as b
    where b.website_id = w.id and b.latest = 1 and b.indexability = 'blocked')`.as('pagesBlocked'),
  'w.created_at as createdAt',
  'w.updated_at as updatedAt',
] as const

/** Returns a website, if its privacy is one of `among`. */
export async function findWebsite(
  db: Kysely<Schema>,
  id: number | RawBuilder<number>,
  among: readonly Privacy[] = privacyValues,
): Promise<WebsiteRecord | undefined> {
  const website = db
    .selectFrom('websites as w')
    .select(websiteColumns)
    .where('w.id', '=', id)
    .where('w.deleted_at', 'is', null)
  return (among === privacyValues ? website : website.where('w.privacy', 'in', among)).executeTakeFirst()
}

/**
 * Returns the website of a report; undefined if there is no such report or website. Both tables are always queried, so
 * that a missing report takes as long.
 */
export async function findWebsiteOfReport(
  db: Kysely<Schema>,
  reportId: number,
  among?: readonly Privacy[],
): Promise<WebsiteRecord | undefined> {
  const websiteId = sql<number>`coalesce((select r.website_id from reports as r where r.id = ${reportId}), 0)`
  return findWebsite(db, websiteId, among)
}

/** What users set. `findable` is for public websites only. Without it, the website is not findable. */
export type WebsiteSettings = { privacy: Privacy; passwordHash: string | null; findable?: boolean }

/**
 * Stores the settings as given. Returns false and changes nothing if the website was changed or deleted
 * since it was read. `updatedAt` always increases, so that every change can be detected.
 */
export async function setWebsiteSettings(
  db: Kysely<Schema>,
  seen: Pick<WebsiteRecord, 'id' | 'updatedAt'>,
  settings: WebsiteSettings,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('websites')
    .set({
      privacy: settings.privacy,
      password_hash: settings.passwordHash,
      findable: settings.findable ? 1 : 0,
      updated_at: timeAfter(seen.updatedAt),
    })
    .where('id', '=', seen.id)
    .where('updated_at', '=', seen.updatedAt)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const timeAfter = (iso: string) => new Date(Math.max(Date.now(), Date.parse(iso) + 1)).toISOString()

/** Marks a website as deleted: from then on no reader sees it or its reports. Returns false if there is none. */
export async function deleteWebsite(db: Kysely<Schema>, id: number): Promise<boolean> {
  const marked = db
    .updateTable('websites')
    .set({ deleted_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return (await marked.executeTakeFirst()).numUpdatedRows === 1n
}
