import { expect, it } from 'vitest'
import { formatRoughBytes, formatBytes } from './bytes.ts'

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
