import type { Cut } from '../page-facts.ts'
import type { AltFacts } from './alt-texts.ts'
import type { Apart } from './apart.ts'
import { languageOf, primaryOf } from './language.ts'
import { findPlaceholders } from './placeholders.ts'
import { readingEase } from './readability.ts'
import { stopWordsOf } from './stop-words.ts'
import { type Term, topTerms } from './terms.ts'
import { tokenize } from './tokens.ts'

/** What the visible text and the alternative texts say about themselves. */
export type WordFacts = TextFacts & { alts: AltFacts }

type TextFacts = {
  /** ISO 639-1 where there is one; of the content, whatever lang says. Null when there is too little text. */
  language: string | null
  count: number
  sentences: number
  /** Higher reads more easily, 0 to 100; null for languages without a formula. */
  readingEase: number | null
  /** Most frequent words and phrases without stop words, most frequent first. */
  terms: Cut<Term>
  /** Filler text and unfilled template tokens, as they stand there. */
  placeholders: Cut<string>
}

/** `text` with its block marks reads best: without them a heading belongs to the sentence after it. */
export function readWords(text: string, lang: string | null, { code, all }: Apart = { code: [], all: [] }): TextFacts {
  const tokens = tokenize(text, all)
  const language = languageOf(tokens)
  const written = language ?? primaryOf(lang)
  const stopWords = written === null ? null : stopWordsOf(written)
  return {
    language,
    count: tokens.count,
    sentences: tokens.sentences,
    readingEase: written === null ? null : readingEase(tokens, written),
    terms: stopWords ? topTerms(tokens, stopWords) : { items: [], total: 0 },
    placeholders: findPlaceholders(text, code),
  }
}
