/** Failed guesses that one network may make at one lock in a minute. */
export const guessesPerMinute = 10
const minuteMs = 60_000

/** Failures at one lock over all networks that cause no delay. */
const normalFailures = 20
/** Failures of one network that count for the lock, so that one visitor alone cannot delay others. */
const maxCountedOfNetwork = 5
/** Failures of a customer's IPv6 block that count. The block holds 65,536 networks and has a delay of its own. */
const maxCountedOfBlock = 2 * maxCountedOfNetwork
/** Time in milliseconds after which one failure no longer counts. */
const failureLifetimeMs = 6_000
/** The number of further failures that doubles the delay. */
const failuresPerDoubling = 10
/** The longest delay. */
const maxDelaySeconds = 300
const maxFailures = normalFailures + failuresPerDoubling * Math.ceil(Math.log2(maxDelaySeconds))

/** Time in milliseconds after the end of a delay in which the promised try is still granted. */
const lateTryGraceMs = 15 * minuteMs

/** The tries of one network at one lock. Times are in milliseconds. */
export type Tries = { failures: number; since: number; retryAt: number | null }
/** Recent failures, which fade over time. */
export type FailureRate = { failures: number; at: number }
/** The failures that decide whether a try has to wait. `beginTry` and `succeedTry` change them. */
export type Guesses = { tries: Tries; lock: FailureRate; block: FailureRate | null }

/** Whether the tries of a network can be deleted to make room for others. */
export const isExpendable = ({ since, retryAt }: Tries, time: number) => (retryAt ?? since) + minuteMs <= time

const isOver = ({ since, retryAt }: Tries, time: number) =>
  (retryAt === null ? since + minuteMs : retryAt + lateTryGraceMs) <= time

/** Returns the tries of a network as they count at `time`. */
export function currentTries(known: Tries | undefined, time: number): Tries {
  if (!known || isOver(known, time)) return { failures: 0, since: time, retryAt: null }
  return known.since + minuteMs <= time ? { ...known, failures: 0, since: time } : { ...known }
}

/** Returns a rate of failures as it counts at `time`. */
export const currentRate = (known: FailureRate | undefined, time: number): FailureRate => ({
  failures: known ? Math.max(0, known.failures - (time - known.at) / failureLifetimeMs) : 0,
  at: time,
})

/**
 * Begins a try. Returns the seconds to wait, or 0 if it can go ahead. Then it counts as a failure until `succeedTry`.
 */
export function beginTry({ tries, lock, block }: Guesses, time: number): number {
  if (tries.failures >= guessesPerMinute) return secondsUntil(tries.since + minuteMs, time)
  const delay = Math.max(delayAt(lock), delayAt(block))
  if (tries.retryAt !== null && tries.retryAt > time) return secondsUntil(tries.retryAt, time)
  if (tries.retryAt === null && delay > 0) {
    tries.retryAt = time + delay * 1000
    // A delayed try counts as a failure too, so the later ones of thousands at once wait longer.
    addFailure({ lock, block }, tries.failures + 1)
    return delay
  }
  tries.retryAt = null
  tries.failures += 1
  addFailure({ lock, block }, tries.failures)
  return 0
}

/** The password was right: the failures of the network no longer count. */
export function succeedTry({ tries, lock, block }: Guesses): void {
  const counted = Math.min(maxCountedOfNetwork, tries.failures)
  for (const rate of [lock, block]) if (rate) rate.failures = Math.max(0, rate.failures - counted)
  tries.failures = 0
}

export const triesKey = (lock: string, network: string) => `${lock} ${network}`

/** Returns the customer's block of an IPv6 network. */
export const blockOf = (network: string) =>
  network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined

const secondsUntil = (then: number, time: number) => Math.max(1, Math.ceil((then - time) / 1000))

function addFailure({ lock, block }: Omit<Guesses, 'tries'>, failuresOfNetwork: number) {
  if (failuresOfNetwork > maxCountedOfNetwork) return
  const isCrowdedBlock = block !== null && block.failures >= maxCountedOfBlock
  for (const rate of isCrowdedBlock ? [block] : [lock, block])
    if (rate) rate.failures = Math.min(maxFailures, rate.failures + 1)
}

function delayAt(rate: FailureRate | null) {
  if (!rate || rate.failures < normalFailures) return 0
  return Math.min(maxDelaySeconds, 2 ** Math.floor((rate.failures - normalFailures) / failuresPerDoubling))
}
