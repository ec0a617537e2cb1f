import { LRUCache } from 'lru-cache'
import type { LimitCount } from '#service/store/access/limit-counts.ts'

/** Failed guesses that one network may make at one lock in a minute. */
export const guessesPerMinute = 10
const minuteMs = 60_000

/** Failures at one lock over all networks that cause no delay. */
const normalFailures = 20
/** Failures of one network that count for the lock, so that one visitor alone can't delay others. */
const maxCountedOfNetwork = 5
/** Failures of a customer's IPv6 block that count. The block holds 65,536 networks and has a delay of its own. */
const maxCountedOfBlock = 2 * maxCountedOfNetwork
/** Time in milliseconds after which one failure no longer counts. */
const failureLifetimeMs = 6_000
/** The number of further failures that doubles the delay. */
const failuresPerDoubling = 10
const maxDelaySeconds = 300
const maxFailures = normalFailures + failuresPerDoubling * Math.ceil(Math.log2(maxDelaySeconds))
/** Time in milliseconds after the end of a delay in which the promised try is still granted. */
const lateTryGraceMs = 15 * minuteMs

/** Safety limit: memory for this many counts. A network has one at each lock. */
const maxCounts = 150_000

export type GuessLimits = {
  /**
   * Returns the seconds to wait before the next try, or 0. Then the try counts as a failure until `succeed`, so that a
   * thousand tries at once are limited like a thousand in a row. Rejects if it can't be counted.
   */
  begin(lock: string, network: string): number | Promise<number>
  /** The password was right: deletes the earlier failures of the network. */
  succeed(lock: string, network: string): void | Promise<void>
}

/**
 * Limits password tries in this process. Each network has ten failures a minute. When many networks fail at one lock,
 * each has to wait before its next try: the more failures, the longer. A network that waited gets its try, so that a
 * right password always succeeds in the end.
 * @param now milliseconds of a monotonic clock
 */
export function createGuessLimits(now = () => performance.now()) {
  // With `max`, the cache would take the memory for all counts at once.
  const stored = new LRUCache<string, LimitCount>({ maxSize: maxCounts, sizeCalculation: () => 1 })

  function apply<T>(rule: GuessRule<T>, lock: string, network: string): T {
    const { counts, result } = applyGuessRule(rule, countNames(lock, network), (name) => stored.get(name), now())
    for (const count of counts) stored.set(count.name, count)
    return result
  }

  return {
    begin: (lock, network) => apply(beginTry, lock, network),
    succeed: (lock, network) => apply(succeedTry, lock, network),
  } satisfies GuessLimits
}

/** The counts that decide if a network can try a password: its own, the lock's, and those of its IPv6 block. */
type Failures = { network: LimitCount; lock: LimitCount; block: LimitCount | null }
type CountNames = { network: string; lock: string; block: string | null }

/** Decides about a try, and changes the counts. */
export type GuessRule<T> = (failures: Failures, time: number) => T

/** Returns the names under which the failures of a network at a lock are counted. */
export function countNames(lock: string, network: string): CountNames {
  const block = network.includes(':') ? network.split(':').slice(0, 3).join(':') : null
  return {
    network: `tries ${lock} ${network}`,
    lock: `failures ${lock}`,
    block: block && `failures ${lock} ${block}`,
  }
}

/** Applies a rule to stored counts. Returns its result and the counts to store. */
export function applyGuessRule<T>(
  rule: GuessRule<T>,
  names: CountNames,
  find: (name: string) => LimitCount | undefined,
  time: number,
): { counts: LimitCount[]; result: T } {
  const failures: Failures = {
    network: triesAt(names.network, find(names.network), time),
    lock: fadedAt(names.lock, find(names.lock), time),
    block: names.block === null ? null : fadedAt(names.block, find(names.block), time),
  }
  const result = rule(failures, time)
  return { counts: Object.values(failures).filter((count) => count !== null), result }
}

/** Returns the tries of a network as they count at `time`. `retryAt` is the time of a promised try. */
function triesAt(name: string, known: LimitCount | undefined, time: number): LimitCount {
  if (!known) return { name, count: 0, since: time, retryAt: null }
  const isMinuteOver = known.since + minuteMs <= time
  const isPromiseOver = known.retryAt !== null && known.retryAt + lateTryGraceMs <= time
  return {
    name,
    count: isMinuteOver ? 0 : known.count,
    since: isMinuteOver ? time : known.since,
    retryAt: isPromiseOver ? null : known.retryAt,
  }
}

/** Returns failures as they count at `time`: they fade. */
const fadedAt = (name: string, known: LimitCount | undefined, time: number): LimitCount => ({
  name,
  count: known ? Math.max(0, known.count - (time - known.since) / failureLifetimeMs) : 0,
  since: time,
  retryAt: null,
})

/** Begins a try. Returns the seconds to wait, or 0. Then it counts as a failure until `succeedTry`. */
export const beginTry: GuessRule<number> = ({ network, lock, block }, time) => {
  if (network.count >= guessesPerMinute) return secondsUntil(network.since + minuteMs, time)
  if (network.retryAt !== null && network.retryAt > time) return secondsUntil(network.retryAt, time)
  const delay = network.retryAt === null ? Math.max(delayAt(lock), delayAt(block)) : 0
  if (delay > 0) {
    network.retryAt = time + delay * 1000
    // A delayed try counts as a failure too, so the later ones of thousands at once wait longer.
    addFailure(lock, block, network.count + 1)
    return delay
  }
  network.retryAt = null
  network.count += 1
  addFailure(lock, block, network.count)
  return 0
}

/** The password was right: the failures of the network no longer count. */
export const succeedTry: GuessRule<void> = ({ network, lock, block }) => {
  const counted = Math.min(maxCountedOfNetwork, network.count)
  for (const failures of [lock, block]) if (failures) failures.count = Math.max(0, failures.count - counted)
  network.count = 0
}

const secondsUntil = (then: number, time: number) => Math.max(1, Math.ceil((then - time) / 1000))

function addFailure(lock: LimitCount, block: LimitCount | null, failuresOfNetwork: number) {
  if (failuresOfNetwork > maxCountedOfNetwork) return
  const isBlockLimited = block !== null && block.count >= maxCountedOfBlock
  for (const failures of isBlockLimited ? [block] : [lock, block])
    if (failures) failures.count = Math.min(maxFailures, failures.count + 1)
}

function delayAt(failures: LimitCount | null) {
  if (!failures || failures.count < normalFailures) return 0
  return Math.min(maxDelaySeconds, 2 ** Math.floor((failures.count - normalFailures) / failuresPerDoubling))
}
