import { describe, expect, it } from 'vitest'
import { compressedSize, fit } from './fit.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
/** Text that no compressor can shorten by much, of a fixed seed. */
function noise(length: number, seed = 1): string {
  let state = seed
  return Array.from({ length }, () => String.fromCharCode(33 + ((state = (state * 48271) % 2147483647) % 90))).join('')
}
const list = (amount: number, text: (at: number) => string) => ({
  items: Array.from({ length: amount }, (_, at) => ({ text: text(at), at })),
  total: amount,
})

describe('fit', () => {
  it('leaves what fits untouched', () => {
    const value = { few: list(1000, () => 'text'), none: null, yes: true, text: 'a'.repeat(5000) }
    expect(fit(value, 100_000)).toBe(value)
  })

  it('judges by what a compressor would make of it, not by length', () => {
    const value = { many: list(1000, () => 'the same long text, over and over again '.repeat(10)) }
    expect(JSON.stringify(value).length).toBeGreaterThan(400_000)
    expect(fit(value, 30_000)).toBe(value)
  })

  it('cuts lists first, and leaves their totals', () => {
    const { many, name } = fit({ many: list(1000, (at) => noise(200, at + 1)), name: 'name' }, 100_000)
    expect(many.items).toHaveLength(300)
    expect(many.total).toBe(1000)
    expect(many.items[7]).toEqual({ text: noise(200, 8), at: 7 })
    expect(name).toBe('name')
  })

  it('clips texts where short lists are not enough', () => {
    const { many, one } = fit({ many: list(1000, (at) => noise(3000, at + 1)), one: noise(9000) }, 20_000)
    expect(many.items).toHaveLength(50)
    expect(many.items[0]?.text).toHaveLength(400)
    expect(one).toHaveLength(400)
  })

  it('never leaves half a character', () => {
    const { text } = fit({ text: '😀'.repeat(30_000) + noise(200_000) }, 10_000)
    expect(text.isWellFormed()).toBe(true)
  })
})

describe('compressedSize', () => {
  it.each<[string, string, number, number]>([
    ['noise', noise(50_000), 40_000, 42_000],
    ['one letter', 'a'.repeat(50_000), 0, 100],
    ['one long block twice', noise(10_000).repeat(2), 8000, 9000],
    ['nothing', '', 0, 0],
    ['less than a match', 'abc', 0, 3],
  ])('of %s', (_, text, least, most) => {
    const size = compressedSize(bytes(text))
    expect(size).toBeGreaterThanOrEqual(least)
    expect(size).toBeLessThanOrEqual(most)
  })
})
