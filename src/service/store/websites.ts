import type { Kysely, OrderByItemBuilder } from 'kysely'
import type { WebsiteListQuery } from '#contract/list-query.ts'
import type { Privacy } from '#contract/website.ts'
import { page } from './list.ts'
import { emptyList, type ListResult } from './list-result.ts'
import type { Schema } from './schema.ts'
import { type Scope, websiteWithin } from './scope.ts'
import type { Ids, Listed } from './search-walk.ts'
import { totals } from './totals.ts'
import { type WebsiteRecord, websiteColumns } from './website-record.ts'
import { opposite } from './window.ts'

export type { WebsiteRecord } from './website-record.ts'
export { deleteWebsite, purgeDeletedWebsites } from './website-removal.ts'

export async function listWebsites(db: Kysely<Schema>, query: WebsiteListQuery, scope: Scope): Promise<ListResult<WebsiteRecord>> {
  const only = websiteWithin(scope, null)
  if (only === null) return emptyList
  const { websites, deleted } = await totals(db)
  const listed: Listed = {
    table: 'websites',
    ids: (backwards) => idsOf(db, only, query, backwards),
    direction: query.sort,
    sort: query.sort_by,
    total: only === undefined ? websites : (await findWebsite(db, only)) ? 1 : 0,
    filter: only !== undefined || deleted.length > 0 ? JSON.stringify([only, deleted]) : '',
  }
  return page(db, listed, query, (ids) => rowsOf(db, query, ids))
}

export async function findWebsite(db: Kysely<Schema>, id: number): Promise<WebsiteRecord | undefined> {
  return db.selectFrom('websites as w').select(websiteColumns).where('w.id', '=', id).where('w.deleted_at', 'is', null).executeTakeFirst()
}

export type PrivacyChange = { privacy: Privacy; passwordHash: string | null }

/**
 * Keeps privacy and password hash exactly as given. `updatedAt` always moves forward, so that `onlyIfUpdatedAt` tells any
 * change from none: with it, `changed` means that someone else was first and nothing was kept.
 */
export async function setPrivacy(db: Kysely<Schema>, id: number, change: PrivacyChange, onlyIfUpdatedAt?: string): Promise<'done' | 'missing' | 'changed'> {
  for (;;) {
    const website = await findWebsite(db, id)
    if (!website) return 'missing'
    if (onlyIfUpdatedAt !== undefined && website.updatedAt !== onlyIfUpdatedAt) return 'changed'
    const { numUpdatedRows } = await db
      .updateTable('websites')
      .set({ privacy: change.privacy, password_hash: change.passwordHash, updated_at: timeAfter(website.updatedAt) })
      .where('id', '=', id)
      .where('updated_at', '=', website.updatedAt)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return 'done'
  }
}

const timeAfter = (iso: string) => new Date(Math.max(Date.now(), Date.parse(iso) + 1)).toISOString()

const sortColumns = { domain: 'domain', reports_count: 'reports_count', reports_avg_score: 'average_score' } as const

function idsOf(db: Kysely<Schema>, only: number | undefined, query: WebsiteListQuery, backwards = false): Ids {
  let ids = db.selectFrom('websites').select('websites.id').where('deleted_at', 'is', null)
  if (only !== undefined) ids = ids.where('id', '=', only)
  const { by, column, direction } = orderOf(query, backwards)
  if (column) ids = ids.orderBy(`websites.${column}`, by)
  return ids.orderBy('websites.id', direction) as unknown as Ids
}

async function rowsOf(db: Kysely<Schema>, query: WebsiteListQuery, ids: Ids | number[]): Promise<WebsiteRecord[]> {
  const rows = db.selectFrom('websites as w').select(websiteColumns)
  if (Array.isArray(ids)) return rows.where('w.id', 'in', ids).execute()
  const picked = rows.innerJoin(ids.as('picked'), 'picked.id', 'w.id')
  const { by, column, direction } = orderOf(query, false)
  return (column ? picked.orderBy(`w.${column}`, by) : picked).orderBy('w.id', direction).execute()
}

/** Websites without a report have no average and come last in both directions. */
function orderOf({ sort_by, sort }: WebsiteListQuery, backwards: boolean) {
  const direction = backwards ? opposite(sort) : sort
  const by = (item: OrderByItemBuilder) => {
    const ordered = direction === 'asc' ? item.asc() : item.desc()
    if (sort_by !== 'reports_avg_score') return ordered
    return backwards ? ordered.nullsFirst() : ordered.nullsLast()
  }
  return { by, direction, column: sort_by === 'id' ? undefined : sortColumns[sort_by] }
}
