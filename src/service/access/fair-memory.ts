/** So many are looked at to find one that may go. */
const sample = 16
/** So many of one block are no crowd. */
const few = 4

type Kept<Value> = { blocks: Blocks; key: string; value: Value; at: number }
/** What a network lies in: a block as providers hold them, and one as customers do. */
type Blocks = { wide: string; narrow: string }

export type FairMemory<Value> = {
  get(key: string): Value | undefined
  /** Remembers `value` under `key`; when there is no room for one from its network, it is not. */
  keep(key: string, network: string, value: Value): void
}

/**
 * Remembers something of at most `most` networks, so that a flood of them does not push out who was there before. When it is
 * full, those give way that `mayGo` (and nothing is lost with them), then those with far more neighbours in their block of
 * addresses than the newcomer has: the flood's own.
 */
export function createFairMemory<Value>(most: number, mayGo: (value: Value) => boolean): FairMemory<Value> {
  const byKey = new Map<string, Kept<Value>>()
  const all: Kept<Value>[] = []
  const neighbours = new Map<string, number>()
  const countOf = (block: string) => neighbours.get(block) ?? 0
  const outweighs = (one: string, other: string) => countOf(one) > 2 * Math.max(few, countOf(other))

  function count({ wide, narrow }: Blocks, change: 1 | -1) {
    for (const block of [wide, narrow]) {
      const left = countOf(block) + change
      if (left > 0) neighbours.set(block, left)
      else neighbours.delete(block)
    }
  }

  function drop(kept: Kept<Value>) {
    byKey.delete(kept.key)
    count(kept.blocks, -1)
    const last = all.pop()
    if (!last || last === kept) return
    all[kept.at] = last
    last.at = kept.at
  }

  const givesWay = ({ blocks: { wide, narrow }, value }: Kept<Value>, newcomer: Blocks) =>
    mayGo(value) || (wide === newcomer.wide ? outweighs(narrow, newcomer.narrow) : outweighs(wide, newcomer.wide))

  function makeRoom(newcomer: Blocks): boolean {
    for (let looked = 0; looked < sample; looked++) {
      const kept = all[Math.floor(Math.random() * all.length)]
      if (!kept || !givesWay(kept, newcomer)) continue
      drop(kept)
      return true
    }
    return false
  }

  return {
    get: (key) => byKey.get(key)?.value,
    keep(key, network, value) {
      const known = byKey.get(key)
      if (known) {
        known.value = value
        return
      }
      const blocks = blocksOf(network)
      if (all.length >= most && !makeRoom(blocks)) return
      const kept = { key, blocks, value, at: all.length }
      byKey.set(key, kept)
      all.push(kept)
      count(blocks, 1)
    },
  }
}

/** A /16 and a /24 of IPv4, a /32 and a /48 of IPv6. */
function blocksOf(network: string): Blocks {
  const separator = network.includes(':') ? ':' : '.'
  const parts = network.split(separator)
  const first = (count: number) => `${count}${separator}${parts.slice(0, count).join(separator)}`
  return { wide: first(2), narrow: first(3) }
}
