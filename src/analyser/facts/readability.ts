import { sentenceEnd, type Tokens } from './tokens.ts'

/** `base` − `sentence` × words per sentence − `word` × syllables per word. */
type Formula = {
  base: number
  sentence: number
  word: number
  vowels: string
  syllables: (word: string, vowels: RegExp) => number
}

export const minWords = 100
export const minSentences = 5
const maxWordLength = 40

function groups(word: string, vowels: RegExp): number {
  let found = 0
  vowels.lastIndex = 0
  while (vowels.test(word)) found++
  return found
}

/** Subtracts silent endings: a final -e except in -le after a consonant, and most of -es and -ed. */
const english = (word: string, vowels: RegExp) =>
  groups(word, vowels) - (/[^aeiouyl]e$|[aeiouy]le$|[^aeioutdy]ed$|[^aeioucsxzhgy]es$/.test(word) ? 1 : 0)

const french = (word: string, vowels: RegExp) => groups(word, vowels) - (/[^aeiouyàâéèêëîïôùûü]es?$/.test(word) ? 1 : 0)

/** Separates neighbouring strong vowels and accented weak ones, which are syllables of their own: ca-os, dí-a. */
const romance = (word: string, vowels: RegExp) =>
  groups(word.replace(/[aeoáàâéèêóòô](?=[aeoáàâéèêóòôíú])|[íú](?=[aeo])/g, '$&-'), vowels)

const dutch = (word: string, vowels: RegExp) => groups(word.replace(/[ëïöü]/g, '-$&'), vowels)

/** Each formula was fitted to Flesch's scale by the author named. */
const formulas: Record<string, Formula> = {
  /** R. Flesch, 1948 */
  en: { base: 206.835, sentence: 1.015, word: 84.6, vowels: '[aeiouy]+', syllables: english },
  /** T. Amstad, 1978 */
  de: { base: 180, sentence: 1, word: 58.5, vowels: '[aeiouyäöü]+', syllables: groups },
  /** L. Kandel and A. Moles, 1958 */
  fr: { base: 207, sentence: 1.015, word: 73.6, vowels: '[aeiouyàâéèêëîïôùûüœæ]+', syllables: french },
  /**
   * J. Fernández Huerta, 1959, with the sentence term as corrected since: words a sentence, not sentences a hundred
   * words
   */
  es: { base: 206.84, sentence: 1.02, word: 60, vowels: '[aeiouyáéíóúü]+', syllables: romance },
  /** V. Franchina and R. Vacca, 1986 */
  it: { base: 217, sentence: 1.3, word: 60, vowels: '[aeiouyàèéìíòóùú]+', syllables: romance },
  /** W. H. Douma, 1960 */
  nl: { base: 206.84, sentence: 0.93, word: 77, vowels: '[aeiouyäëïöüáéíóúè]+', syllables: dutch },
  /** T. Martins and others, 1996 */
  pt: { base: 248.835, sentence: 1.015, word: 84.6, vowels: '[aeiouyáàâãéêíóôõúü]+', syllables: romance },
  /** I. Oborneva, 2006 */
  ru: { base: 206.835, sentence: 1.3, word: 60.1, vowels: '[аеёиоуыэюя]', syllables: groups },
}

export const hasFormula = (language: string) => Object.hasOwn(formulas, language)

/**
 * Returns the reading ease from 0 to 100 by Flesch's formula or its equivalent in the language. It measures whole
 * sentences only, because menus and headings are not prose. Null for other languages and for texts with too few
 * sentences. Syllables are estimated by vowels.
 */
export function readingEase({ words, sequence }: Tokens, language: string): number | null {
  const formula = Object.hasOwn(formulas, language) ? formulas[language] : undefined
  if (!formula) return null
  const counts = new Uint32Array(words.length)
  let total = 0
  let sentences = 0
  let start = 0
  sequence.forEach((index, at) => {
    if (index >= 0) return
    if (index === sentenceEnd) {
      sentences++
      total += at - start
      for (const word of sequence.slice(start, at)) counts[word] = (counts[word] ?? 0) + 1
    }
    start = at + 1
  })
  if (total < minWords || sentences < minSentences) return null
  const vowels = new RegExp(formula.vowels, 'g')
  let syllables = 0
  counts.forEach((count, index) => {
    if (count > 0)
      syllables += count * Math.max(1, formula.syllables((words[index] ?? '').slice(0, maxWordLength), vowels))
  })
  const ease = formula.base - (formula.sentence * total) / sentences - (formula.word * syllables) / total
  return Math.round(Math.min(100, Math.max(0, ease)))
}
