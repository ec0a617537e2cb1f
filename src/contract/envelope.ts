import * as z from 'zod/mini'
import { countOrNull, idOrNull, lenientInteger, orElse, orNull } from './lenient.ts'

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
  current_page: idOrNull,
  last_page: idOrNull,
  per_page: idOrNull,
  total: countOrNull,
  total_relation: orNull(z.enum(['eq', 'gte'])),
  newer: countOrNull,
  newer_relation: orNull(z.enum(['eq', 'gte'])),
})

const Envelope = z.object({ data: z.array(z.unknown()) })

/** A row that could not be read: what came in its place, and the id that it has there, if any. */
export type Unreadable = { id: string | null; given: unknown }

/** A page of rows as the dashboard reads it; what the server did not say is null. */
export type Page<Row> = {
  rows: Row[]
  unreadable: Unreadable[]
  /** Ids of rows that came again on the same page; the first counts. */
  repeated: number[]
  /** How many rows came; those beyond the first five hundred are not read. */
  sent: number
  /** Which page the server says this is, and how many rows it says that it puts on one. */
  current: number | null
  perPage: number | null
  total: number | null
  totalRelation: 'eq' | 'gte'
  lastPage: number | null
  /** Whether the server names a page after this one. */
  next: boolean | null
  /** How many rows have a greater id than `newer_than` named; null where it was not asked for, or not understood. */
  newer: { count: number; relation: 'eq' | 'gte' } | null
}

/** Five times the largest page there is to choose: beyond that, drawing them would make the page unusable. */
export const mostRows = 500

/**
 * Reads a list from `{ data, meta, links }`, `{ data }` or a bare array. A row that cannot be read costs only itself.
 * Throws a ZodError on anything else.
 */
export function readPage<T extends z.ZodMiniType<{ id: unknown }>>(
  row: T,
  body: unknown,
  most = mostRows,
): Page<z.output<T>> {
  const { data } = z.parse(Envelope, Array.isArray(body) ? { data: body } : body)
  const { meta, links } = body as { meta?: unknown; links?: { next?: unknown } | null }
  // A paginator that is sent as it is has what belongs into `meta` beside `data`.
  const said = z.safeParse(Meta, meta ?? body).data
  const rows = new Map<unknown, z.output<T>>()
  const unreadable: Unreadable[] = []
  const repeated: number[] = []
  for (const given of data.slice(0, most)) {
    const { data: read } = z.safeParse(row, given)
    if (!read) unreadable.push({ id: idOf(given), given })
    else if (rows.has(read.id)) repeated.push(read.id as number)
    else rows.set(read.id, read)
  }
  const next = links?.next
  return {
    rows: [...rows.values()],
    unreadable,
    repeated,
    sent: data.length,
    current: said?.current_page ?? null,
    perPage: said?.per_page ?? null,
    // A total of less than is here is none.
    total: said && said.total !== null && said.total >= data.length ? said.total : null,
    totalRelation: said?.total_relation ?? 'eq',
    lastPage: said?.last_page ?? null,
    next: next === undefined ? null : next !== null,
    newer: typeof said?.newer === 'number' ? { count: said.newer, relation: said.newer_relation ?? 'eq' } : null,
  }
}

function idOf(given: unknown) {
  const id = typeof given === 'object' && given && 'id' in given ? given.id : null
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 100) : null
}

/** Whether there is a page after this one; where the server does not say, a full page promises one. */
export function hasNextPage(
  asked: { page: number; per_page: number },
  { lastPage, next, sent, perPage }: Page<unknown>,
) {
  if (lastPage !== null) return asked.page < lastPage
  return next ?? sent >= Math.min(asked.per_page, perPage ?? asked.per_page)
}

/** Reads one resource from `{ data }`, or bare. Throws a ZodError when it is neither. */
export function readItem<T extends z.ZodMiniType>(item: T, body: unknown): z.output<T> {
  const wrapped = z.safeParse(z.object({ data: z.unknown() }), body)
  return z.parse(item, wrapped.success && wrapped.data.data ? wrapped.data.data : body)
}

/** A page of which nothing is known. */
export const emptyPage: Page<never> = {
  rows: [],
  unreadable: [],
  repeated: [],
  sent: 0,
  current: null,
  perPage: null,
  total: null,
  totalRelation: 'eq',
  lastPage: null,
  next: null,
  newer: null,
}

/** So many ids one `POST /api/v1/bulk/reports/delete` takes. */
export const maxBulkIds = 1_000

export const DeleteOutcome = z.object({
  id: lenientInteger,
  deleted: z.boolean(),
  error: z.optional(z.enum(['not found'])),
})
export type DeleteOutcome = z.infer<typeof DeleteOutcome>

/** One outcome for each id asked for, in that order, a repeated one once; `deleted` says how many went. */
export const BulkDeleteAnswer = z.object({ data: z.array(DeleteOutcome), deleted: orElse(lenientInteger, 0) })
export type BulkDeleteAnswer = z.infer<typeof BulkDeleteAnswer>
