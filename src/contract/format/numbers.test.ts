import { expect, it } from 'vitest'
import { counted, formatBytes, formatRoughBytes, grouped, wholePoints } from './numbers.ts'

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

it.each([
  [0, '0'],
  [0.2, '<1'],
  [0.5, '1'],
  [2.4, '2'],
  [1345.2, '1,345'],
])('%f points are “%s”', (points, text) => {
  expect(wholePoints(points)).toBe(text)
})

it('takes an irregular plural', () => {
  expect([counted(1, 'entry', 'entries'), counted(2, 'entry', 'entries')]).toEqual(['1 entry', '2 entries'])
})

it.each([
  [0, '0 bytes', '0 bytes'],
  [1, '1 byte', '1 byte'],
  [999, '999 bytes', '999 bytes'],
  [1000, '1 KB', '1 KB'],
  [48_249, '48.2 KB', '48 KB'],
  [999_499, '999 KB', '999 KB'],
  [999_500, '1 MB', '1.0 MB'],
  [2_713_000, '2.71 MB', '2.7 MB'],
])('%i bytes are %s, roughly %s', (bytes, size, rough) => {
  expect(formatBytes(bytes)).toBe(size)
  expect(formatRoughBytes(bytes)).toBe(rough)
})
