import { clip, type Cut } from './text.ts'
import { blockMark, tokenize, type Tokens } from './tokens.ts'

/** `share` is a percentage of all analysed words, with one decimal. */
export type Term = { term: string; count: number; share: number }

/** The shares of shorter texts mean nothing. */
export const minWordsForTerms = 100
const maxTerms = 20
const maxTermLength = 60

const elided = /^(?:[cdjlmnst]|qu|dell|all|nell|sull|dall|un|quest)'(?=..)/
const possessive = /(?<=..)'s$/
const onlyNumbers = /^[\d.,]+$/
const noSpaces = /^[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u9FFF\uD840-\uDFFF\uF900-\uFAFF]/
const smallKana = /^[\u3041-\u309F]{1,2}$/

/**
 * Returns the most frequent words and phrases of two or three words. A phrase neither starts nor ends with a stop word.
 */
export function topTerms({ words, sequence }: Tokens, stopWords: ReadonlySet<string>): Cut<Term> {
  const { bases, names } = baseForms(words)
  const counts = new Uint32Array(names.length)
  let total = 0
  for (const index of sequence) {
    if (index < 0) continue
    const base = bases[index] ?? 0
    counts[base] = (counts[base] ?? 0) + 1
    total++
  }
  if (total < minWordsForTerms) return { items: [], total: 0 }

  const least = Math.max(2, Math.ceil(total / 500))
  const frequent = names.map((name, index) => (counts[index] ?? 0) >= least && isSubject(name, stopWords))
  const radix = names.length + 1
  const phrases = countPhrases(sequence, bases, frequent, radix)
  const found: { parts: number[]; count: number }[] = []
  for (const [key, count] of phrases) if (count >= least) found.push({ parts: partsOf(key, radix), count })
  frequent.forEach((isFrequent, index) => {
    if (isFrequent) found.push({ parts: [index], count: counts[index] ?? 0 })
  })
  found.sort((a, b) => b.count - a.count || b.parts.length - a.parts.length)
  const items = found.slice(0, maxTerms).map(({ parts, count }): Term => {
    const phrase = parts.map((part) => names[part] ?? '')
    return {
      term: clip(phrase.join(phrase.some((part) => noSpaces.test(part)) ? '' : ' '), maxTermLength),
      count,
      share: Math.round((count * 1000) / total) / 10,
    }
  })
  return { items, total: found.length }
}

const isSubject = (word: string, stopWords: ReadonlySet<string>) =>
  word.length > 1 && !stopWords.has(word) && !onlyNumbers.test(word) && !smallKana.test(word)

/** Maps words to their base: the subject of “l'homme” is “homme”, although it is one word. */
function baseForms(words: string[]) {
  const names = [...words]
  const byName = new Map<string, number>()
  const bases = new Uint32Array(words.length)
  words.forEach((word, index) => byName.set(word, index))
  words.forEach((word, index) => {
    bases[index] = index
    if (!word.includes("'")) return
    const base = word.replace(elided, '').replace(possessive, '')
    let known = byName.get(base)
    if (known === undefined) {
      known = names.push(base) - 1
      byName.set(base, known)
    }
    bases[index] = known
  })
  return { bases, names }
}

/** Counts phrases of two or three words, each encoded as one number. Phrases do not cross sentences. */
function countPhrases(sequence: number[], bases: Uint32Array, frequent: boolean[], radix: number): Map<number, number> {
  const phrases = new Map<number, number>()
  const add = (key: number) => phrases.set(key, (phrases.get(key) ?? 0) + 1)
  const baseAt = (at: number) => {
    const index = sequence[at] ?? -1
    return index < 0 ? -1 : (bases[index] ?? 0)
  }
  for (let at = 0; at < sequence.length; at++) {
    const first = baseAt(at)
    if (first < 0 || !frequent[first]) continue
    const second = baseAt(at + 1)
    if (second < 0) continue
    if (frequent[second] && second !== first) add((first + 1) * radix + second)
    const third = baseAt(at + 2)
    if (third >= 0 && frequent[third] && third !== first) add(((first + 1) * radix + second) * radix + third)
  }
  return phrases
}

/** Decodes a phrase. Its first part is one higher in the number, so that a leading zero is not lost. */
function partsOf(key: number, radix: number): number[] {
  const parts: number[] = []
  let rest = key
  for (; rest >= radix; rest = Math.floor(rest / radix)) parts.unshift(rest % radix)
  return [rest - 1, ...parts]
}

const writtenTogether = /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u9FFF\uF900-\uFAFF]/

/**
 * Returns a function that tests whether the texts contain a term: as whole words in any case, or anywhere for writing
 * without spaces.
 */
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
    withoutAccents ??= withoutAccentsOf(words)
    const bare = withoutAccentsOf(term)
    return (bare !== term || withoutAccents !== words) && withoutAccents.includes(` ${bare} `)
  }
}

/** The words as written, then their bases, because terms are bases: “Apple’s” mentions “apple”. */
function inWords(text: string): string {
  const { words, sequence } = tokenize(text.replaceAll('_', ' '))
  const { bases, names } = baseForms(words)
  const asWritten = sequence.map((index) => words[index] ?? '|')
  return [...asWritten, '|', ...sequence.map((index) => names[bases[index] ?? -1] ?? '|')].join(' ')
}

/** Removes accents, because URLs are often written without them. */
const withoutAccentsOf = (text: string) => (isAscii.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, ''))
const isAscii = /^[\0-\x7F]*$/
