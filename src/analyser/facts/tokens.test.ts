import { describe, expect, it } from 'vitest'
import { blockEnd, blockMark, sentenceEnd, tokenize } from './tokens.ts'

const said = (text: string) => {
  const { words, sequence } = tokenize(text)
  return sequence.map((index) => (index === sentenceEnd ? '.' : index === blockEnd ? '|' : words[index])).join(' ')
}

describe('words', () => {
  it.each([
    ['', 0],
    ['one two  three\n\nfour', 4],
    ["don't l’homme", 2],
    ['well-known and/or', 4],
    ['9.99 € or 1,000.50 $ in 2026', 5],
    ['C++ & C# – 100 %', 3],
    ['👩‍🌾 🌻 🇫🇷', 0],
    ['naïve café e\u0301te\u0301', 3],
    ['Gar\u00ADten\u00ADlampe', 1],
    ['Привет, мир', 2],
    ['مرحبا بالعالم', 2],
    ['नमस्ते दुनिया', 2],
    ['안녕하세요 세계', 2],
    ['我喜欢花园', 3],
    ['東京都に行きます', 5],
    ['สวัสดีชาวโลก', 3],
    ['iPhone を 買う', 3],
  ])('of %j are %i', (text, count) => {
    expect(tokenize(text).count).toBe(count)
  })

  it('are the same in any case, with any apostrophe and soft hyphens', () => {
    expect(tokenize("Don't DON’T don't Gar\u00ADten garten").words).toEqual(["don't", 'garten'])
  })

  it('are all counted, and those at the beginning looked at', () => {
    const { count, sequence } = tokenize('word '.repeat(100_000))
    expect(count).toBe(100_000)
    expect(sequence.length).toBeLessThan(10_000)
  })

  it('of long writing without spaces are estimated from its beginning', () => {
    const sentence = '我喜欢花园里的灯。'
    const few = tokenize(sentence.repeat(100)).count
    const many = tokenize(sentence.repeat(10_000)).count
    expect(many / few).toBeGreaterThan(95)
    expect(many / few).toBeLessThan(105)
  })

  it('set apart are counted but not looked at', () => {
    const { count, words, sequence } = tokenize('one two three four', [{ from: 4, to: 13 }])
    expect(count).toBe(4)
    expect(words).toEqual(['one', 'four'])
    expect(sequence).toEqual([0, blockEnd, 1, blockEnd])
  })
})

describe('sentences', () => {
  it.each([
    ['One two. Three four! Five?', 3],
    ['Version 2.5 costs 9.99 today.', 1],
    ['See e.g. this, by J. Smith.', 1],
    ['Wait... what?', 2],
    ['It weighs approx. two kilos.', 1],
    ['See example.com now.', 1],
    ['庭は広いです。犬もいます。', 2],
    ['यह बगीचा है। वह कुत्ता है।', 2],
    ['A heading', 0],
    ['!!! ??? ...', 0],
  ])('of %j are %i', (text, sentences) => {
    expect(tokenize(text).sentences).toBe(sentences)
  })

  it('end with the block they stand in', () => {
    expect(said(`Menu${blockMark}Shop${blockMark}${blockMark}The lamp is lit. Come in`)).toBe(
      'menu | shop | the lamp is lit . come in |',
    )
  })
})
