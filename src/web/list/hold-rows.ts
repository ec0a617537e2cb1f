import type { Page } from '#contract/envelope.ts'
import { ownChanges } from '#web/data/own-changes.ts'

type Row = { id: number }

/** How the server's rows differ from those on screen. */
export type News = {
  /** How many rows were added; null if that isn't known. */
  added: number | null
  /** Rows on screen that the server no longer returns. */
  missing: number[]
}
type Resource = Parameters<typeof ownChanges.has>[0]

/**
 * Whether `fresh` would move or take away rows that somebody is looking at. Then these stay where they are, with their
 * newest values, and what is different is told. Null where nothing moves: rows that come after the shown ones do not,
 * and what was made or deleted here is no surprise.
 */
export function holdRows<R extends Row>(
  resource: string,
  shown: Page<R>,
  fresh: Page<R>,
  query: object,
): { page: Page<R>; news: News } | null {
  const own = (row: Row) => ownChanges.has(resource as Resource, row.id)
  const freshById = new Map(fresh.rows.map((row) => [row.id, row]))
  const stay = shown.rows.filter((row) => !own(row) || freshById.has(row.id))
  const before = stay.filter((row) => !own(row))
  const after = fresh.rows.filter((row) => !own(row))
  const still = before.every((row, at) => at >= after.length || after[at]?.id === row.id)
  if (still && before.length <= fresh.rows.length) return null

  const rows = stay.map((row) => freshById.get(row.id) ?? row)
  return {
    page: { ...fresh, rows },
    news: { added: addedTo(stay, fresh, shown, query), missing: missingFrom(stay, fresh, query) },
  }
}

/** On the first page of the newest rows they can be counted; elsewhere the totals tell, if they do. */
function addedTo(stay: Row[], fresh: Page<Row>, shown: Page<Row>, query: object) {
  const { sort_by, sort, page } = query as { sort_by?: string; sort?: string; page?: number }
  const newest = Math.max(0, ...stay.map((row) => row.id))
  if (sort_by === 'id' && sort === 'desc' && page === 1) {
    const above = fresh.rows.filter((row) => row.id > newest).length
    if (above < fresh.rows.length) return above
  }
  const known =
    fresh.totalRelation === 'eq' && shown.totalRelation === 'eq' && fresh.total !== null && shown.total !== null
  return known && fresh.total! > shown.total! ? fresh.total! - shown.total! : null
}

/** Not those at the end that only made room for others. */
function missingFrom(stay: Row[], fresh: Page<Row>, query: object) {
  const there = new Set(fresh.rows.map((row) => row.id))
  const full = fresh.rows.length >= ((query as { per_page?: number }).per_page ?? Number.POSITIVE_INFINITY)
  const last = full ? stay.findLastIndex((row) => there.has(row.id)) : stay.length
  return stay.flatMap((row, at) => (at < last && !there.has(row.id) ? [row.id] : []))
}
