import { describe, expect, it } from 'vitest'
import { isSorted } from './sorted.ts'

describe('a list of values', () => {
  it.each<[string, (string | number | null)[], 'asc' | 'desc', boolean]>([
    ['numbers', [1, 2, 3], 'asc', true],
    ['numbers in the other direction', [1, 2, 3], 'desc', false],
    ['with ties and gaps', [9, 9, null, 4, null, 1], 'desc', true],
    ['by code point', ['B', 'a', 'b'], 'asc', true],
    ['ignoring case', ['a', 'B', 'c'], 'asc', true],
    ['ignoring the scheme', ['http://b.example', 'https://a.example/x', 'http://a.example'], 'desc', true],
    ['unsorted', ['b', 'a', 'c'], 'asc', false],
  ])('%s: sorted or not', (_, values, direction, expected) => expect(isSorted(values, direction)).toBe(expected))
})
