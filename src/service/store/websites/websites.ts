import {
  type Generated,
  type GeneratedAlways,
  type InferResult,
  type Kysely,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely'
import { type Privacy, privacyValues } from '#contract/websites/website.ts'
import { restartCounts } from '../alerts/rules.ts'
import { databaseNow } from '../engine.ts'
import { isUniqueViolation } from '../failures.ts'
import { type Deletion, restorableSince, restorableUntil } from '../reports/deleted-reports.ts'
import type { Schema } from '../schema.ts'

export type WebsitesTable = {
  id: GeneratedAlways<number>
  domain: string
  search_text: string
  privacy: Generated<Privacy>
  client_id: Generated<number | null>
  password_hash: string | null
  /** The number of reports kept of each page, in addition to one a month. Null: all. */
  keep_reports: Generated<number | null>
  /** Its other hosts, as a JSON array. See `setOwnHosts`. */
  own_hosts: Generated<string>
  /** 1 for a public website that search engines can list. */
  findable: Generated<0 | 1>
  reports_count: Generated<number>
  score_sum: Generated<number>
  good: Generated<number>
  decent: Generated<number>
  bad: Generated<number>
  /** score_sum / reports_count, computed by the database; null without reports. */
  average_score: GeneratedAlways<number | null>
  /** The latest reports of pages, by their rating. */
  pages_count: Generated<number>
  pages_good: Generated<number>
  pages_decent: Generated<number>
  pages_bad: Generated<number>
  /** Those of them that are indexable, and so count in the figures of the website. */
  counted_pages: Generated<number>
  counted_score_sum: Generated<number>
  counted_good: Generated<number>
  counted_decent: Generated<number>
  counted_bad: Generated<number>
  counted_average: GeneratedAlways<number | null>
  /** The others by their indexability. */
  pages_redirect: Generated<number>
  pages_other_url: Generated<number>
  pages_unlikely: Generated<number>
  pages_blocked: Generated<number>
  pages_unclear: Generated<number>
  /** The ends of the last crawl that could find deep pages, and of the last that looked for orphans. */
  crawled_at: Generated<string | null>
  orphans_at: Generated<string | null>
  /** The introduction of its client report. Null for that of the brand. */
  introduction: Generated<string | null>
  created_at: string
  /** The last change of the settings, not of reports. */
  updated_at: string
  /** If set, the website is deleted for every reader, and its rows wait to be purged. */
  deleted_at: string | null
  /** 1 for a deleted website whose rows are not being purged. */
  restorable: Generated<0 | 1>
}

/** The columns of a {@link WebsiteRecord} from `websites as w`. */
export const websiteColumns = [
  'w.id',
  'w.domain',
  'w.privacy',
  'w.client_id',
  'w.password_hash',
  'w.findable',
  'w.reports_count',
  'w.average_score',
  'w.good',
  'w.decent',
  'w.bad',
  'w.pages_count',
  'w.counted_pages',
  'w.counted_average',
  'w.counted_good',
  'w.counted_decent',
  'w.counted_bad',
  'w.pages_redirect',
  'w.pages_other_url',
  'w.pages_unlikely',
  'w.pages_blocked',
  'w.pages_unclear',
  'w.created_at',
  'w.updated_at',
] as const

export const selectWebsites = (db: Kysely<Schema>) => db.selectFrom('websites as w').select(websiteColumns)

/** Averages are not rounded. */
export type WebsiteRecord = InferResult<ReturnType<typeof selectWebsites>>[number]

/** Returns a website, if its privacy is one of `among`. */
export async function findWebsite(
  db: Kysely<Schema>,
  id: number | RawBuilder<number>,
  among: readonly Privacy[] = privacyValues,
): Promise<WebsiteRecord | undefined> {
  const website = selectWebsites(db).where('w.id', '=', id).where('w.deleted_at', 'is', null)
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

/** `findable` is for public websites only, and false by default. */
export type WebsiteSettings = { privacy: Privacy; password_hash: string | null; findable?: boolean }

/**
 * Stores the settings as given. Returns false and changes nothing if the website was changed or deleted since it was
 * read. `updated_at` always increases, so that every change can be detected.
 */
export async function setWebsiteSettings(
  db: Kysely<Schema>,
  seen: Pick<WebsiteRecord, 'id' | 'updated_at'>,
  settings: WebsiteSettings,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('websites')
    .set({
      privacy: settings.privacy,
      password_hash: settings.password_hash,
      findable: settings.findable ? 1 : 0,
      updated_at: timeAfter(seen.updated_at),
    })
    .where('id', '=', seen.id)
    .where('updated_at', '=', seen.updated_at)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const timeAfter = (iso: string) => new Date(Math.max(Date.now(), Date.parse(iso) + 1)).toISOString()

/**
 * Marks a website as deleted: from then on no reader sees it or its reports. Returns undefined if there is none.
 * @param options.isRestorable keeps its rows until it can no longer be restored; false by default
 */
export async function deleteWebsite(
  db: Kysely<Schema>,
  id: number,
  { isRestorable = false } = {},
): Promise<Deletion | undefined> {
  return db.transaction().execute(async (tx) => {
    const deleted_at = await databaseNow(tx)
    const marked = tx
      .updateTable('websites')
      .set({ deleted_at, restorable: isRestorable ? 1 : 0 })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
    if ((await marked.executeTakeFirst()).numUpdatedRows === 0n) return undefined
    await restartAllCounts(tx)
    return { restorable_until: isRestorable ? restorableUntil(deleted_at) : null }
  })
}

/**
 * Restores a deleted website with its reports. Returns `domain_taken` if its domain has another website by now, and
 * `not_found` if there is none to restore.
 */
export async function restoreWebsite(
  db: Kysely<Schema>,
  id: number,
): Promise<'restored' | 'domain_taken' | 'not_found'> {
  try {
    return await db.transaction().execute(async (tx) => {
      const restored = tx
        .updateTable('websites')
        .set({ deleted_at: null, restorable: 0 })
        .where('id', '=', id)
        .where('restorable', '=', 1)
        .where('deleted_at', '>', await restorableSince(tx))
      if ((await restored.executeTakeFirst()).numUpdatedRows === 0n) return 'not_found'
      await restartAllCounts(tx)
      return 'restored'
    })
  } catch (error) {
    if (isUniqueViolation(error)) return 'domain_taken'
    throw error
  }
}

/** A person who deletes or restores a website needs no alert about its pages, which leave views or come back. */
async function restartAllCounts(tx: Transaction<Schema>) {
  const counted = await tx.selectFrom('alert_rules').select('id').where('count', 'is not', null).execute()
  const ids = counted.map(({ id }) => id)
  await restartCounts(tx, ids)
}
