import { createFairCache } from './fair-cache.ts'

/** Failed guesses that one network may make at one lock in a minute. */
export const guessesPerMinute = 10
const minuteMs = 60_000

/** Failures at one lock over all networks that cause no delay. */
const normalFailures = 20
/** Failures of one network that count for the lock, so that one visitor alone cannot delay others. */
const maxCountedOfNetwork = 5
/** The same for a customer's block of IPv6. It holds 65,536 such networks and has a delay of its own. */
const maxCountedOfBlock = 2 * maxCountedOfNetwork
/** Time in milliseconds after which one failure no longer counts. */
const failureLifetimeMs = 6_000
/** Each time so many further failures are counted, the delay doubles. */
const failuresPerDoubling = 10
/** The longest delay. */
const maxDelaySeconds = 300
const maxFailures = normalFailures + failuresPerDoubling * Math.ceil(Math.log2(maxDelaySeconds))

/** Time in milliseconds after the end of a delay in which the promised try is still granted. */
const lateTryGraceMs = 15 * minuteMs

/** Safety limits: memory for this many networks and failure rates. */
const maxNetworks = 50_000
const maxRates = 20_000

/** The tries of one network at one lock. */
type Tries = { failures: number; since: number; retryAt: number | null }
/** Recent failures, which fade over time. */
type FailureRate = { failures: number; at: number }
type Rates = { lock: FailureRate; block: FailureRate | null }

export type GuessLimits = {
  /**
   * Returns the seconds to wait before the next try, or 0. Then the try counts as a failure until `succeed` or
   * `withdraw`, so that a thousand tries at once are limited like a thousand in a row.
   */
  begin(lock: string, network: string): number
  /** The password was right: deletes the earlier failures of the network. */
  succeed(lock: string, network: string): void
  /** The password was not checked: the try can be made again. */
  withdraw(lock: string, network: string): void
}

/**
 * Limits how often a password can be tried. Each network has ten failures a minute. When many networks fail at one
 * lock, each has to wait before its next try: the more failures, the longer. A network that waited gets its try,
 * so that a right password always succeeds in the end.
 * @param now milliseconds of a monotonic clock
 */
export function createGuessLimits(now = () => performance.now()): GuessLimits {
  const isOver = ({ since, retryAt }: Tries) =>
    (retryAt === null ? since + minuteMs : retryAt + lateTryGraceMs) <= now()
  const isExpendable = ({ since, retryAt }: Tries) => (retryAt ?? since) + minuteMs <= now()
  const networks = createFairCache<Tries>(maxNetworks, isExpendable)
  const lockRates = new Map<string, FailureRate>()
  const blockRates = new Map<string, FailureRate>()

  function triesOf(lock: string, network: string, time: number): Tries {
    const key = keyOf(lock, network)
    const known = networks.get(key)
    const tries = !known || isOver(known) ? { failures: 0, since: time, retryAt: null } : known
    if (tries.since + minuteMs <= time) Object.assign(tries, { failures: 0, since: time })
    networks.set(key, network, tries)
    return tries
  }

  function ratesAt(lock: string, network: string, time: number): Rates {
    const block = blockOf(network)
    return {
      lock: currentRate(lockRates, lock, time),
      block: block === undefined ? null : currentRate(blockRates, keyOf(lock, block), time),
    }
  }

  function reduceFailures(lock: string, network: string, tries: Tries, failures: number) {
    const reduction = Math.min(maxCountedOfNetwork, tries.failures) - Math.min(maxCountedOfNetwork, failures)
    const rates = ratesAt(lock, network, now())
    for (const rate of [rates.lock, rates.block]) if (rate) rate.failures = Math.max(0, rate.failures - reduction)
    tries.failures = failures
  }

  return {
    begin(lock, network) {
      const time = now()
      const tries = triesOf(lock, network, time)
      if (tries.failures >= guessesPerMinute) return secondsUntil(tries.since + minuteMs, time)
      const rates = ratesAt(lock, network, time)
      const delay = Math.max(delayAt(rates.lock), delayAt(rates.block))
      if (tries.retryAt !== null && tries.retryAt > time) return secondsUntil(tries.retryAt, time)
      if (tries.retryAt === null && delay > 0) {
        tries.retryAt = time + delay * 1000
        // Counts as a failure: of thousands of tries at once, the later ones wait longer.
        addFailure(rates, tries.failures + 1)
        return delay
      }
      tries.retryAt = null
      tries.failures += 1
      addFailure(rates, tries.failures)
      return 0
    },
    succeed(lock, network) {
      const tries = networks.get(keyOf(lock, network))
      if (tries) reduceFailures(lock, network, tries, 0)
    },
    withdraw(lock, network) {
      const tries = networks.get(keyOf(lock, network))
      if (!tries) return
      reduceFailures(lock, network, tries, Math.max(0, tries.failures - 1))
      tries.retryAt = now()
    },
  }
}

const keyOf = (lock: string, network: string) => `${lock} ${network}`
const secondsUntil = (then: number, time: number) => Math.max(1, Math.ceil((then - time) / 1000))

/** Returns the customer's block of an IPv6 network. */
const blockOf = (network: string) => (network.includes(':') ? network.split(':').slice(0, 3).join(':') : undefined)

function currentRate(rates: Map<string, FailureRate>, name: string, time: number): FailureRate {
  const known = rates.get(name) ?? { failures: 0, at: time }
  const rate = { failures: Math.max(0, known.failures - (time - known.at) / failureLifetimeMs), at: time }
  // Moves it to the end: the least recently used one is removed first.
  rates.delete(name)
  rates.set(name, rate)
  if (rates.size > maxRates) rates.delete(rates.keys().next().value as string)
  return rate
}

function addFailure({ lock, block }: Rates, failuresOfNetwork: number) {
  if (failuresOfNetwork > maxCountedOfNetwork) return
  const isCrowdedBlock = block !== null && block.failures >= maxCountedOfBlock
  for (const rate of isCrowdedBlock ? [block] : [lock, block])
    if (rate) rate.failures = Math.min(maxFailures, rate.failures + 1)
}

function delayAt(rate: FailureRate | null) {
  if (!rate || rate.failures < normalFailures) return 0
  return Math.min(maxDelaySeconds, 2 ** Math.floor((rate.failures - normalFailures) / failuresPerDoubling))
}
