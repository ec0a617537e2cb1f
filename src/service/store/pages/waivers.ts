import { type GeneratedAlways, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { type WaiverScope, maxWaivers } from '#contract/reports/findings.ts'
import { normaliseEscapes, urlKey } from '#contract/url-key.ts'
import type { Schema } from '../schema.ts'
import { lockWebsite } from '../websites/website-counters.ts'

/** Marks an issue as accepted on some pages, so that it no longer counts there. */
export type WaiversTable = {
  id: GeneratedAlways<number>
  website_id: number
  check_id: string
  scope: WaiverScope
  /** The key of the page's URL, or the page group; null for the whole website. */
  target: string | null
  reason: string
  /** The name of the key that created it. */
  author: string
  created_at: string
  /** The last day on which it applies, in UTC, as YYYY-MM-DD. */
  expires_on: string | null
}

export type WaiverRecord = Selectable<WaiversTable>
export type NewWaiver = Omit<WaiverRecord, 'id'>

/** Returns the form in which pages have the target of a waiver: a URL or a page group. */
export const targetKey = (scope: WaiverScope, target: string): string =>
  scope === 'page' ? urlKey(target) : normaliseEscapes(target)

const selectWaivers = (db: Kysely<Schema>) =>
  db
    .selectFrom('waivers as w')
    .innerJoin('websites as s', 's.id', 'w.website_id')
    .where('s.deleted_at', 'is', null)
    .selectAll('w')

/** Returns the waivers of a website, or the newest of all websites, also those that have expired. */
export function listWaivers(db: Kysely<Schema>, websiteId: number | null): Promise<WaiverRecord[]> {
  const newest = selectWaivers(db).orderBy('w.id', 'desc').limit(maxWaivers)
  return (websiteId === null ? newest : newest.where('w.website_id', '=', websiteId)).execute()
}

export const findWaiver = (db: Kysely<Schema>, id: number): Promise<WaiverRecord | undefined> =>
  selectWaivers(db).where('w.id', '=', id).executeTakeFirst()

/** The condition for a waiver, a row of `waivers as w`, that applies on a day. */
export const isActiveOn = (day: string, waivers = 'w'): RawBuilder<boolean> =>
  sql`(${sql.ref(`${waivers}.expires_on`)} is null or ${sql.ref(`${waivers}.expires_on`)} >= ${day})`

type Page = { website_id: number; url_key: string; folder: string; shape: string | null }

/** Returns the waivers that cover a page on a day: for the page first, then for its groups, then for the website. */
export async function waiversOfPage(db: Kysely<Schema>, page: Page, day: string): Promise<WaiverRecord[]> {
  const covering = await selectWaivers(db)
    .where('w.website_id', '=', page.website_id)
    .where(isActiveOn(day))
    .where((eb) =>
      eb.or([
        eb('w.scope', '=', 'website'),
        eb.and([eb('w.scope', '=', 'page'), eb('w.target', '=', page.url_key)]),
        eb.and([eb('w.scope', '=', 'group'), eb('w.target', 'in', [page.folder, page.shape ?? page.folder])]),
      ]),
    )
    .orderBy('w.id', 'desc')
    .execute()
  const order: WaiverScope[] = ['page', 'group', 'website']
  return covering.toSorted((a, b) => order.indexOf(a.scope) - order.indexOf(b.scope))
}

export type WaiverResult = { waiver: WaiverRecord } | { refused: 'no website' | 'exists' | 'too many' }

/** Adds a waiver, unless an active one covers exactly the same. */
export async function createWaiver(tx: Transaction<Schema>, waiver: NewWaiver, day: string): Promise<WaiverResult> {
  const { website_id, check_id, scope } = waiver
  const target = waiver.target === null ? null : targetKey(scope, waiver.target)
  if (!(await lockWebsite(tx, website_id))) return { refused: 'no website' }
  const kept = await tx
    .selectFrom('waivers as w')
    .where('w.website_id', '=', website_id)
    .select(['w.check_id', 'w.scope', 'w.target', isActiveOn(day).as('active')])
    .execute()
  if (kept.length >= maxWaivers) return { refused: 'too many' }
  if (
    kept.some(
      (waiver) => waiver.active && waiver.check_id === check_id && waiver.scope === scope && waiver.target === target,
    )
  )
    return { refused: 'exists' }
  return {
    waiver: await tx
      .insertInto('waivers')
      .values({ ...waiver, target })
      .returningAll()
      .executeTakeFirstOrThrow(),
  }
}

/** Returns false if there is no such waiver. */
export async function removeWaiver(db: Kysely<Schema>, id: number): Promise<boolean> {
  return (await db.deleteFrom('waivers').where('id', '=', id).executeTakeFirst()).numDeletedRows === 1n
}
