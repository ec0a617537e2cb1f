import type { Kysely } from 'kysely'
import pLimit, { type LimitFunction } from 'p-limit'
import { changeLimitCounts, countInWindow, type LimitCount } from '#service/store/access/limit-counts.ts'
import type { Schema } from '#service/store/schema.ts'
import { createGuessLimits } from './guess-limits.ts'
import { beginTry, blockOf, currentRate, currentTries, type Guesses, triesKey, succeedTry } from './guess-rules.ts'
import { type Count, createRateWindow, minuteMs, type RateWindow } from './rate-window.ts'
import type { PasswordLimits } from './unlock.ts'

/** Longest time of a count in the database, in milliseconds. After that, this process counts by itself for a while. */
const maxCountMs = 1_000
/** Longest that a request waits for its count, also behind others, in milliseconds. */
const maxWaitMs = 2_000
/** In milliseconds. Longer than the database works on a count that was given up (see `postgres-pool.ts`). */
const countHereMs = 12_000
/** Connections used at once for counting requests, and for tries of passwords. All requests share the pool. */
const maxCounts = 3
const maxChanges = 2
/** Safety limit: memory for this many names that have to wait. */
const maxWaits = 10_000

export type SharedLimits = {
  /** Like `createRateWindow`, for a kind of event. */
  createWindow(kind: string, maxPerMinute: number): RateWindow
  guesses: PasswordLimits
}

/**
 * Creates limits that all processes on a PostgreSQL database share. While the database can't count, each process counts
 * by itself, so that reading never depends on a write.
 * @param onError called with the first of several failures in a row
 */
export function createSharedLimits(db: Kysely<Schema>, onError: (error: unknown) => void): SharedLimits {
  const countIn = createCounting(onError)
  const counts = pLimit(maxCounts)

  return {
    createWindow(kind, maxPerMinute) {
      const countHere = createRateWindow(maxPerMinute)
      const waits = createWaits()
      return async (name) => {
        const wait = waits.secondsOf(name)
        if (wait > 0) return { isExceeded: true, remaining: 0, resetSeconds: wait }
        const count = await countIn(
          counts,
          async () => countOf(await countInWindow(db, `${kind} ${name}`, minuteMs), maxPerMinute),
          () => countHere(name),
        )
        if (count.isExceeded) waits.add(name, count.resetSeconds)
        return count
      }
    },
    guesses: sharedGuesses(db, countIn),
  }
}

/** Remembers who has to wait, so that a flood doesn't reach the database. */
function createWaits() {
  const ends = new Map<string, number>()
  return {
    /** Returns the seconds that are left, or 0. */
    secondsOf(name: string) {
      const seconds = Math.ceil(((ends.get(name) ?? 0) - performance.now()) / 1000)
      if (seconds <= 0) ends.delete(name)
      return Math.max(0, seconds)
    },
    add(name: string, seconds: number) {
      ends.set(name, performance.now() + seconds * 1000)
      if (ends.size > maxWaits) ends.delete(ends.keys().next().value as string)
    },
  }
}

const countOf = ({ count, msLeft }: { count: number; msLeft: number }, max: number): Count => ({
  isExceeded: count > max,
  remaining: Math.max(0, max - count),
  resetSeconds: Math.max(1, Math.ceil(msLeft / 1000)),
})

/** Counts in the database, as one of those that `slots` allows at once, or here. */
type CountIn = <T>(slots: LimitFunction, count: () => Promise<T>, here: () => T) => Promise<T>

/** Counts in the database until that fails or takes too long, and then here for a while. */
function createCounting(onError: (error: unknown) => void): CountIn {
  let isFailing = false
  let hereUntil = 0
  /** Ends the waiting of each request that waits for the database. */
  const waiting = new Set<() => void>()

  const isHere = () => performance.now() < hereUntil

  function fail(error: unknown) {
    // A count that was given up may fail much later, when its failure no longer matters.
    if (isHere()) return
    hereUntil = performance.now() + countHereMs
    if (!isFailing) onError(error)
    isFailing = true
    for (const giveUp of waiting) giveUp()
  }

  /** Resolves when the database is done, also with a count that was given up: until then, it uses a connection. */
  async function countThere<T>(count: () => Promise<T>, onResult: (result: T) => void) {
    const timer = setTimeout(fail, maxCountMs, new Error("The database didn't count in time."))
    try {
      onResult(await count())
      if (!isHere()) isFailing = false
    } catch (error) {
      fail(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return async <T>(slots: LimitFunction, count: () => Promise<T>, here: () => T) => {
    if (isHere()) return here()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const giveUp = () => reject()
    waiting.add(giveUp)
    const timer = setTimeout(giveUp, maxWaitMs)
    void slots(async () => {
      if (waiting.has(giveUp)) await countThere(count, resolve)
    })
    try {
      return await promise
    } catch {
      return here()
    } finally {
      clearTimeout(timer)
      waiting.delete(giveUp)
    }
  }
}

function sharedGuesses(db: Kysely<Schema>, countIn: CountIn): PasswordLimits {
  const here = createGuessLimits()
  const slots = pLimit(maxChanges)
  const waits = createWaits()
  return {
    async begin(lock, network) {
      const known = waits.secondsOf(triesKey(lock, network))
      if (known > 0) return known
      const seconds = await countIn(
        slots,
        () => changeGuesses(db, lock, network, beginTry),
        () => here.begin(lock, network),
      )
      if (seconds > 0) waits.add(triesKey(lock, network), seconds)
      return seconds
    },
    succeed(lock, network) {
      return countIn(
        slots,
        () => changeGuesses(db, lock, network, succeedTry),
        () => here.succeed(lock, network),
      )
    },
  }
}

/** Applies a rule to what is stored about the tries at a lock. */
function changeGuesses<T>(
  db: Kysely<Schema>,
  lock: string,
  network: string,
  rule: (guesses: Guesses, time: number) => T,
): Promise<T> {
  const block = blockOf(network)
  const names = {
    tries: `tries ${triesKey(lock, network)}`,
    lock: `failures ${lock}`,
    block: block === undefined ? null : `failures ${triesKey(lock, block)}`,
  }
  return changeLimitCounts(
    db,
    lock,
    Object.values(names).filter((name) => name !== null),
    (stored, time) => {
      const known = (name: string) => {
        const row = stored.get(name)
        // A later time was stored before the clock was set back.
        return row && row.since <= time + clockErrorMs ? row : undefined
      }
      const rateOf = (name: string) => {
        const row = known(name)
        return currentRate(row && { failures: row.count, at: row.since }, time)
      }
      const row = known(names.tries)
      const guesses: Guesses = {
        tries: currentTries(row && { failures: row.count, since: row.since, retryAt: row.retryAt }, time),
        lock: rateOf(names.lock),
        block: names.block === null ? null : rateOf(names.block),
      }
      const result = rule(guesses, time)
      const { tries } = guesses
      const counts: LimitCount[] = [
        { name: names.tries, count: tries.failures, since: tries.since, retryAt: tries.retryAt },
        { name: names.lock, count: guesses.lock.failures, since: guesses.lock.at, retryAt: null },
      ]
      if (names.block !== null && guesses.block)
        counts.push({ name: names.block, count: guesses.block.failures, since: guesses.block.at, retryAt: null })
      return { counts, result }
    },
  )
}

/** In milliseconds. Smaller corrections of a clock don't count as setting it back. */
const clockErrorMs = 1_000
