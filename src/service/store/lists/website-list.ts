import { type Kysely, sql } from 'kysely'
import { defaultWebsiteQuery, type WebsiteListQuery } from '#contract/lists/list-query.ts'
import type { Schema } from '../schema.ts'
import { selectWebsites, type WebsiteRecord } from '../websites/websites.ts'
import { websiteConditions, withView } from './filters.ts'
import { emptyList, listPage } from './list-page.ts'
import { countAll, type CountedList, idsOf, type List, type ListResult, orderOf, selectRows } from './list.ts'
import { type Scope, websitesWithin } from './scope.ts'
import { findSearches } from './search.ts'
import { type WholeList, wholeList } from './whole-list.ts'

type Unpaged = Omit<WebsiteListQuery, 'page' | 'per_page'>

export async function listWebsites(
  db: Kysely<Schema>,
  query: WebsiteListQuery,
  scope: Scope,
): Promise<ListResult<WebsiteRecord>> {
  const list = await filterWebsites(db, query, scope)
  if (!list) return emptyList
  return listPage(db, list, query, (ids) =>
    selectWebsites(db)
      .where(sql<boolean>`w.id in (${ids})`)
      .orderBy(orderOf(list))
      .execute(),
  )
}

/** Returns all rows of a list, for an export. */
export async function allWebsites(
  db: Kysely<Schema>,
  query: Unpaged,
  scope: Scope,
  signal: AbortSignal,
): Promise<WholeList<WebsiteRecord>> {
  const rows = (ids: number[]) =>
    selectWebsites(db).where('w.id', 'in', ids).where('w.deleted_at', 'is', null).execute()
  return wholeList(db, await filterWebsites(db, query, scope), rows, signal)
}

/** Returns those of some IDs that are websites within a scope. */
export async function websitesAmong(db: Kysely<Schema>, ids: readonly number[], scope: Scope): Promise<number[]> {
  const list = await filterWebsites(db, defaultWebsiteQuery, scope)
  return list ? idsOf(db, selectRows(list, [sql<boolean>`w.id in (${sql.join(ids)})`])) : []
}

const sortColumns = {
  id: 'id',
  domain: 'domain',
  reports_count: 'reports_count',
  pages_avg_score: 'counted_average',
  reports_avg_score: 'average_score',
} as const

/** Returns the list of a request within a scope; null if it is empty for this reader. */
async function filterWebsites(db: Kysely<Schema>, query: Unpaged, scope: Scope): Promise<CountedList | null> {
  const view = scope.kind === 'websites' ? scope.filter : null
  const websites = view ? 'all' : websitesWithin(scope, null)
  if (websites === 'none') return null
  const searched = await findSearches(db, 'websites', [query, ...(view ? [view] : [])])
  const conditions = [
    sql<boolean>`w.deleted_at is null`,
    ...(websites === 'all' ? [] : [sql<boolean>`w.id = ${websites.id}`]),
    ...websiteConditions(view ? withView(query, view) : query),
    ...searched.conditions,
  ]
  const list: List = {
    table: 'websites',
    conditions,
    sort: sortColumns[query.sort_by],
    direction: query.sort,
    scanned: searched.scanned,
  }
  return { ...list, count: async () => ({ total: await countAll(db, selectRows(list)), totalRelation: 'eq' }) }
}
