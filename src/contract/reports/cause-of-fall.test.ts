import { describe, expect, it } from 'vitest'
import { causeOfFall } from './cause-of-fall.ts'

describe('the cause of a fall', () => {
  it.each<[string, Record<string, number>, Record<string, number>, string | null]>([
    ['the check that costs most more', { h1: 60 }, { h1: 60, hreflang: 15, 'broken-internal': 20 }, 'broken-internal'],
    ['an issue that costs more than before', { 'broken-internal': 10 }, { 'broken-internal': 40 }, 'broken-internal'],
    ['no issue that the page had before, however large', { 'title-present': 400 }, { 'title-present': 400 }, null],
    ['no issue that costs less', { h1: 60 }, { h1: 30 }, null],
    ['no check that is left out', {}, { https: 60, 'image-alt': 5 }, 'image-alt'],
    ['unknown if only such a check costs more', {}, { https: 60 }, null],
  ])('is %s', (_, before, after, cause) => {
    expect(causeOfFall(before, after, new Set(['https']))).toBe(cause)
  })
})
