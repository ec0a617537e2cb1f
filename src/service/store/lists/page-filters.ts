import { type RawBuilder, sql } from 'kysely'
import { todayInUtc } from '#contract/format/days.ts'
import type { PageFilterName } from '#contract/lists/list-query.ts'
import { groupKindOf, groupsOf } from '#contract/lists/page-groups.ts'
import { namesOf } from '#contract/lists/query-params.ts'
import type { Indexability } from '#contract/reports/indexability.ts'
import { isWaivedOn } from '../pages/waived-issues.ts'
import { matchesStructure } from '../websites/site-structure.ts'
import { type PageFilter, scoresIn } from './report-filter.ts'

type ColumnOf = (name: string) => RawBuilder<unknown>

/** The reports that a condition selects from. */
export type Rows = {
  /** A column of `reports`. */
  column: ColumnOf
  /** A column that the database can choose the index for, unless the plan of the list forbids it. */
  indexed: ColumnOf
  /** Whether the column `changed` is in the index that is walked. */
  hasChanged: boolean
  /** False if the check has no waivers at all, as most have. Then they are not looked up for each report. */
  hasWaivers: boolean
}

/** What is known of a report by itself. */
type OneReport = { url: string; score: number; indexability: Indexability | null }

type FilterOfPages<Value> = {
  /** Selects the reports that match. */
  condition(value: Value, rows: Rows): RawBuilder<boolean>
  /** Whether the condition reads another table for each report. */
  isProbed: boolean
  /** Whether a report would match as the latest of its page; null if its record alone doesn't tell. */
  matches: ((value: Value, report: OneReport) => boolean) | null
}

/** The value of each filter that is set. */
export type FilterValues = { [Name in PageFilterName]: NonNullable<PageFilter[Name]> }

/** The filters beyond the specification, in the order of their conditions. */
const pageFilters: { [Name in PageFilterName]: FilterOfPages<FilterValues[Name]> } = {
  changed: {
    condition(change, { column, hasChanged }) {
      if (change === 'not_indexable')
        return sql`${column('previous_indexability')} = 'indexable' and ${column('indexability')} <> 'indexable'`
      return hasChanged ? sql`${column('changed')} = ${change}` : scoreChanges[change](column)
    },
    isProbed: false,
    matches: null,
  },
  indexability: {
    condition: (indexability, { indexed }) => sql`${indexed('indexability')} = ${indexability}`,
    isProbed: false,
    matches: (indexability, report) => report.indexability === indexability,
  },
  score: {
    condition(range, { indexed }) {
      const [lowest, highest] = scoresIn(range)
      return sql`${indexed('score')} between ${lowest} and ${highest}`
    },
    isProbed: false,
    matches(range, { score }) {
      const [lowest = 0, highest = 100] = scoresIn(range)
      return score >= lowest && score <= highest
    },
  },
  from: {
    condition: (day, { indexed }) => sql`${indexed('created_at')} >= ${day}`,
    isProbed: false,
    matches: null,
  },
  to: {
    // Times continue the date with a "T", which sorts before "U".
    condition: (day, { indexed }) => sql`${indexed('created_at')} < ${`${day}U`}`,
    isProbed: false,
    matches: null,
  },
  check: {
    condition(check, { column, hasWaivers }) {
      const isIssue = sql`i.page_id = ${column('page_id')} and i.check_id = ${check}`
      return hasWaivers
        ? sql`exists (select 1 from page_issues as i inner join pages as p on p.id = i.page_id
            where ${isIssue} and not ${isWaivedOn(todayInUtc())})`
        : sql`exists (select 1 from page_issues as i where ${isIssue})`
    },
    isProbed: true,
    matches: null,
  },
  group: {
    condition: (group, { column }) =>
      sql`exists (select 1 from pages as g where g.id = ${column('page_id')} and ${sql.ref(`g.${groupKindOf(group)}`)} = ${group})`,
    isProbed: true,
    matches: (group, { url }) => Object.values(groupsOf(url)).includes(group),
  },
  structure: {
    condition: (structure, { column }) =>
      sql`exists (select 1 from pages as s where s.id = ${column('page_id')} and ${matchesStructure(structure, 's')})`,
    isProbed: true,
    matches: null,
  },
}

/** The values of the generated column `changed`. */
const scoreChanges = {
  better: (column: ColumnOf) => sql<boolean>`${column('score')} > ${column('previous_score')}`,
  worse: (column: ColumnOf) => sql<boolean>`${column('score')} < ${column('previous_score')}`,
  new: (column: ColumnOf) => sql<boolean>`${column('previous_score')} is null`,
}

export type GivenFilters = { [Name in PageFilterName]: FilterValues[Name] | null }

/** Calls a function with each filter that is set, and its value. */
export function eachSet<Result>(
  given: GivenFilters,
  use: <Value>(filter: FilterOfPages<Value>, value: Value, name: PageFilterName) => Result,
): Result[] {
  function useOne<Name extends PageFilterName>(name: Name): Result[] {
    const value: GivenFilters[Name] = given[name]
    return value === null ? [] : [use(pageFilters[name], value, name)]
  }
  return namesOf(pageFilters).flatMap((name) => useOne(name))
}

/** Whether a list has a filter that reads another table for each report. */
export const isProbed = (filter: PageFilter) => eachSet(filter, (one) => one.isProbed).includes(true)
