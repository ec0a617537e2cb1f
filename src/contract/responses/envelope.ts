import * as z from 'zod'
import { countOrNull, idOrNull, orNull } from './lenient.ts'

/** A page of a list as our service sends it. */
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
    /** `gte`: the search matches more than `total` rows; counting stopped there. */
    total_relation: 'eq' | 'gte'
    /** Only with `newer_than`: the number of rows on all pages with a greater ID. */
    newer?: number
    /** `gte`: at least this many. */
    newer_relation?: 'eq' | 'gte'
  }
  status: 200
}

export type ItemEnvelope<Item> = { data: Item; status: 200 | 201 | 202 }

export type DeleteResponse = { id: number; object: DeletedObject; deleted: true; status: 200 }
type DeletedObject = 'report' | 'website' | 'view' | 'link' | 'waiver' | 'schedule' | 'alert_rule'

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

/** A row that could not be read, as it was sent, with its ID if it has one. */
export type Unreadable = { id: string | null; given: unknown }

/** A page of rows from any compatible server. What the server leaves out is null. */
export type PageOfList<Row> = {
  rows: Row[]
  unreadable: Unreadable[]
  /** The IDs of rows repeated on the page. The first of each is in `rows`. */
  repeated: number[]
  /** The number of rows sent, including those beyond the limit, which are not read. */
  sent: number
  /** The page number and page size in the response, which can differ from the requested ones. */
  current: number | null
  perPage: number | null
  total: number | null
  totalRelation: 'eq' | 'gte'
  lastPage: number | null
  /** Whether the response links to a next page. */
  next: boolean | null
  /**
   * The number of rows with a greater ID than `newer_than`; null if it was not requested or the server does not know
   * it.
   */
  newer: { count: number; relation: 'eq' | 'gte' } | null
}

/** Safety limit: five times the largest page size. Rendering more rows would make the page unusable. */
export const maxRows = 500

/**
 * Reads a list from `{ data, meta, links }`, `{ data }` or a bare array. Lists unreadable rows separately. Throws a
 * ZodError on anything else.
 */
export function readListPage<T extends z.ZodType<{ id: unknown }>>(
  row: T,
  body: unknown,
  limit = maxRows,
): PageOfList<z.output<T>> {
  const { data } = Envelope.parse(Array.isArray(body) ? { data: body } : body)
  const { meta, links } = body as { meta?: unknown; links?: { next?: unknown } | null }
  // Some servers send the fields of `meta` next to `data`.
  const known = Meta.safeParse(meta ?? body).data
  const rows = new Map<unknown, z.output<T>>()
  const unreadable: Unreadable[] = []
  const repeated: number[] = []
  for (const given of data.slice(0, limit)) {
    const { data: read } = row.safeParse(given)
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
    current: known?.current_page ?? null,
    perPage: known?.per_page ?? null,
    // A total lower than the number of rows is wrong.
    total: known && known.total !== null && known.total >= data.length ? known.total : null,
    totalRelation: known?.total_relation ?? 'eq',
    lastPage: known?.last_page ?? null,
    next: next === undefined ? null : next !== null,
    newer: typeof known?.newer === 'number' ? { count: known.newer, relation: known.newer_relation ?? 'eq' } : null,
  }
}

function idOf(given: unknown) {
  const id = typeof given === 'object' && given && 'id' in given ? given.id : null
  return typeof id === 'string' || typeof id === 'number' ? String(id).slice(0, 100) : null
}

/** Returns whether there is a next page. If the server doesn't report it, a full page counts as having one. */
export function hasNextPage(
  requested: { page: number; per_page: number },
  { lastPage, next, sent, perPage }: PageOfList<unknown>,
) {
  if (lastPage !== null) return requested.page < lastPage
  return next ?? sent >= Math.min(requested.per_page, perPage ?? requested.per_page)
}

/** Reads a resource from `{ data }`, or without an envelope. Throws a ZodError for anything else. */
export function readItem<T extends z.ZodType>(item: T, body: unknown): z.output<T> {
  const wrapped = z.object({ data: z.unknown() }).safeParse(body)
  return item.parse(wrapped.success && wrapped.data.data ? wrapped.data.data : body)
}
