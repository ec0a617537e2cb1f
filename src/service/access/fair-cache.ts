/** Number of random entries examined to find one to evict. */
const sampleSize = 16
/** A block of addresses with at most this many entries is not crowded. */
const uncrowded = 4

type Entry<Value> = { blocks: Blocks; key: string; value: Value; index: number }
/** The blocks of addresses around a network: one of the size that providers hold, and one that customers get. */
type Blocks = { wide: string; narrow: string }

export type FairCache<Value> = {
  get(key: string): Value | undefined
  /** Stores `value` under `key`, unless the cache is full and the block of `network` is as crowded as the others. */
  set(key: string, network: string, value: Value): void
}

/**
 * Creates a cache of at most `maxEntries` entries of networks. A flood of new entries does not evict the earlier ones.
 * When it is full, entries for which `isExpendable` is true go first, then entries whose block of addresses is far more
 * crowded than the new one's: those of the flood itself.
 */
export function createFairCache<Value>(maxEntries: number, isExpendable: (value: Value) => boolean): FairCache<Value> {
  const byKey = new Map<string, Entry<Value>>()
  const entries: Entry<Value>[] = []
  const blockSizes = new Map<string, number>()
  const sizeOf = (block: string) => blockSizes.get(block) ?? 0
  const isMoreCrowded = (one: string, other: string) => sizeOf(one) > 2 * Math.max(uncrowded, sizeOf(other))

  function count({ wide, narrow }: Blocks, change: 1 | -1) {
    for (const block of [wide, narrow]) {
      const size = sizeOf(block) + change
      if (size > 0) blockSizes.set(block, size)
      else blockSizes.delete(block)
    }
  }

  function evict(entry: Entry<Value>) {
    byKey.delete(entry.key)
    count(entry.blocks, -1)
    const last = entries.pop()
    if (!last || last === entry) return
    entries[entry.index] = last
    last.index = entry.index
  }

  const canEvict = ({ blocks: { wide, narrow }, value }: Entry<Value>, newcomer: Blocks) =>
    isExpendable(value) ||
    (wide === newcomer.wide ? isMoreCrowded(narrow, newcomer.narrow) : isMoreCrowded(wide, newcomer.wide))

  function makeRoom(newcomer: Blocks): boolean {
    for (let tries = 0; tries < sampleSize; tries++) {
      const entry = entries[Math.floor(Math.random() * entries.length)]
      if (!entry || !canEvict(entry, newcomer)) continue
      evict(entry)
      return true
    }
    return false
  }

  return {
    get: (key) => byKey.get(key)?.value,
    set(key, network, value) {
      const known = byKey.get(key)
      if (known) {
        known.value = value
        return
      }
      const blocks = blocksOf(network)
      if (entries.length >= maxEntries && !makeRoom(blocks)) return
      const entry = { key, blocks, value, index: entries.length }
      byKey.set(key, entry)
      entries.push(entry)
      count(blocks, 1)
    },
  }
}

/** Returns a /16 and a /24 of IPv4, or a /32 and a /48 of IPv6. */
function blocksOf(network: string): Blocks {
  const separator = network.includes(':') ? ':' : '.'
  const parts = network.split(separator)
  const first = (count: number) => `${count}${separator}${parts.slice(0, count).join(separator)}`
  return { wide: first(2), narrow: first(3) }
}
