import { ApiError, asApiError } from './api-error.ts'
import { noteLimit } from './limit.ts'

/** No more requests than this are under way at a time. */
export const atOnce = 4
const longestWait = 60_000

export type Outcome<Item, Result = void> = { item: Item; result: Result; error: null } | { item: Item; result: null; error: ApiError }

/**
 * Does `act` for each item, at most four at a time. A limit holds all of them until it is over; whatever else fails is an outcome.
 * Once aborted, items that have not begun are left out.
 */
export async function forEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  { signal, onOutcome }: { signal?: AbortSignal | undefined; onOutcome?: (outcome: Outcome<Item, Result>) => void } = {},
): Promise<Outcome<Item, Result>[]> {
  const outcomes: Outcome<Item, Result>[] = []
  const limit = sharedLimit(signal)
  let next = 0
  async function work() {
    while (next < items.length && !signal?.aborted) {
      const item = items[next++] as Item
      const outcome = await limit.patiently(() => act(item)).then(
        (result): Outcome<Item, Result> => ({ item, result, error: null }),
        (thrown): Outcome<Item, Result> => ({ item, result: null, error: asApiError(thrown) }),
      )
      if (outcome.error?.kind === 'aborted') return
      outcomes.push(outcome)
      onOutcome?.(outcome)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work))
  return outcomes
}

/** Calls that wait together: a 429 to one of them holds them all for as long as it asks, and is said over the page. */
export function sharedLimit(signal?: AbortSignal) {
  let until = 0
  return {
    async patiently<Result>(act: () => Promise<Result>): Promise<Result> {
      for (let refusals = 0; ; ) {
        await pause(until - Date.now(), signal)
        if (signal?.aborted) throw new ApiError('aborted')
        try {
          return await act()
        } catch (thrown) {
          if (!(thrown instanceof ApiError) || thrown.kind !== 'limited') throw thrown
          refusals += 1
          until = Math.max(until, Date.now() + Math.min((thrown.retryAfter ?? 2 ** refusals) * 1000 + 250, longestWait))
          noteLimit(until)
        }
      }
    },
  }
}

function pause(ms: number, signal: AbortSignal | undefined) {
  if (ms <= 0) return
  return new Promise<void>((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done)
  })
}
