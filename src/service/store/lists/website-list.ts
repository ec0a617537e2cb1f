import { type Kysely, sql } from 'kysely'
import type { WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { Privacy } from '#contract/websites/website.ts'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { totals } from '../websites/website-counters.ts'
import { findWebsite, websiteColumns, type WebsiteRecord } from '../websites/websites.ts'
import { listPage } from './list-page.ts'
import { byColumn, emptyList, type Ids, type FilteredList, type ListResult, opposite } from './list.ts'
import { cachedUntilChange } from './query-cache.ts'
import { type Scope, websiteWithin } from './scope.ts'
import { contains, type Search, searchOf, splitSearches } from './search-term.ts'
import { type WholeList, wholeList } from './whole-list.ts'

type Unpaged = Omit<WebsiteListQuery, 'page' | 'per_page'>

export async function listWebsites(
  db: Kysely<Schema>,
  query: WebsiteListQuery,
  scope: Scope,
): Promise<ListResult<WebsiteRecord>> {
  const list = await filterWebsites(db, query, scope)
  if (!list) return emptyList
  return listPage(db, list, query, {
    rowsOf: (ids) => rowsOf(db, ids),
    order: byColumn<WebsiteRecord>(sortColumns[query.sort_by], query.sort),
  })
}

/** Returns all rows of a list, for an export. */
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
  return wholeList(db, await filterWebsites(db, query, scope), rows, signal)
}

/** Applies the filters of a view, which override those of the request. Both searches must match. */
function applyView(query: Unpaged, scope: Scope) {
  if (scope.kind !== 'websites')
    return { ...query, only: websiteWithin(scope, null), search: searchOf(query), secondSearch: null }
  return {
    ...query,
    ...splitSearches(query, scope),
    only: undefined,
    privacy: scope.privacy ?? query.privacy,
  }
}

/** Returns null if the list is empty for this reader. */
async function filterWebsites(db: Kysely<Schema>, requested: Unpaged, scope: Scope): Promise<FilteredList | null> {
  const { only, secondSearch, ...query } = applyView(requested, scope)
  if (only === null) return null
  const privacy = query.privacy === null ? null : (Number(query.privacy) as Privacy)
  const { websites, deleted } = await totals(db)
  return {
    table: 'websites',
    ids: (backwards) => selectIds(db, { only, secondSearch, privacy }, query, backwards),
    byId: () => selectIds(db, { only, secondSearch, privacy }, { sort_by: 'id', sort: 'asc' }),
    search: query.search,
    direction: query.sort,
    sort: sortColumns[query.sort_by],
    totalRelation: 'eq',
    total: await countListed(db, { only, privacy, all: websites }),
    isFiltered: only !== undefined || deleted.length > 0 || secondSearch !== null || privacy !== null,
    filterKey: JSON.stringify([only, deleted, secondSearch, privacy]),
  }
}

type Counted = { only: number | undefined; privacy: Privacy | null; all: number }

async function countListed(db: Kysely<Schema>, { only, privacy, all }: Counted): Promise<number> {
  if (only === undefined) return privacy === null ? all : countWithPrivacy(db, privacy)
  const website = await findWebsite(db, only)
  return website && (privacy === null || website.privacy === privacy) ? 1 : 0
}

/** Counts the websites of a privacy, in its index. */
function countWithPrivacy(db: Kysely<Schema>, privacy: Privacy): Promise<number> {
  return cachedUntilChange(db, `privacy ${privacy}`, async () => {
    const websites = db.selectFrom('websites').where('privacy', '=', privacy).where('deleted_at', 'is', null)
    return (await websites.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count
  })
}

const sortColumns = {
  id: 'id',
  domain: 'domain',
  reports_count: 'reports_count',
  reports_avg_score: 'average_score',
} as const

type Filter = { only: number | undefined; secondSearch: Search | null; privacy: Privacy | null }

/** Websites without a report have no average score and come last in both directions. */
function selectIds(
  db: Kysely<Schema>,
  { only, secondSearch, privacy }: Filter,
  { sort_by, sort }: Pick<WebsiteListQuery, 'sort_by' | 'sort'>,
  backwards = false,
): Ids {
  const direction = backwards ? opposite(sort) : sort
  let ids = db.selectFrom('websites').select('websites.id').where('deleted_at', 'is', null)
  if (only !== undefined) ids = ids.where('id', '=', only)
  if (privacy !== null) ids = ids.where('privacy', '=', privacy)
  if (secondSearch) ids = ids.where(contains(engineOf(db), secondSearch)('websites'))
  if (sort_by !== 'id') {
    ids = ids.orderBy(`websites.${sortColumns[sort_by]}`, (by) => {
      const ordered = direction === 'asc' ? by.asc() : by.desc()
      if (sort_by !== 'reports_avg_score') return ordered
      return backwards ? ordered.nullsFirst() : ordered.nullsLast()
    })
  }
  // Domains are unique, so they need no second sort column.
  return (sort_by === 'domain' ? ids : ids.orderBy('websites.id', direction)) as unknown as Ids
}

// SQLite keeps the order of a cross join: the IDs first, then their rows.
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
