import { blockMark, tokenize } from './facts/tokens.ts'

const writtenTogether = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u9FFF\uF900-\uFAFF]/

/** Tells whether some of the texts contain a term: as whole words in any case, or anywhere where no spaces are written. */
export function mentions(texts: readonly string[]): (term: string) => boolean {
  let plain: string | null = null
  const words = ` ${inWords(texts.join(blockMark))} `
  let withoutAccents: string | null = null
  return (term) => {
    if (writtenTogether.test(term)) {
      plain ??= texts.map((text) => text.toLowerCase()).join(' | ')
      return plain.includes(term)
    }
    if (words.includes(` ${term} `)) return true
    withoutAccents ??= strip(words)
    const bare = strip(term)
    return (bare !== term || withoutAccents !== words) && withoutAccents.includes(` ${bare} `)
  }
}

const inWords = (text: string) => {
  const { words, sequence } = tokenize(text.replaceAll('_', ' '))
  return sequence.map((index) => words[index] ?? '|').join(' ')
}

/** Addresses are often written without accents. */
const strip = (text: string) => (isAscii.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, ''))
const isAscii = /^[\0-\x7F]*$/
