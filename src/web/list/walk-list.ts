import { hasNextPage, type Page } from '#contract/envelope.ts'
import { ApiError } from '#web/data/api-error.ts'
import { atOnce, pause, sharedLimit } from '#web/data/concurrency.ts'
import { retryDelay, shouldRetry } from '#web/data/query-client.ts'

export type Walk<Row> = {
  /** The page's rows, none twice in a walk. */
  rows: Row[]
  /** How many there are in all, where the server says. */
  total: number | null
  /** The server sends the same page again whatever is asked for: only what was sent is here. */
  repeats: boolean
  /** Rows of the page that could not be read, and are in none of these. */
  unreadable: number
}

/**
 * Every row of a list in its order, page by page, some pages fetched ahead. Rows that move to a later page meanwhile come once;
 * one that moves to an earlier page may be missed, which the total then shows.
 */
export async function* walkList<Row extends { id: number }>(
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Row>>,
  outer: AbortSignal,
  perPage: number,
): AsyncGenerator<Walk<Row>> {
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, outer])
  const limit = sharedLimit(signal)
  const fetched = new Map<number, Promise<Page<Row>>>()
  const ask = (page: number) => {
    const answer = fetched.get(page) ?? limit.patiently(() => stubborn(() => fetchPage(page, signal), signal))
    answer.catch(() => {})
    fetched.set(page, answer)
    return answer
  }
  const seen = new Set<number>()
  let before = ''
  try {
    for (let page = 1, last = Number.POSITIVE_INFINITY; page <= last; page += 1) {
      const answer = await ask(page)
      fetched.delete(page)
      last = lastAfter(page, perPage, answer)
      // A list that shrinks on the way is not walked beyond its new end.
      for (let ahead = page + 1; ahead <= Math.min(last, page + atOnce); ahead += 1) void ask(ahead)
      const rows = answer.rows.filter(({ id }) => !seen.has(id))
      for (const { id } of rows) seen.add(id)
      const ids = answer.rows.map(({ id }) => id).join()
      const isSame = (page > 1 && ids !== '' && ids === before) || (answer.current !== null && answer.current !== page)
      before = ids
      yield {
        rows,
        total: answer.totalRelation === 'eq' ? answer.total : null,
        repeats: isSame && page === 2,
        unreadable: isSame ? 0 : answer.unreadable.length,
      }
      if (isSame || answer.sent === 0) return
    }
  } finally {
    stop.abort()
  }
}

/** Who says nothing of pages may put fewer rows on one than were asked for: then one more is looked at. */
function lastAfter(page: number, perPage: number, answer: Page<unknown>) {
  if (answer.lastPage !== null) return answer.lastPage
  if (hasNextPage({ page, per_page: perPage }, answer)) return Number.POSITIVE_INFINITY
  return answer.next === null && answer.perPage === null && answer.sent > 0 ? page + 1 : page
}

/** A read that may pass is tried again, a few times. */
async function stubborn<Result>(act: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
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
