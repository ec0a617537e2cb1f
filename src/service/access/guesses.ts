import { createFairMemory } from './fair-memory.ts'

/** Failures that one address may have at one lock in a minute. */
export const guessesAMinute = 10
const minute = 60_000

/** So many failures at one lock, over all addresses, are nothing unusual. */
const usual = 20
/** So much of it may come from one address, so that nobody makes others wait on his own. */
const mostOfOne = 5
/** And so much from one customer's block of IPv6, which holds 65,536 such addresses and has a delay of its own. */
const mostOfBlock = 2 * mostOfOne
/** How long until one failure is forgotten. */
const forgottenAfter = 6_000
/** The delay doubles with each so many more. */
const step = 10
const longestDelay = 300
const mostHeat = usual + step * Math.ceil(Math.log2(longestDelay))

/** Who was told to come back may be so much later: people do something else meanwhile. */
const patience = 15 * minute

const mostAddresses = 50_000
const mostHeats = 20_000

type Address = { failures: number; since: number; comeBack: number | null }
type Heat = { failures: number; at: number }
type Heats = { all: Heat; block: Heat | null }

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
  const isOver = ({ since, comeBack }: Address) => (comeBack === null ? since + minute : comeBack + patience) <= now()
  // Room is made by those who did not come when they were to.
  const isLate = ({ since, comeBack }: Address) => (comeBack ?? since) + minute <= now()
  const addresses = createFairMemory<Address>(mostAddresses, isLate)
  const heats = new Map<string, Heat>()
  const heatsOfBlocks = new Map<string, Heat>()

  function addressAt(lock: string, address: string, time: number): Address {
    const key = keyOf(lock, address)
    const known = addresses.get(key)
    const mine = !known || isOver(known) ? { failures: 0, since: time, comeBack: null } : known
    if (mine.since + minute <= time) Object.assign(mine, { failures: 0, since: time })
    addresses.keep(key, address, mine)
    return mine
  }

  /** How hot it is at a lock: over all addresses, and over those of one block. */
  function heatsAt(lock: string, address: string, time: number): Heats {
    const block = blockOf(address)
    return {
      all: heatIn(heats, lock, time),
      block: block === undefined ? null : heatIn(heatsOfBlocks, keyOf(lock, block), time),
    }
  }

  function leave(lock: string, address: string, mine: Address, failures: number) {
    const cooler = Math.min(mostOfOne, mine.failures) - Math.min(mostOfOne, failures)
    const { all, block } = heatsAt(lock, address, now())
    for (const heat of [all, block]) if (heat) heat.failures = Math.max(0, heat.failures - cooler)
    mine.failures = failures
  }

  return {
    begin(lock, address) {
      const time = now()
      const mine = addressAt(lock, address, time)
      if (mine.failures >= guessesAMinute) return secondsUntil(mine.since + minute, time)
      const heats = heatsAt(lock, address, time)
      const delay = Math.max(delayAt(heats.all), delayAt(heats.block))
      if (mine.comeBack !== null && mine.comeBack > time) return secondsUntil(mine.comeBack, time)
      if (mine.comeBack === null && delay > 0) {
        mine.comeBack = time + delay * 1000
        // Counted as well: of thousands at once, the later ones come back later.
        warm(heats, mine.failures + 1)
        return delay
      }
      mine.comeBack = null
      mine.failures += 1
      warm(heats, mine.failures)
      return 0
    },
    forget(lock, address) {
      const mine = addresses.get(keyOf(lock, address))
      if (mine) leave(lock, address, mine, 0)
    },
    withdraw(lock, address) {
      const mine = addresses.get(keyOf(lock, address))
      if (!mine) return
      leave(lock, address, mine, Math.max(0, mine.failures - 1))
      mine.comeBack = now()
    },
  }
}

const keyOf = (lock: string, address: string) => `${lock} ${address}`
const secondsUntil = (then: number, time: number) => Math.max(1, Math.ceil((then - time) / 1000))

/** The customer's block that an IPv6 network lies in. */
const blockOf = (address: string) => (address.includes(':') ? address.split(':').slice(0, 3).join(':') : undefined)

function heatIn(heats: Map<string, Heat>, name: string, time: number): Heat {
  const known = heats.get(name) ?? { failures: 0, at: time }
  const heat = { failures: Math.max(0, known.failures - (time - known.at) / forgottenAfter), at: time }
  // At the end of the order: the one that was left alone longest goes first when there are too many.
  heats.delete(name)
  heats.set(name, heat)
  if (heats.size > mostHeats) heats.delete(heats.keys().next().value as string)
  return heat
}

function warm({ all, block }: Heats, failuresOfOne: number) {
  if (failuresOfOne > mostOfOne) return
  const isOfMany = block !== null && block.failures >= mostOfBlock
  for (const heat of isOfMany ? [block] : [all, block]) if (heat) heat.failures = Math.min(mostHeat, heat.failures + 1)
}

function delayAt(heat: Heat | null) {
  return !heat || heat.failures < usual ? 0 : Math.min(longestDelay, 2 ** Math.floor((heat.failures - usual) / step))
}
