import { hasNextPage, type PageOfList } from '#contract/responses/envelope.ts'
import { ApiError } from '#web/data/api-error.ts'
import { maxConcurrent, pause, sharedLimit } from '#web/data/concurrency.ts'
import { retryDelay, shouldRetry } from '#web/data/query-client.ts'
import type { Row } from './resource.ts'

export type Walk<R> = {
  /** The rows of one page, without those of earlier pages. */
  rows: R[]
  /** The number of all rows, if the server sends it. */
  total: number | null
  /** The server sends the same page for every page number, so these rows are all that can be read. */
  repeats: boolean
  /** The number of rows of the page that could not be read. */
  unreadable: number
}

/**
 * Yields every row of a list in its order, page by page, and fetches some pages ahead. A row that moves to a later page
 * meanwhile comes once. One that moves to an earlier page may be missed, which the total reveals.
 */
export async function* walkList<R extends Row>(
  fetchPage: (page: number, signal: AbortSignal) => Promise<PageOfList<R>>,
  outer: AbortSignal,
  perPage: number,
): AsyncGenerator<Walk<R>> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, outer])
  const limit = sharedLimit(signal)
  const requests = new Map<number, Promise<PageOfList<R>>>()
  const request = (page: number) => {
    const response = requests.get(page) ?? limit.withRetries(() => withRetries(() => fetchPage(page, signal), signal))
    response.catch(() => {})
    requests.set(page, response)
    return response
  }
  const seen = new Set<number>()
  let before = ''
  try {
    for (let number = 1, last = Number.POSITIVE_INFINITY; number <= last; number += 1) {
      const page = await request(number)
      requests.delete(number)
      last = lastAfter(number, perPage, page)
      // Stops at the new end of a list that has shrunk.
      for (let ahead = number + 1; ahead <= Math.min(last, number + maxConcurrent); ahead += 1) void request(ahead)
      const rows = page.rows.filter(({ id }) => !seen.has(id))
      for (const { id } of rows) seen.add(id)
      const ids = page.rows.map(({ id }) => id).join()
      const isSame = (number > 1 && ids !== '' && ids === before) || (page.current !== null && page.current !== number)
      before = ids
      yield {
        rows,
        total: page.totalRelation === 'eq' ? page.total : null,
        repeats: isSame && number === 2,
        unreadable: isSame ? 0 : page.unreadable.length,
      }
      if (isSame || page.sent === 0) return
    }
  } finally {
    stop.abort()
  }
}

/**
 * Returns the last page number as far as it is known. If a server doesn't report page counts, a short page may not be
 * the last one, so one more is fetched.
 */
function lastAfter(number: number, perPage: number, page: PageOfList<unknown>) {
  if (page.lastPage !== null) return page.lastPage
  if (hasNextPage({ page: number, per_page: perPage }, page)) return Number.POSITIVE_INFINITY
  return page.next === null && page.perPage === null && page.sent > 0 ? number + 1 : number
}

/** Repeats a read a few times if the failure may be temporary. */
async function withRetries<Result>(act: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await act()
    } catch (thrown) {
      const limited = thrown instanceof ApiError && thrown.kind === 'limited'
      if (signal.aborted || limited || !shouldRetry(failures, thrown)) throw thrown
      await pause(retryDelay(failures, thrown), signal)
    }
  }
}
