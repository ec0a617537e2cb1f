import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { countStructure } from '../websites/site-structure.ts'
import type { Totals } from '../websites/website-counters.ts'
import type { FilteredList } from './list.ts'
import { isProbed } from './page-filters.ts'
import { cachedUntilChange } from './query-cache.ts'
import { type PageFilter, type ReportFilter, type Selection, setPageFilters } from './report-filter.ts'
import { selectMatches } from './report-ids.ts'
import { maxCounted } from './search-walk.ts'

type Total = Pick<FilteredList, 'total' | 'totalRelation'>

export const isPageFiltered = (filter: PageFilter) => Object.keys(setPageFilters(filter)).length > 0

/** Whether the websites' counters have the total. */
export const isCountedByWebsites = (filter: PageFilter) => !isPageFiltered({ ...filter, latest: null })

export function totalInCounters({ reports, pages }: Pick<Totals, 'reports' | 'pages'>, filter: ReportFilter): Total {
  return { total: (filter.latest === null ? reports : pages)[filter.result ?? 'all'], totalRelation: 'eq' }
}

/** Rows of filters beyond this number are not counted if each has to be looked up in another table. */
const maxProbed = 500

/** Counts the reports of a filter that the websites' counters don't have, up to a limit. */
export async function countReports(
  db: Kysely<Schema>,
  { filter, selection, filterKey }: { filter: ReportFilter; selection: Selection; filterKey: string },
): Promise<Total> {
  const known = filter.secondSearch || selection.hasWaivers ? null : await knownTotal(db, filter)
  if (known !== null) return { total: known, totalRelation: 'eq' }
  const limit = isProbed(filter) ? maxProbed : maxCounted
  const count = await cachedUntilChange(db, JSON.stringify(['count', 'reports', filterKey]), async () => {
    const counted = selectMatches(db, selection, null)
      .limit(limit + 1)
      .as('counted')
    const row = await db
      .selectFrom(counted)
      .select(sql<number>`count(*)`.as('count'))
      .executeTakeFirstOrThrow()
    return row.count
  })
  return { total: Math.min(count, limit), totalRelation: count > limit ? 'gte' : 'eq' }
}

/** Returns the total of a list with a single filter whose pages are counted elsewhere, or by one index; else null. */
async function knownTotal(db: Kysely<Schema>, filter: ReportFilter): Promise<number | null> {
  const { check, structure, websiteId, deleted } = filter
  if (filter.result !== null || Object.keys(setPageFilters({ ...filter, latest: null })).length > 1) return null
  if (structure !== null) return websiteId ? countStructure(db, websiteId, structure) : null
  return check === null ? null : pagesWithIssue(db, { check, websiteId, deleted })
}

/** Returns the number of pages with an issue that has no waivers, from the websites' counters. */
async function pagesWithIssue(
  db: Kysely<Schema>,
  { check, websiteId, deleted }: Pick<ReportFilter, 'websiteId' | 'deleted'> & { check: string },
): Promise<number> {
  let issues = db.selectFrom('website_issues').where('check_id', '=', check)
  if (websiteId !== undefined) issues = issues.where('website_id', '=', websiteId)
  if (deleted.length > 0) issues = issues.where('website_id', 'not in', deleted)
  const sum = sql<number>`cast(coalesce(sum(pages), 0) as integer)`.as('pages')
  return (await issues.select(sum).executeTakeFirstOrThrow()).pages
}
