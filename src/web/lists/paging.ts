import type { Page } from '#contract/envelope.ts'
import { count, listWords } from '#web/words/lists.ts'

type Place = { page: number; per_page: number }

/** Whether there is a page after this one; where the server does not say how many there are, a full page promises one. */
export const hasNextPage = ({ page, per_page }: Place, { lastPage, rows }: Page<unknown>) =>
  lastPage === null ? rows.length >= per_page : page < lastPage

/** "26–50 of 1,284" */
export function rangeOf({ page, per_page }: Place, { rows, total, totalRelation }: Page<unknown>) {
  const from = (page - 1) * per_page + 1
  return listWords.range(Math.min(from, from + rows.length - 1), from + rows.length - 1, total === null ? null : count(total, totalRelation))
}

export type Emptiness = 'none' | 'first-run' | 'no-match' | 'past-end'

/** Why a page of a list has no rows. */
export function emptiness({ page }: Place, filtered: boolean, { rows, total }: Page<unknown>): Emptiness {
  if (rows.length > 0) return 'none'
  if (page > 1 && total !== 0) return 'past-end'
  return filtered ? 'no-match' : 'first-run'
}

/** A page without the rows that are about to go, where it has some. */
export function withoutRows<Row extends { id: number }>(page: Page<Row>, leaving: ReadonlySet<number>): Page<Row> {
  const rows = page.rows.filter(({ id }) => !leaving.has(id))
  const gone = page.rows.length - rows.length
  return gone === 0 ? page : { ...page, rows, total: page.total && page.total - gone }
}
