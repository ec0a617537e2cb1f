import { type Kysely, sql } from 'kysely'
import { brokenLinksCheck } from '#analyser/page-state.ts'
import { type FilterCount, plainFilters } from '#contract/lists/filter-counts.ts'
import { pageFilters } from '#contract/lists/page-filters.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import { engineOf } from '../engine.ts'
import { seesClicks } from '../google/seen.ts'
import type { Schema } from '../schema.ts'
import { isFilteredIssue } from './filters.ts'
import { selectRows, type Total } from './list.ts'
import { filterReports, type UnpagedReports } from './report-list.ts'
import type { Scope } from './scope.ts'
import { contains, type Searched } from './search.ts'

/**
 * Counts, for each value of the filters that are plain choices, the reports that a list has with it, beside the list's
 * other filters. Issues and states in Google's index without any report are left out.
 */
export async function countFilterValues(
  db: Kysely<Schema>,
  query: UnpagedReports,
  scope: Scope,
): Promise<FilterCount[]> {
  const searched = await plannedSearch(db, query, scope)
  const listOf: ListOf = (changes) => filterReports(db, { ...query, ...changes }, scope, searched)
  const counts = [...(await issueCounts(db, query, listOf)), ...(await indexCounts(db, query, listOf, scope))]
  for (const filter of plainFilters) {
    for (const value of namesOf(pageFilters[filter].options ?? {})) {
      const { total, totalRelation } = await countOf(listOf({ [filter]: value }))
      counts.push({ filter, value, count: total, count_relation: totalRelation })
    }
  }
  return counts
}

/** Finds what the search of all counted lists matches once, also where no index does. */
async function plannedSearch(db: Kysely<Schema>, query: UnpagedReports, scope: Scope): Promise<Searched> {
  const list = await filterReports(db, query, scope)
  const { conditions, scanned } = list?.searched ?? { conditions: [], scanned: null }
  const found = scanned ? [contains(engineOf(db), scanned, 'r')] : []
  return { conditions: [...conditions, ...found], scanned: null }
}

type ListOf = (changes: Partial<UnpagedReports>) => ReturnType<typeof filterReports>

const countOf = async (list: ReturnType<ListOf>): Promise<Total> =>
  (await list)?.count() ?? { total: 0, totalRelation: 'eq' }

/** Links can break later than the report that has them, so the pages with broken ones are counted by their filter. */
async function issueCounts(db: Kysely<Schema>, query: UnpagedReports, listOf: ListOf): Promise<FilterCount[]> {
  // An issue that began on a day or later stands for the pages that changed since.
  const since = query.changed === null ? null : query.since
  const list = await listOf({ check: null, since, latest: '1' })
  if (!list) return []
  const pages = selectRows(list, [], sql`r.page_id`)
  const { rows } = await sql<{ value: string; count: number }>`select i.check_id as value, count(*) as count
    from page_issues as i where ${isFilteredIssue(query)} and i.page_id in (${pages}) group by i.check_id`.execute(db)
  const { total, totalRelation } = await countOf(listOf({ check: brokenLinksCheck }))
  return [
    ...rows
      .filter(({ value }) => value !== brokenLinksCheck)
      .map(({ value, count }) => ({ filter: 'check' as const, value, count, count_relation: 'eq' as const })),
    ...(total > 0
      ? [{ filter: 'check' as const, value: brokenLinksCheck, count: total, count_relation: totalRelation }]
      : []),
  ]
}

/** Readers who don't see Google's figures don't see these states. */
async function indexCounts(
  db: Kysely<Schema>,
  { website_id }: UnpagedReports,
  listOf: ListOf,
  scope: Scope,
): Promise<FilterCount[]> {
  if (!(await seesClicks(db, scope, website_id))) return []
  const list = await listOf({ google_index: null, latest: '1' })
  if (!list) return []
  const { rows } = await sql<{ value: string; count: number }>`select x.google_index as value, count(*) as count
    from page_inspections as x where x.google_index is not null and x.page_id in (${selectRows(list, [], sql`r.page_id`)})
    group by x.google_index`.execute(db)
  return rows.map(({ value, count }) => ({ filter: 'google_index', value, count, count_relation: 'eq' }))
}
