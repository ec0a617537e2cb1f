import { expect, it } from 'vitest'
import { randomFrom } from '#testing/random.ts'
import { HashTable } from './hash-table.ts'

it('numbers are found by their hashes, the first, the last and all in order, as in a map', () => {
  const random = randomFrom(3)
  const [table, map] = [new HashTable(), new Map<number, number[]>()]
  // Few hashes, so that many have several numbers. Some share a chain at every size of the table.
  const hashes = Array.from({ length: 500 }, (_, at) => (at < 50 ? at * 2 ** 40 : Math.floor(random() * 2 ** 48)))
  for (let value = 0; value < 3_000; value += 1) {
    const hash = hashes[Math.floor(random() * hashes.length)] ?? 0
    table.add(hash, value)
    map.set(hash, [...(map.get(hash) ?? []), value])
  }
  expect(table.size).toBe(3_000)
  for (const hash of [...hashes, 1, 2 ** 48 - 1]) {
    const values = map.get(hash) ?? []
    expect([table.values(hash), table.first(hash), table.last(hash)]).toEqual([values, values[0], values.at(-1)])
  }
})

it('numbers take at most 40 bytes each', () => {
  const table = new HashTable()
  for (let value = 0; value < 10_000; value += 1) {
    table.add(value * 7, value)
    if (table.size >= 256) expect(table.bytes).toBeLessThanOrEqual(40 * table.size)
  }
})
