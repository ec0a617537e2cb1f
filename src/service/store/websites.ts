import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { WebsiteListQuery } from '#contract/list-query.ts'
import { type Privacy, privacyValues } from '#contract/website.ts'
import { engineOf } from './engine.ts'
import { page } from './list.ts'
import { emptyList, type ListResult } from './list-result.ts'
import { byColumn } from './order.ts'
import type { Schema } from './schema.ts'
import { bothSearches, contains, type Scope, websiteWithin } from './scope.ts'
import type { Ids, Listed } from './search-walk.ts'
import { totals } from './totals.ts'
import { type WebsiteRecord, websiteColumns } from './website-record.ts'
import { type WholeList, wholeList } from './whole-list.ts'
import { whileUnchanged } from './while-unchanged.ts'
import { opposite } from './window.ts'

export type { WebsiteRecord } from './website-record.ts'
export { deleteWebsite, purgeDeletedWebsites } from './website-removal.ts'

type Unpaged = Omit<WebsiteListQuery, 'page' | 'per_page'>

export async function listWebsites(
  db: Kysely<Schema>,
  asked: WebsiteListQuery,
  scope: Scope,
): Promise<ListResult<WebsiteRecord>> {
  const isView = scope.kind === 'websites'
  const { search, also } = bothSearches(asked.search, isView ? scope.search : '')
  // A view's own filter stands, whatever is asked of it.
  const query = { ...asked, search, privacy: (isView ? scope.privacy : null) ?? asked.privacy }
  const listed = await listedWebsites(db, query, isView ? { kind: 'all' } : scope, also)
  if (!listed) return emptyList
  return page(db, listed, query, {
    rowsOf: (ids) => rowsOf(db, ids),
    order: byColumn<WebsiteRecord>(sortFields[query.sort_by], query.sort),
  })
}

/** The same rows, all of them. */
export async function allWebsites(
  db: Kysely<Schema>,
  query: Unpaged,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<WebsiteRecord>> {
  const rows = (ids: number[]) =>
    db
      .selectFrom('websites as w')
      .select(websiteColumns)
      .where('w.id', 'in', ids)
      .where('w.deleted_at', 'is', null)
      .execute()
  return wholeList(db, await listedWebsites(db, query, scope), query.search, rows, signal)
}

/** The list before its search, of those that contain `also`; null when there is nothing in it for this reader. */
async function listedWebsites(db: Kysely<Schema>, query: Unpaged, scope: Scope, also = ''): Promise<Listed | null> {
  const only = websiteWithin(scope, null)
  if (only === null) return null
  const privacy = query.privacy === null ? null : (Number(query.privacy) as Privacy)
  const { websites, deleted } = await totals(db)
  return {
    table: 'websites',
    ids: (backwards) => idsOf(db, { only, also, privacy }, query, backwards),
    byId: () => idsOf(db, { only, also, privacy }, { sort_by: 'id', sort: 'asc' }),
    direction: query.sort,
    sort: query.sort_by,
    total:
      only !== undefined ? await countOne(db, only, privacy) : privacy === null ? websites : await countOf(db, privacy),
    filter:
      only !== undefined || deleted.length > 0 || also || privacy !== null
        ? JSON.stringify([only, deleted, also, privacy])
        : '',
  }
}

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
 * The website of a report; undefined when there is no such report, or its website is gone. Both tables are looked into
 * either way, so that it takes as long for a report that is not there.
 */
export async function findWebsiteOfReport(
  db: Kysely<Schema>,
  reportId: number,
  among?: readonly Privacy[],
): Promise<WebsiteRecord | undefined> {
  return findWebsite(
    db,
    sql<number>`coalesce((select r.website_id from reports as r where r.id = ${reportId}), 0)`,
    among,
  )
}

/** How many have this privacy, counted in its index. */
function countOf(db: Kysely<Schema>, privacy: Privacy): Promise<number> {
  return whileUnchanged(db, `privacy ${privacy}`, async () => {
    const websites = db.selectFrom('websites').where('privacy', '=', privacy).where('deleted_at', 'is', null)
    return (await websites.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
  })
}

async function countOne(db: Kysely<Schema>, id: number, privacy: Privacy | null): Promise<number> {
  const website = await findWebsite(db, id)
  return website && (privacy === null || website.privacy === privacy) ? 1 : 0
}

/** Undefined while the domain has no website. */
export async function websiteIdOf(db: Kysely<Schema>, domain: string): Promise<number | undefined> {
  const website = await db
    .selectFrom('websites')
    .select('id')
    .where('domain', '=', domain)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return website?.id
}

/** `findable` is for a public website alone; left out, it is not. */
export type PrivacyChange = { privacy: Privacy; passwordHash: string | null; findable?: boolean }

/**
 * Keeps privacy and password hash exactly as given. False, and nothing is kept, when the website is not as it was seen:
 * someone else changed it first, or it is gone. Its `updatedAt` always moves forward, so that any change can be told.
 */
export async function setPrivacy(
  db: Kysely<Schema>,
  seen: Pick<WebsiteRecord, 'id' | 'updatedAt'>,
  change: PrivacyChange,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('websites')
    .set({
      privacy: change.privacy,
      password_hash: change.passwordHash,
      findable: change.findable ? 1 : 0,
      updated_at: timeAfter(seen.updatedAt),
    })
    .where('id', '=', seen.id)
    .where('updated_at', '=', seen.updatedAt)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

const timeAfter = (iso: string) => new Date(Math.max(Date.now(), Date.parse(iso) + 1)).toISOString()

const sortColumns = {
  id: 'id',
  domain: 'domain',
  reports_count: 'reports_count',
  reports_avg_score: 'average_score',
} as const
const sortFields = {
  id: 'id',
  domain: 'domain',
  reports_count: 'reportsCount',
  reports_avg_score: 'averageScore',
} as const

/** Websites without a report have no average and come last in both directions. */
type Filter = { only: number | undefined; also: string; privacy: Privacy | null }

function idsOf(
  db: Kysely<Schema>,
  { only, also, privacy }: Filter,
  { sort_by, sort }: Pick<WebsiteListQuery, 'sort_by' | 'sort'>,
  backwards = false,
): Ids {
  const direction = backwards ? opposite(sort) : sort
  let ids = db.selectFrom('websites').select('websites.id').where('deleted_at', 'is', null)
  if (only !== undefined) ids = ids.where('id', '=', only)
  if (privacy !== null) ids = ids.where('privacy', '=', privacy)
  if (also) ids = ids.where(contains(engineOf(db), also)('websites.search_text'))
  if (sort_by !== 'id') {
    ids = ids.orderBy(`websites.${sortColumns[sort_by]}`, (by) => {
      const ordered = direction === 'asc' ? by.asc() : by.desc()
      if (sort_by !== 'reports_avg_score') return ordered
      return backwards ? ordered.nullsFirst() : ordered.nullsLast()
    })
  }
  // No two have one domain.
  return (sort_by === 'domain' ? ids : ids.orderBy('websites.id', direction)) as unknown as Ids
}

// A cross join keeps its order in SQLite: the chosen ids first, then their rows.
async function rowsOf(db: Kysely<Schema>, ids: Ids | number[]): Promise<WebsiteRecord[]> {
  if (Array.isArray(ids))
    return db.selectFrom('websites as w').select(websiteColumns).where('w.id', 'in', ids).execute()
  return db
    .selectFrom(ids.as('chosen'))
    .crossJoin('websites as w')
    .select(websiteColumns)
    .whereRef('w.id', '=', 'chosen.id')
    .execute()
}
