import { describe, expect, it } from 'vitest'
import { simHash, similarity } from './fingerprint.ts'

const stems =
  'garden lamp winter market copper walnut river harbour kettle linen travel guide price stock season drawer window mirror shelf oak steel glass'.split(
    ' ',
  )
/** Words of a fixed, endless order; another `seed`, another order. */
const words = (amount: number, seed: number) =>
  Array.from(
    { length: amount },
    (_, at) => stems[(Math.imul(at + 1, 2654435761 + seed * 40503) >>> 11) % stems.length] as string,
  )
const hash = (list: string[]) => simHash(list.join(' ')) ?? ''

describe('the SimHash of a text', () => {
  it('is 16 hex digits, the same for the same words, whatever their case and punctuation', () => {
    const text = words(200, 1)
    expect(hash(text)).toMatch(/^[0-9a-f]{16}$/)
    expect(simHash(text.join(', ').toUpperCase())).toBe(hash(text))
  })

  it('hardly changes with a few words', () => {
    const text = words(1000, 1)
    expect(similarity(hash(text), hash(text.with(500, 'fjord')))).toBeGreaterThan(0.9)
    expect(similarity(hash(text), hash([...text, ...words(30, 7)]))).toBeGreaterThanOrEqual(0.85)
  })

  it('is another for other text in the same words', () => {
    expect(similarity(hash(words(1000, 1)), hash(words(1000, 2)))).toBeLessThan(0.7)
    expect(similarity(hash(words(1000, 1)), hash(words(1000, 1).toSorted()))).toBeLessThan(0.7)
  })

  it('compares by characters where no spaces are written', () => {
    const text =
      '庭のランプは夜の散歩道を明るく照らすために作られました。冬の市場では銅のやかんと胡桃の棚が並び、川沿いの港から旅の案内が届きます。窓の鏡と羊毛の毛布は季節ごとに値段が変わります。'
    const hashes = [text, text.replace('銅', '鉄')].map((one) => simHash(one) ?? 'none')
    expect(hashes).not.toContain('none')
    expect(similarity(hashes[0] ?? '', hashes[1] ?? '')).toBeGreaterThanOrEqual(0.85)
    expect(simHash('ランプ'.repeat(10))).toBeNull()
  })

  it.each(['', '   ', 'too short', '!!! '.repeat(100), '🌻'.repeat(100)])('is none for %j', (text) => {
    expect(simHash(text)).toBeNull()
  })

  it('begins at fifty words', () => {
    expect(simHash(words(49, 1).join(' '))).toBeNull()
    expect(simHash(words(50, 1).join(' '))).not.toBeNull()
  })

  it('counts without overflow however much text there is', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `w${at}`)
    for (const length of [2900, 600, 560])
      expect(similarity(hash(many.slice(0, length)), hash(many.slice(0, length - 60)))).toBeGreaterThan(0.85)
  })
})

describe('similarity', () => {
  it.each([
    ['0000000000000000', '0000000000000000', 1],
    ['0000000000000000', 'ffffffffffffffff', 0],
    ['0000000000000000', '0000000000000001', 1 - 1 / 64],
    ['f000000000000000', '0000000000000000', 1 - 4 / 64],
  ])('of %s and %s is %d', (a, b, expected) => {
    expect(similarity(a, b)).toBe(expected)
  })
})
