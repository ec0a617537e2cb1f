import { expect, it } from 'vitest'
import { maxAnalysesOf, readHostPaces } from './host-paces.ts'

const paces = readHostPaces('fast.example=50/12,127.0.0.1:8443=10/24,[::1]:443=1000/64,slow.example=1/2') ?? undefined

it.each([
  ['https://other.example/', 1],
  ['https://slow.example/', 1],
  ['https://fast.example/', 2],
  ['https://fast.example./', 2],
  ['https://127.0.0.1:8443/', 4],
  ['https://127.0.0.1/', 1],
  ['https://[::1]/', 10],
])('one analysis runs at once per six connections that a host allows: %s', (page, analyses) => {
  expect(maxAnalysesOf(new URL(page), paces)).toBe(analyses)
})
