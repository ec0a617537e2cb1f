/*
 * How a list is answered. `report-list.ts` and `website-list.ts` turn a request and the scope of its reader into a
 * `FilteredList`, which has the total and selects the IDs. Then the first way that applies is taken:
 *
 * 1. A search finds IDs by the search index, or by reading rows where that is faster: `search.ts`, for each database.
 * 2. If one filter of reports matches few rows, they are found by its own index and sorted: `rare-filter.ts`.
 * 3. Otherwise the index of the order is walked from its nearer end: `list-page.ts`.
 *
 * Totals come from the websites' counters. With filters that these don't know, rows are counted up to a limit, in
 * `report-total.ts`. An export reads all IDs, in `whole-list.ts`.
 *
 * PostgreSQL chooses the index by itself. SQLite has no statistics and would sort too many rows, so it gets a plan that
 * names the index to walk: `report-plan.ts`. The rows are selected by it in `report-ids.ts`.
 */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { SortDirection } from '#contract/lists/list-query.ts'
import { engineOf } from '../engine.ts'
import type { Schema } from '../schema.ts'
import type { Search } from './search-term.ts'

/** One page of a list. `gte`: there are more than `total` rows, which were not counted further. */
export type ListResult<Row> = {
  rows: Row[]
  total: number
  totalRelation: 'eq' | 'gte'
  hasNext: boolean
}

export const emptyList = { rows: [], total: 0, totalRelation: 'eq', hasNext: false } satisfies ListResult<never>

export type ListTable = 'reports' | 'websites'
export type Ids = SelectQueryBuilder<Schema, ListTable, { id: number }>

/** A list within the scope of its reader, filtered and sorted, to which `search` is still to be applied. */
export type FilteredList = {
  table: ListTable
  /** Selects all IDs in the order of the list, or in reverse order. */
  ids(backwards?: boolean): Ids
  /** Selects all IDs in ascending order, in which the rows are stored. */
  byId(): Ids
  search: Search | null
  /** The column of the order. */
  sort: string
  direction: SortDirection
  /** Number of rows that `ids` selects, or at least so many. */
  total: number
  totalRelation: 'eq' | 'gte'
  /** Whether `ids` leaves out any row of the table. */
  isFiltered: boolean
  /** Lists of a table with equal keys have the same rows. Part of the keys under which their results are cached. */
  filterKey: string
}

/** Selects the rows with some IDs, which are one parameter, however many they are. */
export const isOneOf = (db: Kysely<Schema>, table: ListTable, ids: number[]) =>
  engineOf(db) === 'sqlite'
    ? sql<boolean>`${sql.ref(`${table}.id`)} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids})`

export const opposite = (direction: SortDirection): SortDirection => (direction === 'asc' ? 'desc' : 'asc')

/**
 * Returns a comparison that sorts the rows of a page as the index does: by code unit (stored texts are ASCII), missing
 * values last in both directions, equal values by ID.
 */
export function byColumn<Row extends { id: number }>(column: keyof Row, direction: SortDirection) {
  const sign = direction === 'asc' ? 1 : -1
  return (a: Row, b: Row): number => {
    const [one, other] = [a[column], b[column]]
    if (one === other) return sign * (a.id - b.id)
    if (one === null || one === undefined) return 1
    if (other === null || other === undefined) return -1
    return one < other ? -sign : sign
  }
}

/** The part of a sorted list to walk. `backwards`: from its end, so that the rows come in reverse. */
export type ListWindow = { offset: number; limit: number; backwards: boolean }

/** Returns the shorter way to rows `offset` to `offset + limit` of `total`; null if there are no such rows. */
export function windowOf(total: number, offset: number, limit: number): ListWindow | null {
  if (offset >= total) return null
  const count = Math.min(limit, total - offset)
  const after = total - offset - count
  return after < offset ? { offset: after, limit: count, backwards: true } : { offset, limit: count, backwards: false }
}
