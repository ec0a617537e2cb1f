import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { SortDirection } from '#contract/lists/list-query.ts'
import type { Schema } from '../schema.ts'

/** One page of a list. `gte`: there are more than `total` rows, which were not counted further. */
export type ListResult<Row> = {
  rows: Row[]
  total: number
  totalRelation: 'eq' | 'gte'
  hasNext: boolean
}

export type Total = Pick<ListResult<unknown>, 'total' | 'totalRelation'>
export type Slice = { offset: number; limit: number }

/** Rows with filters or a search are counted up to this number. */
export const maxCounted = 10_000

/** A folded text, and the columns of which one must contain it: the URL or domain, and the title of a report. */
export type Search = { folded: string; columns: readonly ('search_text' | 'title_text')[] }

/** A list within the scope of its reader, with its filters and its order. */
export type List = {
  table: 'reports' | 'websites' | 'pages'
  /** Conditions on a row of the table, by its alias `r`, `w` or `p`. */
  conditions: readonly RawBuilder<boolean>[]
  /** The column of the order. Missing values are last in both directions; ties are broken by ID. */
  sort: string
  /** The order is by a column of the pages of reports, `pages as g`. */
  isByPage?: boolean
  direction: SortDirection
  /** A search that the index can't answer: the rows that `conditions` select must be read. */
  scanned: Search | null
}

/** A list that can be paged. A copy with other conditions is a plain `List`: `count` counts the rows of these ones. */
export type CountedList = List & {
  /** Returns the number of rows that `conditions` select, at least up to a limit. */
  count(): Promise<Total>
}

const aliases = { reports: 'r', websites: 'w', pages: 'p' } as const
export const aliasOf = ({ table }: Pick<List, 'table'>) => aliases[table]
export const columnOf = (list: Pick<List, 'table'>, name: string) => sql.ref(`${aliasOf(list)}.${name}`)

export const and = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`1 = 1` : sql`${sql.join(conditions, sql` and `)}`

export type Ids = RawBuilder<{ id: number }>

/** Selects the IDs of a list, or `columns`, in any order. */
export const selectRows = <Row = { id: number }>(
  list: List,
  more: readonly RawBuilder<boolean>[] = [],
  columns: RawBuilder<unknown> = columnOf(list, 'id'),
): RawBuilder<Row> =>
  sql`select ${columns} from ${sql.table(list.table)} as ${sql.ref(aliasOf(list))}
    ${list.isByPage ? sql`inner join pages as g on g.id = r.page_id` : sql``} where ${and([...list.conditions, ...more])}`

/** The columns of orders that can be null. */
const nullable = new Set([
  'average_score',
  'counted_average',
  'status',
  'indexability',
  'canonical',
  'words',
  'click_depth',
  'inlinks',
  'in_sitemap',
  'issues',
  'shown_score',
  'clicks',
  'impressions',
  'position',
])

export const isNullable = ({ sort }: Pick<List, 'sort'>): boolean => nullable.has(sort)

/** The column of a list's order. */
export const sortColumn = (list: List) => (list.isByPage ? sql.ref(`g.${list.sort}`) : columnOf(list, list.sort))

/** The terms of a list's order, or of its reverse. */
export function orderOf(list: List, backwards = false): RawBuilder<unknown> {
  const direction = sql.raw((list.direction === 'asc') === backwards ? 'desc' : 'asc')
  const id = sql`${columnOf(list, 'id')} ${direction}`
  if (list.sort === 'id') return id
  const nulls = isNullable(list) ? sql.raw(backwards ? ' nulls first' : ' nulls last') : sql``
  return sql`${sortColumn(list)} ${direction}${nulls}, ${id}`
}

export const sliceOf = ({ limit, offset }: Slice) => sql`limit ${limit} offset ${offset}`

export async function countAll(db: Kysely<Schema>, rows: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`select count(*) as count from (${rows}) as counted`.execute(db)
  return counted.rows[0]?.count ?? 0
}

/** Counts rows up to a limit. */
export async function countRows(db: Kysely<Schema>, rows: RawBuilder<unknown>, max = maxCounted): Promise<Total> {
  const count = await countAll(db, sql`${rows} limit ${max + 1}`)
  return { total: Math.min(count, max), totalRelation: count > max ? 'gte' : 'eq' }
}

export async function idsOf(db: Kysely<Schema>, query: Ids): Promise<number[]> {
  return (await query.execute(db)).rows.map(({ id }) => id)
}
