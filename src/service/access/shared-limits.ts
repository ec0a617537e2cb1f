import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import pLimit, { type LimitFunction } from 'p-limit'
import { changeLimitCounts, countInWindow } from '#service/store/access/limit-counts.ts'
import type { Schema } from '#service/store/schema.ts'
import { applyGuessRule, beginTry, countNames, type GuessLimits, type GuessRule, succeedTry } from './guess-limits.ts'
import { countOf, createRateWindow, type RateWindow, windowMs } from './rate-window.ts'

/** Longest that a request waits for its count in the database, in milliseconds. */
const maxWaitMs = 1_000
/** The same for a try of a password, which is then refused. */
const maxTryWaitMs = 5_000
/** In milliseconds. Longer than the database works on a count that was given up (see `postgres-pool.ts`). */
export const countHereMs = 12_000
/** Connections used at once for counting requests, and for tries of passwords. All requests share the pool. */
const maxCounts = 3
const maxChanges = 2
/** Safety limit: memory for this many networks that have to wait. */
const maxWaits = 10_000
/** In milliseconds. Smaller corrections of a clock don't count as setting it back. */
const clockErrorMs = 1_000

export type SharedLimits = {
  /** Like `createRateWindow`, for a kind of event. */
  createWindow(kind: string, maxPerMinute: number): RateWindow
  guesses: GuessLimits
}

/**
 * Creates limits that all processes on a PostgreSQL database share. While the database can't count, each process counts
 * requests alone, so that reading never depends on a write. Tries of passwords are refused meanwhile, because those
 * that each process counts alone add up.
 * @param onError called with the first of several failures in a row
 */
export function createSharedLimits(
  db: Kysely<Schema>,
  onError: (error: unknown) => void,
  now = () => performance.now(),
): SharedLimits {
  const count = createCounting(onError, now)
  const slots = pLimit(maxCounts)

  return {
    createWindow(kind, maxPerMinute) {
      const countHere = createRateWindow(maxPerMinute)
      return async (name) => {
        const here = await countHere(name)
        // A flood doesn't reach the database.
        if (here.isExceeded) return here
        return count(
          slots,
          async () => {
            const { count, msLeft } = await countInWindow(db, `${kind} ${name}`, windowMs)
            return countOf(count, msLeft, maxPerMinute)
          },
          () => here,
        )
      }
    },
    guesses: sharedGuesses(db, onError),
  }
}

/** Counts in the database, as one of those that `slots` allows at once, or here. */
type Counting = <T>(slots: LimitFunction, there: () => Promise<T>, here: () => T | Promise<T>) => Promise<T>

/** Counts in the database until that fails or takes too long, and then here for a while. */
function createCounting(onError: (error: unknown) => void, now: () => number): Counting {
  let hereUntil = 0
  let isFailing = false
  const isHere = () => now() < hereUntil

  return async (slots, there, here) => {
    if (isHere()) return here()
    const unlessHere = async () => {
      if (isHere()) throw new Error('A count before this one failed.')
      return there()
    }
    try {
      const result = await inTime(slots, maxWaitMs, unlessHere)
      if (!isHere()) isFailing = false
      return result
    } catch (error) {
      if (!isHere()) {
        hereUntil = now() + countHereMs
        if (!isFailing) onError(error)
        isFailing = true
      }
      return here()
    }
  }
}

/** Counts as one of those that `slots` allows at once. What waited too long for its turn is not counted later. */
async function inTime<T>(slots: LimitFunction, ms: number, count: () => Promise<T>): Promise<T> {
  const late = Object.assign(new Error("The database didn't count in time."), { code: 'ETIMEDOUT' })
  const timer = new AbortController()
  let isLate = false
  const end = pause(ms, undefined, { signal: timer.signal }).then(() => {
    isLate = true
    throw late
  })
  const counted = slots(async () => {
    if (isLate) throw late
    return count()
  })
  return Promise.race([counted, end]).finally(() => timer.abort())
}

function sharedGuesses(db: Kysely<Schema>, onError: (error: unknown) => void): GuessLimits {
  const slots = pLimit(maxChanges)
  /** Networks that have to wait, so that a flood doesn't reach the database. */
  const waits = new LRUCache<string, true>({ max: maxWaits })

  function change<T>(rule: GuessRule<T>, lock: string, network: string): Promise<T> {
    const names = countNames(lock, network)
    return changeLimitCounts(
      db,
      lock,
      Object.values(names).filter((name) => name !== null),
      (stored, time) => {
        // A later time was stored before the clock was set back.
        const find = (name: string) => {
          const known = stored.get(name)
          return known && known.since <= time + clockErrorMs ? known : undefined
        }
        return applyGuessRule(rule, names, find, time)
      },
    )
  }

  return {
    async begin(lock, network) {
      const name = `${lock} ${network}`
      const left = waits.getRemainingTTL(name)
      if (left > 0) return Math.ceil(left / 1000)
      const seconds = await inTime(slots, maxTryWaitMs, () => change(beginTry, lock, network))
      if (seconds > 0) waits.set(name, true, { ttl: seconds * 1000 })
      return seconds
    },
    // The password was right, so the visitor gets in, even if the failures before stay counted.
    succeed: (lock, network) => inTime(slots, maxTryWaitMs, () => change(succeedTry, lock, network)).catch(onError),
  }
}
