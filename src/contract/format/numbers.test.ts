import { expect, it } from 'vitest'
import { counted, grouped } from './numbers.ts'

it.each([0, 7, 999, 1000, 10_000, 123_456, 2_147_483_647])('%i is grouped as Intl does', (number) => {
  expect(grouped(number)).toBe(number.toLocaleString('en'))
})

it.each([
  [0, '0 pages'],
  [1, '1 page'],
  [1204, '1,204 pages'],
])('%i is counted as “%s”', (count, text) => {
  expect(counted(count, 'page')).toBe(text)
})

it('takes an irregular plural', () => {
  expect([counted(1, 'entry', 'entries'), counted(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries'])
})
