import { ApiError, asApiError } from './api-error.ts'
import { setRateLimitEnd, waitAfter } from './query-client.ts'
import { currentPerson } from './session.ts'

/** The most requests in flight at a time. */
export const maxConcurrent = 4
/** A call that is rate limited more often than this has failed. */
const maxRefusals = 10

export type ItemResult<Item, Result = void> =
  | { item: Item; result: Result; error: null }
  | { item: Item; result: null; error: ApiError }

/**
 * Runs `act` for each item, at most {@link maxConcurrent} at a time. A rate limit pauses all of them; the rejected call
 * is repeated unless `once` is set. Any other failure becomes its result's `error`. After an abort, and for the next
 * person at this browser, items that haven't started are left out.
 */
export async function forEach<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  {
    signal,
    once = false,
    onOutcome,
  }: { signal?: AbortSignal | undefined; once?: boolean; onOutcome?: (outcome: ItemResult<Item, Result>) => void } = {},
): Promise<ItemResult<Item, Result>[]> {
  const outcomes: ItemResult<Item, Result>[] = []
  const limit = sharedLimit(signal)
  // All workers take from one iterator.
  const waiting = items.values()
  async function work() {
    for (const item of waiting) {
      if (signal?.aborted) return
      const outcome = await limit[once ? 'once' : 'withRetries'](() => act(item)).then(
        (result): ItemResult<Item, Result> => ({ item, result, error: null }),
        (thrown): ItemResult<Item, Result> => ({ item, result: null, error: asApiError(thrown) }),
      )
      if (outcome.error?.kind === 'aborted') return
      outcomes.push(outcome)
      onOutcome?.(outcome)
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrent, items.length) }, work))
  return outcomes
}

/**
 * Calls of one person that share a rate limit: a 429 to one of them pauses them all, and the page shows a banner. The
 * next person at this browser makes none of them and gets no result.
 */
export function sharedLimit(signal?: AbortSignal) {
  let until = 0
  const began = currentPerson()
  async function attempt<Result>(act: () => Promise<Result>, refusals: number) {
    await pause(until - Date.now(), signal)
    if (signal?.aborted || currentPerson() !== began) throw new ApiError('aborted')
    const result = await act().catch((thrown: unknown) => {
      if (isLimit(thrown)) {
        until = Math.max(until, Date.now() + waitAfter(thrown, refusals))
        setRateLimitEnd(until)
      }
      throw thrown
    })
    // What was read for one person must not be used with the key of another.
    if (currentPerson() !== began) throw new ApiError('aborted')
    return result
  }
  return {
    /** Waits for the limit and tries once: for calls that must not be repeated automatically. */
    once: <Result>(act: () => Promise<Result>) => attempt(act, 0),
    /** Tries again when the limit is over. */
    async withRetries<Result>(act: () => Promise<Result>): Promise<Result> {
      for (let refusals = 0; ; refusals += 1) {
        try {
          return await attempt(act, refusals)
        } catch (thrown) {
          if (!isLimit(thrown) || refusals === maxRefusals) throw thrown
        }
      }
    },
  }
}

const isLimit = (thrown: unknown): thrown is ApiError => thrown instanceof ApiError && thrown.kind === 'limited'

/** Resolves after `ms`, or as soon as `signal` is aborted. */
export function pause(ms: number, signal: AbortSignal | undefined) {
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
