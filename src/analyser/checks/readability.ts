import { defineCheck, info, notApplicable } from '../define-check.ts'
import { primaryOf } from '../facts/language.ts'
import { hasFormula } from '../facts/readability.ts'

/** Flesch's own names for parts of his scale, from the easy end. */
const steps: [from: number, name: string][] = [
  [90, 'very easy'],
  [80, 'easy'],
  [70, 'fairly easy'],
  [60, 'plain'],
  [50, 'fairly difficult'],
  [30, 'difficult'],
  [0, 'very difficult'],
]

export const readability = defineCheck({
  id: 'readability',
  name: 'Readability',
  aliases: ['Flesch', 'reading ease', 'readability score'],
  titlePass: 'The text can be measured for reading ease',
  titleFail: 'The text reads with difficulty',
  why: 'Short words and sentences are read by more people. How easy a text should be depends on whom it is for.',
  how: 'Compare the figure with that of pages for the same readers. Shorten the longest sentences first.',
  thresholds:
    'Shown only, never judged: reading ease from 0 to 100 by Flesch, and by its equivalents for German, French, Spanish, Italian, Dutch, Portuguese and Russian. Syllables are estimated, and only whole sentences count.',
  reference: null,
  grade: 'heuristic',
  needs: ['words', 'document'],
  withoutPlaces: true,
  run({ words: { readingEase, language }, document: { lang } }) {
    if (readingEase === null) {
      const written = language ?? primaryOf(lang)
      return notApplicable(
        written === null || hasFormula(written)
          ? 'There are too few sentences to measure reading ease'
          : 'There is no formula of reading ease for the language of the page',
      )
    }
    const name = steps.find(([from]) => readingEase >= from)?.[1] ?? 'very difficult'
    return info(`The text is ${name} to read: ${readingEase} of 100`, { value: readingEase })
  },
})
