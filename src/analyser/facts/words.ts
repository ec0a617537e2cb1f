import type { Cut } from '../page-facts.ts'

/** What the visible text says about itself. */
export type WordFacts = {
  /** ISO 639-1 where there is one; of the content, whatever lang says. Null when there is too little text. */
  language: string | null
  count: number
  sentences: number
  /** Higher reads more easily, 0 to 100; null for languages without a formula. */
  readingEase: number | null
  /** Most frequent words and phrases without stop words, most frequent first. */
  terms: Cut<{ term: string; count: number; share: number }>
  /** Filler text and unfilled template tokens, as they stand there. */
  placeholders: Cut<string>
}

export const readWords = (_text: string, _lang: string | null): WordFacts => ({
  language: null,
  count: 0,
  sentences: 0,
  readingEase: null,
  terms: { items: [], total: 0 },
  placeholders: { items: [], total: 0 },
})
