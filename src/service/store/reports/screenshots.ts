import type { Kysely, Transaction } from 'kysely'
import { engineOf } from '../engine.ts'
import { isReportInScope } from '../lists/filters.ts'
import type { Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'

/** The first screen of a rendered page, for each page's last two reports. */
export type ScreenshotsTable = {
  report_id: number
  page_id: number
  /** WebP. */
  image: Buffer
  /** 1 if it was made with the identity of the website, so that it can show what visitors must not see. */
  with_identity: 0 | 1
}

export type NewScreenshot = { image: Uint8Array; withIdentity: boolean }

/** In bytes. The renderer stays below it. */
export const maxScreenshot = 60_000

const isWebp = (image: Buffer) =>
  image.toString('latin1', 0, 4) === 'RIFF' && image.toString('latin1', 8, 12) === 'WEBP'

/** Stores the screenshot of a new report. A report never fails because of it: any other file is left out. */
export async function addScreenshot(
  tx: Transaction<Schema>,
  report: { report_id: number; page_id: number },
  { image, withIdentity }: NewScreenshot,
): Promise<void> {
  const bytes = Buffer.from(image)
  if (bytes.length > maxScreenshot || !isWebp(bytes)) return
  const row = { ...report, image: bytes, with_identity: withIdentity ? (1 as const) : (0 as const) }
  await tx.insertInto('screenshots').values(row).execute()
}

/** Deletes the screenshots of a page's reports before the report `first`. */
export async function deleteOlderScreenshots(tx: Transaction<Schema>, pageId: number, first: number): Promise<void> {
  await tx.deleteFrom('screenshots').where('page_id', '=', pageId).where('report_id', '<', first).execute()
}

const screenshotOf = (db: Kysely<Schema>, id: number, scope: Scope) =>
  db
    .selectFrom('screenshots as s')
    .innerJoin('reports as r', 'r.id', 's.report_id')
    .innerJoin('websites as w', 'w.id', 'r.website_id')
    .where('s.report_id', '=', id)
    .where('w.deleted_at', 'is', null)
    .where(isReportInScope(scope, engineOf(db)))
    // Only holders of keys see what the website shows to an identity, and nothing of it once one is set.
    .$if(scope.kind !== 'all', (query) =>
      query
        .leftJoin('website_identities as i', 'i.website_id', 'w.id')
        .where('s.with_identity', '=', 0)
        .where('i.summary', 'is', null),
    )

/** Returns the screenshot of a report, if there is one that the reader can see. */
export const findScreenshot = async (db: Kysely<Schema>, id: number, scope: Scope): Promise<Buffer | undefined> =>
  (await screenshotOf(db, id, scope).select('s.image').executeTakeFirst())?.image

export const hasScreenshot = async (db: Kysely<Schema>, id: number, scope: Scope): Promise<boolean> =>
  (await screenshotOf(db, id, scope).select('s.report_id').executeTakeFirst()) !== undefined
