import { count } from '../define-check.ts'
import { primaryOf } from '../facts/language.ts'
import { hasFormula, minSentences, minWords } from '../facts/readability.ts'
import { stopWordsOf } from '../facts/stop-words.ts'
import { minWordsForTerms } from '../facts/terms.ts'
import type { WordFacts } from '../facts/words.ts'

export const unknownLanguage = 'We couldn’t recognise the language of the text'
export const fewWords = (words: number, least: number) =>
  `The page has ${count(words, 'word')}; at least ${least} are needed`

export const noWordList = (language: string) => `We have no list of common words for this language (${language})`
export const noFormula = (language: string) => `There’s no readability formula for this language (${language})`
export const fewSentences = (sentences: number, least: number) =>
  `The page has ${count(sentences, 'whole sentence')}; at least ${least} are needed`
export const noTerm = 'No term is repeated often enough outside menus, buttons and code'

/** Returns the condition that keeps a text from having frequent terms, as a title. */
export function whyNoTerms({ count: words, language }: WordFacts, lang: string | null): string {
  const written = language ?? primaryOf(lang)
  if (words < minWordsForTerms) return fewWords(words, minWordsForTerms)
  if (written === null) return unknownLanguage
  if (!stopWordsOf(written)) return noWordList(written)
  return noTerm
}

/** Returns the condition that prevents measuring the reading ease of a text, as a title. */
export function whyNoReadingEase({ count: words, sentences, language }: WordFacts, lang: string | null): string {
  const written = language ?? primaryOf(lang)
  if (words < minWords) return fewWords(words, minWords)
  if (written === null) return unknownLanguage
  if (!hasFormula(written)) return noFormula(written)
  if (sentences < minSentences) return fewSentences(sentences, minSentences)
  return `Whole sentences have fewer than ${minWords} words in total`
}
