import { describe, expect, it } from 'vitest'
import { titleLikeness } from './title-likeness.ts'

describe('the likeness of two titles', () => {
  it.each([
    ['Red lamps', 'Red lamps', 1],
    ['Red lamps | Shop', 'RED LAMPS – shop', 1],
    ['', '', 1],
    ['Red lamps', '', 0],
    ['A', 'B', 0],
    ['Red lamps', 'Qui sommes-nous', 0],
    ['night', 'nacht', 0.25],
  ])('of “%s” and “%s” is %d', (one, other, likeness) => {
    expect(titleLikeness(one, other)).toBe(likeness)
    expect(titleLikeness(other, one)).toBe(likeness)
  })

  it('is larger for a title with a new end than for another one', () => {
    const old = 'Red desk lamps for children – Lamp House'
    expect(titleLikeness(old, 'Red desk lamps for children | Lamps & More')).toBeGreaterThan(0.7)
    expect(titleLikeness(old, 'Delivery and returns – Lamp House')).toBeLessThan(0.5)
  })
})
