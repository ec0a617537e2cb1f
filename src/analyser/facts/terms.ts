import { clip, type Cut } from './text.ts'
import { blockMark, tokenize, type Tokens } from './tokens.ts'

/** `share` is in percent of all words looked at, with one decimal. */
export type Term = { term: string; count: number; share: number }

/** Shares of fewer words mean nothing. */
export const fewestForTerms = 100
const kept = 20
const longest = 60

const elided = /^(?:[cdjlmnst]|qu|dell|all|nell|sull|dall|un|quest)'(?=..)/
const possessive = /(?<=..)'s$/
const onlyNumbers = /^[\d.,]+$/
const noSpaces = /^[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u9FFF\uD840-\uDFFF\uF900-\uFAFF]/
const smallKana = /^[\u3041-\u309F]{1,2}$/

/** The most frequent words and phrases of two and three words, of which neither the first nor the last is a stop word. */
export function topTerms({ words, sequence }: Tokens, stopWords: ReadonlySet<string>): Cut<Term> {
  const { bases, names } = baseForms(words)
  const counts = new Uint32Array(names.length)
  let total = 0
  for (const index of sequence) {
    if (index < 0) continue
    const base = bases[index] as number
    counts[base] = (counts[base] as number) + 1
    total++
  }
  if (total < fewestForTerms) return { items: [], total: 0 }

  const least = Math.max(2, Math.ceil(total / 500))
  const frequent = names.map((name, index) => (counts[index] as number) >= least && says(name, stopWords))
  const radix = names.length + 1
  const phrases = countPhrases(sequence, bases, frequent, radix)
  const found: { parts: number[]; count: number }[] = []
  for (const [key, count] of phrases) if (count >= least) found.push({ parts: partsOf(key, radix), count })
  frequent.forEach((is, index) => {
    if (is) found.push({ parts: [index], count: counts[index] as number })
  })
  found.sort((a, b) => b.count - a.count || b.parts.length - a.parts.length)
  const items = found.slice(0, kept).map(({ parts, count }): Term => {
    const said = parts.map((part) => names[part] as string)
    return {
      term: clip(said.join(said.some((part) => noSpaces.test(part)) ? '' : ' '), longest),
      count,
      share: Math.round((count * 1000) / total) / 10,
    }
  })
  return { items, total: found.length }
}

const says = (word: string, stopWords: ReadonlySet<string>) =>
  word.length > 1 && !stopWords.has(word) && !onlyNumbers.test(word) && !smallKana.test(word)

/** L'homme is a word of its own to a reader's eye, but it is homme that the text speaks of. */
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

/** Two or three neighbours as one number; no phrase goes beyond a sentence. */
function countPhrases(sequence: number[], bases: Uint32Array, frequent: boolean[], radix: number): Map<number, number> {
  const phrases = new Map<number, number>()
  const add = (key: number) => phrases.set(key, (phrases.get(key) ?? 0) + 1)
  const baseAt = (at: number) => {
    const index = sequence[at] ?? -1
    return index < 0 ? -1 : (bases[index] as number)
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

/** The first part is one higher in the number, so that no leading zero is lost. */
function partsOf(key: number, radix: number): number[] {
  const parts: number[] = []
  let rest = key
  for (; rest >= radix; rest = Math.floor(rest / radix)) parts.unshift(rest % radix)
  return [rest - 1, ...parts]
}

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
