import type { Page } from '#contract/envelope.ts'
import { count, listWords } from './words.ts'

type Place = { page: number; per_page: number }

/** "26–50 of 1,284", by what the server says of the page where it says it. */
export function rangeOf(
  { page, per_page }: Place,
  { rows, unreadable, current, perPage, total, totalRelation }: Page<unknown>,
) {
  const before = ((current ?? page) - 1) * (perPage ?? per_page)
  const to = before + rows.length + unreadable.length
  return listWords.range(Math.min(before + 1, to), to, total === null ? null : count(total, totalRelation))
}

/** How many rows there will be at most: of those that are here each, however few were asked for. */
export function expectedRows(
  query: { per_page: number },
  { page, shown }: { page: Page<unknown> | undefined; shown: object },
  outdated: boolean,
) {
  const most = Math.min(query.per_page, (outdated ? null : page?.total) ?? query.per_page)
  return page && shown === query ? Math.max(most, page.rows.length) : most
}

export type Emptiness = 'none' | 'first-run' | 'no-match' | 'past-end'

/** Why a page of a list has no rows. */
export function emptiness(
  { page, per_page }: Place,
  filtered: boolean,
  { rows, unreadable, total }: Page<unknown>,
): Emptiness {
  // A server that counts rows for this page and sends none has no empty list.
  if (rows.length + unreadable.length > 0 || (total ?? 0) > (page - 1) * per_page) return 'none'
  if (page > 1 && total !== 0) return 'past-end'
  return filtered ? 'no-match' : 'first-run'
}

/** A page without the rows that are about to go, where it has some. */
export function withoutRows<Row extends { id: number }>(page: Page<Row>, leaving: ReadonlySet<number>): Page<Row> {
  const rows = page.rows.filter(({ id }) => !leaving.has(id))
  const gone = page.rows.length - rows.length
  return gone === 0 ? page : { ...page, rows, total: page.total && page.total - gone }
}
