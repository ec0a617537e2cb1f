import { type GeneratedAlways, type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import { groupKindOf } from '#contract/lists/page-groups.ts'
import { type WaiverScope, maxWaivers } from '#contract/reports/findings.ts'
import { normaliseEscapes, urlKey } from '#contract/url-key.ts'
import { isVisible } from '../access/visible.ts'
import { and } from '../lists/list.ts'
import { everyRow, type Scope } from '../lists/scope.ts'
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

/** Returns whether a website has a page with this URL, or one in this group. */
export async function hasPage(
  db: Kysely<Schema>,
  websiteId: number,
  scope: WaiverScope,
  target: string,
): Promise<boolean> {
  const column = scope === 'page' ? 'url_key' : groupKindOf(target)
  const page = db.selectFrom('pages').select('id').where('website_id', '=', websiteId)
  const found = page.where(column, '=', targetKey(scope, target))
  return (await found.limit(1).executeTakeFirst()) !== undefined
}

const selectWaivers = (db: Kysely<Schema>) =>
  db
    .selectFrom('waivers as w')
    .innerJoin('websites as s', 's.id', 'w.website_id')
    .where('s.deleted_at', 'is', null)
    .selectAll('w')

/** Returns the waivers of a website, or the newest of all websites, also those that have expired. */
export function listWaivers(
  db: Kysely<Schema>,
  websiteId: number | null,
  scope: Scope = everyRow,
): Promise<WaiverRecord[]> {
  const newest = selectWaivers(db)
    .where(and(isVisible(scope, 'waivers', 'w')))
    .orderBy('w.id', 'desc')
    .limit(maxWaivers)
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

/** Returns the waivers of an issue on a website that apply on a day, the newest first. */
export const waiversOfIssue = (
  db: Kysely<Schema>,
  { website_id, check }: { website_id: number; check: string },
  day: string,
): Promise<WaiverRecord[]> =>
  selectWaivers(db)
    .where('w.website_id', '=', website_id)
    .where('w.check_id', '=', check)
    .where(isActiveOn(day))
    .orderBy('w.id', 'desc')
    .execute()

/** Returns true if a waiver of the website covers one of its pages. */
export function coversPage({ scope, target }: WaiverRecord, { url_key, folder, shape }: Omit<Page, 'website_id'>) {
  if (scope === 'website') return true
  return scope === 'page' ? target === url_key : target === folder || target === shape
}

/** `targets` are those of active waivers. */
export type WaiverRefusal = { refused: 'no website' | 'too many' } | { refused: 'exists'; targets: (string | null)[] }

export type WaiverResult = { waivers: WaiverRecord[] } | WaiverRefusal

/** Adds a waiver of each target, or none if an active one covers exactly the same as one of them. */
export async function createWaivers(
  tx: Transaction<Schema>,
  waiver: Omit<NewWaiver, 'target'>,
  targets: readonly (string | null)[],
  day: string,
): Promise<WaiverResult> {
  const { website_id, check_id, scope } = waiver
  const keys = targets.map((target) => (target === null ? null : targetKey(scope, target)))
  if (!(await lockWebsite(tx, website_id))) return { refused: 'no website' }
  const kept = await tx
    .selectFrom('waivers as w')
    .where('w.website_id', '=', website_id)
    .select(['w.check_id', 'w.scope', 'w.target', isActiveOn(day).as('active')])
    .execute()
  const same = kept.filter((waiver) => waiver.active && waiver.check_id === check_id && waiver.scope === scope)
  const covered = new Set(same.map(({ target }) => target))
  const existing = keys.filter((key) => covered.has(key))
  if (existing.length > 0) return { refused: 'exists', targets: existing }
  if (kept.length + keys.length > maxWaivers) return { refused: 'too many' }
  const rows = keys.map((target) => ({ ...waiver, target }))
  return { waivers: await tx.insertInto('waivers').values(rows).returningAll().execute() }
}

/** Returns the waivers that were created together with one, and itself. */
export const createdTogether = (db: Kysely<Schema>, waiver: WaiverRecord): Promise<WaiverRecord[]> =>
  selectWaivers(db)
    .where('w.website_id', '=', waiver.website_id)
    .where('w.check_id', '=', waiver.check_id)
    .where('w.scope', '=', waiver.scope)
    .where('w.created_at', '=', waiver.created_at)
    .orderBy('w.id')
    .execute()

/** Returns the number of waivers that there were. */
export async function removeWaivers(db: Kysely<Schema>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  return Number((await db.deleteFrom('waivers').where('id', 'in', ids).executeTakeFirst()).numDeletedRows)
}
