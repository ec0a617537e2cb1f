import { type Kysely, sql } from 'kysely'
import { searchSorts } from '#contract/google/search-data.ts'
import { type searchFilterNames } from '#contract/lists/page-filters.ts'
import { isGranted } from '../access/grants.ts'
import type { Scope } from '../lists/scope.ts'
import type { Schema } from '../schema.ts'

/**
 * Returns whether a reader sees Google's figures: the team does, visitors by a link with them, and guests if those of
 * all their websites, or of the one, are shown to their client.
 */
export async function seesClicks(db: Kysely<Schema>, scope: Scope, websiteId: number | null): Promise<boolean> {
  if (scope.kind === 'all') return true
  if (scope.kind === 'none') return false
  if (scope.kind !== 'granted') return scope.showsClicks === true
  if (!scope.isGuest) return true
  let hidden = db
    .selectFrom('websites as w')
    .leftJoin('clients as c', 'c.id', 'w.client_id')
    .select('w.id')
    .where('w.deleted_at', 'is', null)
    .where(sql<boolean>`coalesce(c.shows_clicks, 0) = 0`)
    .where(sql<boolean>`${sql.join(isGranted(scope, 'w.id'))}`)
  if (websiteId !== null) hidden = hidden.where('w.id', '=', websiteId)
  return (await hidden.limit(1).executeTakeFirst()) === undefined
}

type Filters = { [Name in (typeof searchFilterNames)[number]]: unknown }

/** Returns a query without the filters and the order by these figures. */
export function withoutClicks<Query extends Filters & { sort_by: string }>(
  query: Query,
  sort_by: Query['sort_by'],
): Query {
  const isOrder = searchSorts.some((sort) => sort === query.sort_by)
  const none = {
    clicks: null,
    impressions: null,
    position: null,
    clicks_change: null,
    google_index: null,
    no_impressions: null,
  }
  return { ...query, ...none, ...(isOrder && { sort_by }) }
}
