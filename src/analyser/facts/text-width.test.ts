import { describe, expect, it } from 'vitest'
import { countWide, graphemes, pixelWidth } from './text-width.ts'

describe('the width of a text', () => {
  // Measured by Chromium on a canvas in Arial at 1000 px without kerning.
  it.each([
    ['Hello, World!', 5724],
    ['The quick brown fox jumps over the lazy dog', 19788],
    ['iiiiiiiiii', 2222],
    ['WWWWWWWWWW', 9438],
    ['Žluťoučký kůň', 6267],
    ['Füße über Ärger', 7336],
    ['Ελληνικά', 4023],
    ['Съешь ещё этих', 7744],
    ['naïve façade', 5727],
    ['5 € – 10 %', 4781],
    ['“Hi” … it’s', 4388],
  ])('%s is %i thousandths', (text, width) => {
    expect(Math.abs(pixelWidth(text, 1000) - width)).toBeLessThanOrEqual(2)
  })

  it('is the same for composed and decomposed letters', () => {
    for (const text of ['é', 'ñ', 'ї', 'ế', 'Ắ', 'ữ'])
      expect(pixelWidth(text.normalize('NFD'), 1000)).toBe(pixelWidth(text.normalize('NFC'), 1000))
  })

  it.each([
    ['ế', 556],
    ['Ắ', 667],
    ['東京', 2000],
    ['서울', 2000],
    ['ｗ', 1000],
    ['👩‍🌾', 1000],
    ['👍🏽', 1000],
    ['✅', 1000],
    ['a\u200B\u00ADb', 1445],
    ['नम', 1112],
    ['', 0],
  ])('of %j is %i thousandths', (text, width) => {
    expect(pixelWidth(text, 1000)).toBe(width)
  })

  it('grows with the size of the font', () => {
    expect([pixelWidth('lamp', 10), pixelWidth('lamp', 20)]).toEqual([22, 43])
  })
})

describe('characters', () => {
  it.each([
    ['plain', 5],
    ['e\u0301', 1],
    ['👩‍👩‍👧', 1],
    ['🇫🇷', 1],
    ['नमस्ते', 3],
    ['', 0],
  ])('of %j are %i to a reader', (text, count) => {
    expect(graphemes(text)).toBe(count)
  })

  it('that take the room of two are known', () => {
    expect([countWide('Tokyo 東京'), countWide('서울!'), countWide('Lamp')]).toEqual([2, 2, 0])
    expect(['👨‍👩‍👧‍👦', '🇯🇵', '👍🏽', '❤️', '1️⃣'].map(countWide)).toEqual([1, 1, 1, 1, 1])
  })
})
