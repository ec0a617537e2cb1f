import * as z from 'zod'
import { maxPage, pageSizes } from '../lists/list-query.ts'
import { Count, Id, Relation, Timestamp } from '../values.ts'
import { lenient } from './lenient.ts'

const PageNumber = z.int().min(1).max(maxPage)
const RowNumber = z.int().min(1)
const address = z.url()

export const ListLinks = z
  .object({ first: address, last: address.nullable(), prev: address.nullable(), next: address.nullable() })
  .meta({ id: 'ListLinks', description: 'Absolute URLs that keep all other parameters.' })

export const ListMeta = z
  .object({
    current_page: PageNumber,
    from: RowNumber.nullable(),
    last_page: PageNumber.nullable(),
    path: address,
    per_page: z.union(pageSizes.map((size) => z.literal(size))),
    to: RowNumber.nullable(),
    total: Count,
    total_relation: Relation,
    /** Only with `newer_than`: the number of rows on all pages with a greater ID. */
    newer: Count.optional(),
    newer_relation: Relation.optional(),
    /** Only with `shown`: those of its IDs that the reader can't find, in the same order. */
    deleted: z.array(Id).optional(),
  })
  .meta({
    id: 'ListMeta',
    description:
      'A page past the end has no `from` and `to`. If a search matches more than `total` rows, `total_relation` is `gte`, there is no last page, and `links.next` leads on.',
  })

/** A page of a list as our service sends it. */
export type ListEnvelope<Row> = {
  data: Row[]
  links: z.infer<typeof ListLinks>
  meta: z.infer<typeof ListMeta>
  status: 200
}

export type ItemEnvelope<Item, Status = 200> = { data: Item; status: Status }

/** Other servers have other page sizes. */
const AnyMeta = lenient(ListMeta, { per_page: Id.nullable() })

const Envelope = z.object({ data: z.array(z.unknown()) })

const rowsIn = (body: unknown) => Envelope.parse(Array.isArray(body) ? { data: body } : body).data

/** Reads a list without pages. Leaves out unreadable rows. */
export const readRows = <T extends z.ZodType>(row: T, body: unknown): z.output<T>[] =>
  lenient(z.array(row)).parse(rowsIn(body))

/** A row that could not be read, as it was sent, with its ID if it has one. */
export type Unreadable = { id: string | null; given: unknown }

/** A page of rows from any compatible server. Missing fields are null. */
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
  /** True if the response links to a next page. */
  next: boolean | null
  /**
   * The number of rows with a greater ID than `newer_than`; null if it was not requested or the server does not know
   * it.
   */
  newer: { count: number; relation: 'eq' | 'gte' } | null
  /** Those of the `shown` IDs that no longer exist. Empty if the server doesn't know that parameter. */
  deleted: number[]
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
  const data = rowsIn(body)
  const reads = lenient(row)
  const { meta, links } = body as { meta?: unknown; links?: { next?: unknown } | null }
  // Some servers send the fields of `meta` next to `data`.
  const known = AnyMeta.safeParse(meta ?? body).data
  const rows = new Map<unknown, z.output<T>>()
  const unreadable: Unreadable[] = []
  const repeated: number[] = []
  for (const given of data.slice(0, limit)) {
    const { data: read } = reads.safeParse(given)
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
    deleted: known?.deleted ?? [],
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
  return lenient(item).parse(wrapped.success && wrapped.data.data ? wrapped.data.data : body)
}

/** The most IDs that one `POST /api/v1/bulk/reports/delete` or `/restore` accepts. */
export const maxBulkIds = 1_000
/** A thousand of the longest IDs, with escaped commas. */
export const maxBulkBody = 64 * 1024

const DeleteOutcome = z.union([
  z.object({ id: Id, deleted: z.literal(true) }),
  z.object({ id: Id, deleted: z.literal(false), error: z.literal('not_found') }),
])
export type DeleteOutcome = z.infer<typeof DeleteOutcome>

/** A deleted report or website can be restored for this long. */
export const restoreMs = 10 * 60_000

/**
 * One outcome per distinct ID, in the order of the request. `deleted` is the number of deleted reports, which can be
 * restored until `restorable_until`.
 */
export const BulkDeleteResponse = z
  .object({
    data: z.array(DeleteOutcome).max(maxBulkIds),
    deleted: Count,
    restorable_until: Timestamp.nullable(),
    status: z.literal(200),
  })
  .meta({ id: 'BulkDeleteResponse' })
export type BulkDeleteResponse = z.infer<typeof BulkDeleteResponse>

const RestoreOutcome = z.union([
  z.object({ id: Id, restored: z.literal(true) }),
  z.object({ id: Id, restored: z.literal(false), error: z.literal('not_found') }),
])
export type RestoreOutcome = z.infer<typeof RestoreOutcome>

/** One outcome per distinct ID, in the order of the request. `restored` is the number of reports that are there. */
export const BulkRestoreResponse = z
  .object({ data: z.array(RestoreOutcome).max(maxBulkIds), restored: Count, status: z.literal(200) })
  .meta({ id: 'BulkRestoreResponse' })
