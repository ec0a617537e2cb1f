import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import type { ReportRecord } from '../reports/reports.ts'
import type { Schema } from '../schema.ts'
import { totalOf } from './list-page.ts'
import {
  aliasOf,
  columnOf,
  countAll,
  idsOf,
  isNullable,
  type List,
  orderOf,
  selectRows,
  sortColumn,
  type Total,
} from './list.ts'
import { filterReports, maxRead, type UnpagedReports } from './report-list.ts'
import type { Scope } from './scope.ts'
import { contains, maxScanned, scan } from './search.ts'

type Neighbour = { id: number; url: string }

export type ListPosition = Total & {
  /** From 1; null if the report is not in the list, or its position was not counted. */
  position: number | null
  previous: Neighbour | null
  next: Neighbour | null
}

const nowhere: ListPosition = { position: null, total: 0, totalRelation: 'eq', previous: null, next: null }

/** Returns the position of a report in a list and its neighbours. One that is not in it is placed by its order. */
export async function positionInList(
  db: Kysely<Schema>,
  report: ReportRecord,
  query: UnpagedReports,
  scope: Scope,
): Promise<ListPosition> {
  const list = await filterReports(db, query, scope)
  if (!list) return nowhere
  const total = await totalOf(db, list)
  const [before, after] = [partOf(list, report, 'before'), partOf(list, report, 'after')]
  const rows = total.totalRelation === 'eq' ? maxScanned : maxRead
  const [previous, next] = [await firstOf(db, before, rows, true), await firstOf(db, after, rows)]
  const urls = await urlsOf(db, [previous, next])
  return {
    position: await positionOf(db, list, before, report, total),
    ...total,
    previous: urls.get(previous ?? 0) ?? null,
    next: urls.get(next ?? 0) ?? null,
  }
}

/** Returns the part of a list before or after a report. */
function partOf(list: List, report: ReportRecord, side: 'before' | 'after'): List {
  const sign = sql.raw((list.direction === 'asc') === (side === 'before') ? '<' : '>')
  const [id, key] = [columnOf(list, 'id'), sortColumn(list)]
  const isInPart: RawBuilder<boolean> =
    list.sort === 'id'
      ? sql`${id} ${sign} ${report.id}`
      : isNullable(list)
        ? isBeyond(list, report, side)
        : sql`(${key}, ${id}) ${sign} (${keyOf(list, report)}, ${report.id})`
  return { ...list, conditions: [...list.conditions, isInPart] }
}

/** The same for an order with missing values, which are last in both directions. */
function isBeyond(list: List, report: ReportRecord, side: 'before' | 'after'): RawBuilder<boolean> {
  const sign = sql.raw((list.direction === 'asc') === (side === 'before') ? '<' : '>')
  const [id, key, value] = [columnOf(list, 'id'), sortColumn(list), keyOf(list, report)]
  const missing = sql`${key} is null`
  if (value === null)
    return side === 'before'
      ? sql`(not ${missing} or ${id} ${sign} ${report.id})`
      : sql`(${missing} and ${id} ${sign} ${report.id})`
  const known = sql`(${key}, ${id}) ${sign} (${value}, ${report.id})`
  return side === 'before' ? sql`(not ${missing} and ${known})` : sql`(${missing} or ${known})`
}

/** Returns the value of the column that a list is sorted by. */
function keyOf({ sort }: List, report: ReportRecord) {
  const { created_at, url, score, shown_score } = report
  if (sort === 'clicks' || sort === 'impressions' || sort === 'position') return report[sort]
  if (sort === 'created_at') return created_at
  if (sort === 'url') return url
  return sort === 'shown_score_up' ? (shown_score ?? 101) : sort === 'shown_score_down' ? (shown_score ?? -1) : score
}

/** Returns the ID of the first row of a list, or of the last one. */
async function firstOf(db: Kysely<Schema>, list: List, maxRows: number, isLast = false): Promise<number | null> {
  const { scanned } = list
  const rows = scanned
    ? scan(db, list, scanned, maxRows, isLast)
    : sql<{ id: number }>`${selectRows(list)} order by ${orderOf(list, isLast)}`
  return (await idsOf(db, sql`${rows} limit 1`))[0] ?? null
}

async function positionOf(
  db: Kysely<Schema>,
  list: List,
  before: List,
  report: ReportRecord,
  { totalRelation }: Total,
): Promise<number | null> {
  if (totalRelation === 'gte') return null
  const isMatch = list.scanned ? [contains(engineOf(db), list.scanned, aliasOf(list))] : []
  const isInList = await idsOf(db, selectRows(list, [...isMatch, sql`${columnOf(list, 'id')} = ${report.id}`]))
  if (isInList.length === 0) return null
  return (await countAll(db, selectRows(before, isMatch))) + 1
}

async function urlsOf(db: Kysely<Schema>, ids: (number | null)[]): Promise<Map<number, Neighbour>> {
  const known = ids.filter((id) => id !== null)
  if (known.length === 0) return new Map()
  const rows = await db.selectFrom('reports').select(['id', 'url']).where('id', 'in', known).execute()
  return new Map(rows.map((row) => [row.id, row]))
}
