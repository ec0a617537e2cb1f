import { describe, expect, it } from 'vitest'
import { minSimilarity } from '../page-facts.ts'
import { minHash, similarity } from './fingerprint.ts'

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
const hash = (list: string[]) => minHash(list.join(' ')) ?? ''

describe('the MinHash of a text', () => {
  it('is 128 hex digits, the same for the same words, whatever their case and punctuation', () => {
    const text = words(200, 1)
    expect(hash(text)).toMatch(/^[0-9a-f]{128}$/)
    expect(minHash(text.join(', ').toUpperCase())).toBe(hash(text))
  })

  it('hardly changes with a few words', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `w${at}`)
    expect(similarity(hash(text), hash(text.with(500, 'fjord')))).toBeGreaterThan(0.9)
    expect(similarity(hash(text), hash([...text, ...words(30, 7)]))).toBeGreaterThanOrEqual(minSimilarity)
  })

  it('tells the share of pairs that two texts have in common', () => {
    const text = Array.from({ length: 1000 }, (_, at) => `w${at}`)
    const shared = (share: number) => text.map((word, at) => (at < 1000 * share ? word : `${word}x`))
    // Of 1,000 pairs each, half are 500 of 1,500 different ones.
    for (const [share, expected] of [
      [0, 0],
      [0.5, 1 / 3],
      [0.75, 0.6],
      [0.95, 0.9],
    ] as const) {
      const found = similarity(hash(text), hash(shared(share)))
      expect(Math.abs(found - expected), `${share}: ${found}`).toBeLessThan(0.12)
    }
  })

  it('is another for other text in the same words', () => {
    expect(similarity(hash(words(1000, 1)), hash(words(1000, 2)))).toBeLessThan(minSimilarity)
    expect(similarity(hash(words(1000, 1)), hash(words(1000, 1).toSorted()))).toBeLessThan(minSimilarity)
  })

  it('compares by characters where no spaces are written', () => {
    const text =
      '庭のランプは夜の散歩道を明るく照らすために作られました。冬の市場では銅のやかんと胡桃の棚が並び、川沿いの港から旅の案内が届きます。窓の鏡と羊毛の毛布は季節ごとに値段が変わります。'
    const hashes = [text, text.replace('銅', '鉄')].map((one) => minHash(one) ?? 'none')
    expect(hashes).not.toContain('none')
    expect(similarity(hashes[0] ?? '', hashes[1] ?? '')).toBeGreaterThanOrEqual(minSimilarity)
    expect(minHash('ランプ'.repeat(10))).toBeNull()
  })

  it.each(['', '   ', 'too short', '!!! '.repeat(100), '🌻'.repeat(100)])('is none for %j', (text) => {
    expect(minHash(text)).toBeNull()
  })

  it('begins at fifty words', () => {
    expect(minHash(words(49, 1).join(' '))).toBeNull()
    expect(minHash(words(50, 1).join(' '))).not.toBeNull()
  })
})

describe('similarity', () => {
  const hashOf = (digit: string) => digit.repeat(128)
  it.each([
    ['equal hashes', hashOf('a'), hashOf('a'), 1],
    ['hashes without an equal digit', hashOf('a'), hashOf('b'), 0],
    ['hashes that agree by chance', hashOf('a'), 'aaaaaaaa'.padEnd(128, 'b'), 0],
    ['hashes of older reports', 'a'.repeat(16), 'a'.repeat(16), 0],
  ])('of %s', (_, a, b, expected) => {
    expect(similarity(a, b)).toBe(expected)
  })
})
