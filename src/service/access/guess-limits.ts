import { createFairCache } from './fair-cache.ts'
import {
  beginTry,
  blockOf,
  currentRate,
  currentTries,
  type FailureRate,
  type Guesses,
  isExpendable,
  triesKey,
  succeedTry,
  type Tries,
} from './guess-rules.ts'

/** Safety limits: memory for this many networks and failure rates. */
const maxNetworks = 50_000
const maxRates = 20_000

export type GuessLimits = {
  /**
   * Returns the seconds to wait before the next try, or 0. Then the try counts as a failure until `succeed`, so
   * that a thousand tries at once are limited like a thousand in a row.
   */
  begin(lock: string, network: string): number
  /** The password was right: deletes the earlier failures of the network. */
  succeed(lock: string, network: string): void
}

/**
 * Limits how often a password can be tried, in this process. Each network has ten failures a minute. When many networks
 * fail at one lock, each has to wait before its next try: the more failures, the longer. A network that waited gets its
 * try, so that a right password always succeeds in the end.
 * @param now milliseconds of a monotonic clock
 */
export function createGuessLimits(now = () => performance.now()): GuessLimits {
  const networks = createFairCache<Tries>(maxNetworks, (tries) => isExpendable(tries, now()))
  const lockRates = new Map<string, FailureRate>()
  const blockRates = new Map<string, FailureRate>()

  function ratesAt(lock: string, network: string, time: number): Omit<Guesses, 'tries'> {
    const block = blockOf(network)
    return {
      lock: rateIn(lockRates, lock, time),
      block: block === undefined ? null : rateIn(blockRates, triesKey(lock, block), time),
    }
  }

  return {
    begin(lock, network) {
      const time = now()
      const tries = currentTries(networks.get(triesKey(lock, network)), time)
      networks.set(triesKey(lock, network), network, tries)
      return beginTry({ tries, ...ratesAt(lock, network, time) }, time)
    },
    succeed(lock, network) {
      const tries = networks.get(triesKey(lock, network))
      if (tries) succeedTry({ tries, ...ratesAt(lock, network, now()) })
    },
  }
}

function rateIn(rates: Map<string, FailureRate>, name: string, time: number): FailureRate {
  const rate = currentRate(rates.get(name), time)
  // Moves it to the end: the least recently used one is removed first.
  rates.delete(name)
  rates.set(name, rate)
  if (rates.size > maxRates) rates.delete(rates.keys().next().value as string)
  return rate
}
