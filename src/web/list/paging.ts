import type { PageOfList } from '#contract/responses/envelope.ts'
import { formatCount, listWords } from './words.ts'

type Paging = { page: number; per_page: number }

/**
 * Returns the range of a page, such as "26–50 of 1,284". Page number and size are those of the response, if it has
 * them.
 */
export function rangeOf(
  { page, per_page }: Paging,
  { rows, unreadable, current, perPage, total, totalRelation }: PageOfList<unknown>,
) {
  const before = ((current ?? page) - 1) * (perPage ?? per_page)
  const to = before + rows.length + unreadable.length
  return listWords.range(Math.min(before + 1, to), to, total === null ? null : formatCount(total, totalRelation))
}

/** Returns the maximum number of rows of the page of `query`, at least as many as are shown. */
export function expectedRows(
  query: { per_page: number },
  { page, shown }: { page: PageOfList<unknown> | undefined; shown: object },
  outdated: boolean,
) {
  const most = Math.min(query.per_page, (outdated ? null : page?.total) ?? query.per_page)
  return page && shown === query ? Math.max(most, page.rows.length) : most
}

export type Emptiness = 'none' | 'first-run' | 'no-match' | 'past-end'

/** Returns the reason for a page without rows. */
export function emptiness(
  { page, per_page }: Paging,
  filtered: boolean,
  { rows, unreadable, total }: PageOfList<unknown>,
): Emptiness {
  // If the server counts rows for this page and sends none, the list is not empty.
  if (rows.length + unreadable.length > 0 || (total ?? 0) > (page - 1) * per_page) return 'none'
  if (page > 1 && total !== 0) return 'past-end'
  return filtered ? 'no-match' : 'first-run'
}
