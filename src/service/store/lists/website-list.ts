import { type Kysely, sql } from 'kysely'
import { todayInUtc } from '#contract/format/dates.ts'
import { defaultWebsiteQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import { isGranted } from '../access/grants.ts'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import { websitesByAttention } from '../websites/website-figures.ts'
import { selectWebsites, type WebsiteRecord } from '../websites/websites.ts'
import { websiteConditions, withView } from './filters.ts'
import { emptyList, listPage, totalOf } from './list-page.ts'
import {
  and,
  countAll,
  type CountedList,
  idsOf,
  type List,
  type ListResult,
  orderOf,
  selectRows,
  sliceOf,
} from './list.ts'
import { grantedOf, hidesClients, type Scope, websitesWithin } from './scope.ts'
import { contains, findSearches, scannedIds } from './search.ts'
import { type WholeList, wholeList } from './whole-list.ts'

type Unpaged = Omit<WebsiteListQuery, 'page' | 'per_page'>

export async function listWebsites(
  db: Kysely<Schema>,
  query: WebsiteListQuery,
  scope: Scope,
): Promise<ListResult<WebsiteRecord>> {
  const list = await filterWebsites(db, query, scope)
  if (!list) return emptyList
  if (query.sort_by === 'attention') return pageByAttention(db, list, query)
  return listPage(db, list, query, (ids) =>
    selectWebsites(db)
      .where(sql<boolean>`w.id in (${ids})`)
      .orderBy(orderOf(list))
      .execute(),
  )
}

/** Returns all rows of a list, for an export. Those that move beyond the scope meanwhile are left out. */
export async function allWebsites(
  db: Kysely<Schema>,
  query: Unpaged,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<WebsiteRecord>> {
  const rows = (ids: number[]) =>
    selectWebsites(db)
      .where('w.id', 'in', ids)
      .where('w.deleted_at', 'is', null)
      .where(and(isGranted(grantedOf(scope), 'w.id')))
      .execute()
  const list = await filterWebsites(db, query, scope)
  if (query.sort_by !== 'attention') return wholeList(db, list, rows, signal)
  const ranked = await websitesByAttention(db, todayInUtc())
  return wholeList(db, list, rows, signal, (ids) => {
    const there = new Set(ids)
    const first = ranked.filter((id) => there.has(id))
    const isFirst = new Set(first)
    const rest = ids.filter((id) => !isFirst.has(id))
    return query.sort === 'desc' ? [...first, ...rest] : [...rest, ...first.toReversed()]
  })
}

/**
 * Returns one page of the websites by attention: those that need some, and then the others by domain, of which only the
 * page is read. The reverse order is that of the whole list.
 */
async function pageByAttention(
  db: Kysely<Schema>,
  list: CountedList,
  { page, per_page, sort }: WebsiteListQuery,
): Promise<ListResult<WebsiteRecord>> {
  const { scanned } = list
  const total = await totalOf(db, list)
  const first = (page - 1) * per_page
  const count = Math.min(per_page, total.total - first)
  if (count <= 0) return { ...emptyList, ...total }
  const isMatch = scanned ? [contains(engineOf(db), scanned, 'w')] : []
  const byAttention = await websitesByAttention(db, todayInUtc())
  const there = new Set(await idsOf(db, selectRows(list, [...isMatch, isAmong(byAttention)])))
  const ranked = byAttention.filter((id) => there.has(id))
  const offset = sort === 'desc' ? first : total.total - first - count
  const ids = ranked.slice(offset, offset + count)
  const rest = {
    ...list,
    direction: 'asc' as const,
    conditions: [...list.conditions, sql<boolean>`not (${isAmong(ranked)})`],
  }
  const slice = { offset: Math.max(0, offset - ranked.length), limit: count - ids.length }
  if (slice.limit > 0)
    ids.push(
      ...(scanned
        ? await scannedIds(db, rest, scanned, slice)
        : await idsOf(db, sql`${selectRows(rest)} order by ${orderOf(rest)} ${sliceOf(slice)}`)),
    )
  const found = await selectWebsites(db).where(isAmong(ids)).execute()
  const rows = new Map(found.map((website) => [website.id, website]))
  return {
    rows: (sort === 'desc' ? ids : ids.toReversed()).flatMap((id) => rows.get(id) ?? []),
    ...total,
    hasNext: first + count < total.total,
  }
}

const isAmong = (ids: readonly number[]) =>
  ids.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`w.id in (${sql.join(ids.map((id) => sql.lit(id)))})`

/** Returns those of some IDs that are websites within a scope. */
export async function websitesAmong(db: Kysely<Schema>, ids: readonly number[], scope: Scope): Promise<number[]> {
  const list = await filterWebsites(db, defaultWebsiteQuery, scope)
  return list ? idsOf(db, selectRows(list, [isAmong(ids)])) : []
}

const sortColumns = {
  id: 'id',
  domain: 'domain',
  reports_count: 'reports_count',
  pages_avg_score: 'counted_average',
  reports_avg_score: 'average_score',
  // Of the websites that need no attention.
  attention: 'domain',
} as const

/** Returns the list of a request within a scope; null if it is empty for this reader. */
async function filterWebsites(db: Kysely<Schema>, given: Unpaged, scope: Scope): Promise<CountedList | null> {
  const query = hidesClients(scope) ? { ...given, client: null } : given
  const view = scope.kind === 'websites' ? scope.filter : null
  const websites = view ? 'all' : websitesWithin(scope, null)
  if (websites === 'none') return null
  const searched = await findSearches(db, 'websites', [query, ...(view ? [view] : [])])
  const conditions = [
    sql<boolean>`w.deleted_at is null`,
    ...(websites === 'all' ? [] : [sql<boolean>`w.id = ${websites.id}`]),
    ...isGranted(grantedOf(scope), 'w.id'),
    ...websiteConditions(view ? withView(query, view) : query),
    ...searched.conditions,
  ]
  const list: List = {
    table: 'websites',
    conditions,
    sort: sortColumns[query.sort_by],
    // From the neediest on, their domains ascend.
    direction: query.sort_by !== 'attention' ? query.sort : query.sort === 'desc' ? 'asc' : 'desc',
    scanned: searched.scanned,
  }
  return { ...list, count: async () => ({ total: await countAll(db, selectRows(list)), totalRelation: 'eq' }) }
}
