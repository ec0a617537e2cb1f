import { describe, expect, it } from 'vitest'
import { limitSize } from './payload-limits.ts'

/** Text that no compressor can shorten by much, of a fixed seed. */
function noise(length: number, seed = 1): string {
  let state = seed
  return Array.from({ length }, () => String.fromCharCode(33 + ((state = (state * 48271) % 2147483647) % 90))).join('')
}
const list = (amount: number, text: (at: number) => string) => ({
  items: Array.from({ length: amount }, (_, at) => ({ text: text(at), at })),
  total: amount,
})

describe('limitSize', () => {
  it('leaves what fits untouched', () => {
    const value = { few: list(1000, () => 'text'), none: null, yes: true, text: 'a'.repeat(5000) }
    expect(limitSize(value, 100_000)).toBe(value)
  })

  it('decides by the compressed size, not by the length', () => {
    const value = { many: list(1000, () => 'the same long text, over and over again '.repeat(10)) }
    expect(JSON.stringify(value).length).toBeGreaterThan(400_000)
    expect(limitSize(value, 30_000)).toBe(value)
  })

  it('cuts lists first, and leaves their totals', () => {
    const { many, name } = limitSize({ many: list(1000, (at) => noise(200, at + 1)), name: 'name' }, 100_000)
    expect(many.items).toHaveLength(300)
    expect(many.total).toBe(1000)
    expect(many.items[7]).toEqual({ text: noise(200, 8), at: 7 })
    expect(name).toBe('name')
  })

  it('clips texts where short lists are not enough', () => {
    const { many, one } = limitSize({ many: list(1000, (at) => noise(3000, at + 1)), one: noise(9000) }, 20_000)
    expect(many.items).toHaveLength(50)
    expect(many.items[0]?.text).toHaveLength(400)
    expect(one).toHaveLength(400)
  })

  it('never leaves half a character', () => {
    const { text } = limitSize({ text: '😀'.repeat(30_000) + noise(200_000) }, 10_000)
    expect(text.isWellFormed()).toBe(true)
  })
})
