import * as z from 'zod/mini'
import { lenientInteger, orNull } from './lenient.ts'

/** The envelope our service wraps a page of a list in. */
export type ListEnvelope<Row> = {
  data: Row[]
  links: { first: string; last: string | null; prev: string | null; next: string | null }
  meta: {
    current_page: number
    from: number | null
    last_page: number | null
    path: string
    per_page: number
    to: number | null
    total: number
    /** `gte`: a search that matches more than `total` rows, which were not counted further. */
    total_relation: 'eq' | 'gte'
    /** Only where `newer_than` was asked for: how many rows of the view have a greater id, the other pages' included. */
    newer?: number
    /** `gte`: at least so many. */
    newer_relation?: 'eq' | 'gte'
  }
  status: 200
}

export type ItemEnvelope<Item> = { data: Item; status: 200 | 201 }

export type DeleteAnswer = { id: number; object: 'report' | 'website' | 'view' | 'link'; deleted: true; status: 200 }

const Meta = z.object({
  current_page: orNull(lenientInteger),
  last_page: orNull(lenientInteger),
  per_page: orNull(lenientInteger),
  total: orNull(lenientInteger),
  total_relation: orNull(z.enum(['eq', 'gte'])),
  newer: orNull(lenientInteger),
  newer_relation: orNull(z.enum(['eq', 'gte'])),
})

/** A page of rows as the dashboard reads it; what the server did not say is null. */
export type Page<Row> = {
  rows: Row[]
  total: number | null
  totalRelation: 'eq' | 'gte'
  lastPage: number | null
  /** How many rows have a greater id than `newer_than` named; null where it was not asked for, or not understood. */
  newer: { count: number; relation: 'eq' | 'gte' } | null
}

/** Reads a list from `{ data, meta }`, `{ data }` or a bare array. Throws a ZodError on anything else. */
export function readPage<T extends z.ZodMiniType>(row: T, body: unknown): Page<z.output<T>> {
  const rows = z.array(row)
  if (Array.isArray(body)) return { rows: z.parse(rows, body), total: null, totalRelation: 'eq', lastPage: null, newer: null }
  const { data, meta } = z.parse(z.object({ data: rows, meta: orNull(Meta) }), body)
  return {
    rows: data,
    total: meta?.total ?? null,
    totalRelation: meta?.total_relation ?? 'eq',
    lastPage: meta?.last_page ?? null,
    newer: typeof meta?.newer === 'number' ? { count: meta.newer, relation: meta.newer_relation ?? 'eq' } : null,
  }
}

/** Reads one resource from `{ data }`, or bare. Throws a ZodError when it is neither. */
export function readItem<T extends z.ZodMiniType>(item: T, body: unknown): z.output<T> {
  const wrapped = z.safeParse(z.object({ data: z.unknown() }), body)
  return z.parse(item, wrapped.success && wrapped.data.data ? wrapped.data.data : body)
}
