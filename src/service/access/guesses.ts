/** Failures that one address may have at one lock in a minute. */
export const guessesAMinute = 10
const minute = 60_000

/** So many failures at one lock, over all addresses, are nothing unusual. */
const usual = 20
/** So much of it may come from one address, so that nobody makes others wait on his own. */
const mostOfOne = 5
/** How long until one failure is forgotten. */
const forgottenAfter = 6_000
/** The delay doubles with each so many more. */
const step = 10
const longestDelay = 300
const mostHeat = usual + step * Math.ceil(Math.log2(longestDelay))

/** Who was told to come back may be so much later: people do something else meanwhile. */
const patience = 15 * minute

const mostRemembered = 20_000

type Address = { failures: number; since: number; comeBack: number | null }
type Heat = { failures: number; at: number }

export type Guesses = {
  /**
   * The seconds to wait before the next try, or 0: then the try is counted as a failure until `forget` or `withdraw`, so
   * that a thousand at once are no more than a thousand in a row.
   */
  begin(lock: string, address: string): number
  /** The password was right: what this address did before is forgotten. */
  forget(lock: string, address: string): void
  /** The password was not looked at: the try is still due. */
  withdraw(lock: string, address: string): void
}

/**
 * How often a password may be tried. One address has its ten failures a minute. When many addresses fail at one lock, each
 * has to wait before its next try, longer the more there were; whoever was told to wait is let in once the time has come,
 * so that a right password always gets there.
 */
export function createGuesses(now: () => number = Date.now): Guesses {
  const addresses = new Map<string, Address>()
  const heats = new Map<string, Heat>()

  function addressAt(key: string, time: number): Address {
    const known = addresses.get(key)
    const fresh = known && (known.comeBack === null ? known.since + minute : known.comeBack + patience) > time
    // At the end of the order: the oldest go first when there are too many.
    addresses.delete(key)
    const address = !known || !fresh ? { failures: 0, since: time, comeBack: null } : known
    if (address.since + minute <= time) Object.assign(address, { failures: 0, since: time })
    addresses.set(key, address)
    trim(addresses)
    return address
  }

  function heatOf(lock: string, time: number): Heat {
    const known = heats.get(lock) ?? { failures: 0, at: time }
    const heat = { failures: Math.max(0, known.failures - (time - known.at) / forgottenAfter), at: time }
    heats.delete(lock)
    heats.set(lock, heat)
    trim(heats)
    return heat
  }

  function leave(lock: string, address: Address, failures: number) {
    const heat = heatOf(lock, now())
    heat.failures = Math.max(0, heat.failures - (Math.min(mostOfOne, address.failures) - Math.min(mostOfOne, failures)))
    address.failures = failures
  }

  return {
    begin(lock, address) {
      const time = now()
      const mine = addressAt(keyOf(lock, address), time)
      if (mine.failures >= guessesAMinute) return secondsUntil(mine.since + minute, time)
      const heat = heatOf(lock, time)
      const delay = delayAt(heat.failures)
      if (mine.comeBack !== null && mine.comeBack > time) return secondsUntil(mine.comeBack, time)
      if (mine.comeBack === null && delay > 0) {
        mine.comeBack = time + delay * 1000
        // Counted as well: of thousands at once, the later ones come back later.
        warm(heat, mine.failures + 1)
        return delay
      }
      mine.comeBack = null
      mine.failures += 1
      warm(heat, mine.failures)
      return 0
    },
    forget(lock, address) {
      const mine = addresses.get(keyOf(lock, address))
      if (mine) leave(lock, mine, 0)
    },
    withdraw(lock, address) {
      const mine = addresses.get(keyOf(lock, address))
      if (!mine) return
      leave(lock, mine, Math.max(0, mine.failures - 1))
      mine.comeBack = now()
    },
  }
}

const keyOf = (lock: string, address: string) => `${lock} ${address}`
const secondsUntil = (then: number, time: number) => Math.max(1, Math.ceil((then - time) / 1000))

function warm(heat: Heat, failuresOfOne: number) {
  if (failuresOfOne <= mostOfOne) heat.failures = Math.min(mostHeat, heat.failures + 1)
}

function delayAt(failures: number) {
  return failures < usual ? 0 : Math.min(longestDelay, 2 ** Math.floor((failures - usual) / step))
}

function trim(map: Map<string, unknown>) {
  if (map.size > mostRemembered) map.delete(map.keys().next().value as string)
}
