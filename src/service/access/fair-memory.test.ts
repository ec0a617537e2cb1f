import { expect, it } from 'vitest'
import { createFairMemory } from './fair-memory.ts'

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

function memory(most: number) {
  const over = new Set<string>()
  const { get, keep } = createFairMemory<string>(most, (value) => over.has(value))
  return { get, over, keep: (network: string) => keep(network, network, network) }
}

it('what is kept is known again, and may be kept anew', () => {
  const { get, keep } = createFairMemory<number>(2, () => false)
  keep('a', '192.0.2.1', 1)
  keep('a', '192.0.2.1', 2)
  expect([get('a'), get('b')]).toEqual([2, undefined])
})

it('of equals those stay who were there first', () => {
  const { get, keep } = memory(100)
  for (const at of times(200)) keep(`${at}.1.1.1`)
  expect(times(200).filter((at) => get(`${at}.1.1.1`))).toEqual(times(100))
})

it('those of a crowd give way to whoever comes from elsewhere, and nobody else does', () => {
  const { get, keep } = memory(100)
  for (const at of times(1_000)) keep(`10.1.${at >> 8}.${at & 255}`)
  for (const at of times(40)) keep(`${20 + at}.1.1.1`)
  for (const at of times(1_000)) keep(`10.1.${at >> 8}.${at & 255}`)
  for (const at of times(1_000)) keep(`10.${2 + (at % 200)}.1.${at & 255}`)
  expect(times(40).filter((at) => get(`${20 + at}.1.1.1`))).toHaveLength(40)
})

it('what may go makes room', () => {
  const { get, keep, over } = memory(10)
  for (const at of times(10)) keep(`${at}.1.1.1`)
  for (const at of times(10)) over.add(`${at}.1.1.1`)
  for (const at of times(4)) keep(`30.1.${at}.1`)
  expect(times(4).filter((at) => get(`30.1.${at}.1`))).toHaveLength(4)
})
