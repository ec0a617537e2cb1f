import { expect, it } from 'vitest'
import { grouped } from './text.ts'

it.each([0, 7, 999, 1000, 10_000, 123_456, 2_147_483_647])('%i is grouped as Intl does', (number) => {
  expect(grouped(number)).toBe(number.toLocaleString('en'))
})
