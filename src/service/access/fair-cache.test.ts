import { expect, it } from 'vitest'
import { createFairCache } from './fair-cache.ts'

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

function cacheOf(maxEntries: number) {
  const expendable = new Set<string>()
  const { get, set } = createFairCache<string>(maxEntries, (value) => expendable.has(value))
  return { get, expendable, add: (network: string) => set(network, network, network) }
}

it('a value is returned, and can be replaced', () => {
  const { get, set } = createFairCache<number>(2, () => false)
  set('a', '192.0.2.1', 1)
  set('a', '192.0.2.1', 2)
  expect([get('a'), get('b')]).toEqual([2, undefined])
})

it('keeps the earlier of networks in equally crowded blocks', () => {
  const { get, add } = cacheOf(100)
  for (const at of times(200)) add(`${at}.1.1.1`)
  expect(times(200).filter((at) => get(`${at}.1.1.1`))).toEqual(times(100))
})

it('evicts entries of a crowded block for networks of other blocks, and no others', () => {
  const { get, add } = cacheOf(100)
  for (const at of times(1_000)) add(`10.1.${at >> 8}.${at & 255}`)
  for (const at of times(40)) add(`${20 + at}.1.1.1`)
  for (const at of times(1_000)) add(`10.1.${at >> 8}.${at & 255}`)
  for (const at of times(1_000)) add(`10.${2 + (at % 200)}.1.${at & 255}`)
  expect(times(40).filter((at) => get(`${20 + at}.1.1.1`))).toHaveLength(40)
})

it('evicts expendable entries', () => {
  const { get, add, expendable } = cacheOf(10)
  for (const at of times(10)) add(`${at}.1.1.1`)
  for (const at of times(10)) expendable.add(`${at}.1.1.1`)
  for (const at of times(4)) add(`30.1.${at}.1`)
  expect(times(4).filter((at) => get(`30.1.${at}.1`))).toHaveLength(4)
})
