import { whyNoReadingEase } from '../check-helpers/text-limits.ts'
import { defineCheck, info, notApplicable } from '../define-check.ts'

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

export const texts = {
  ease: (name: string, ease: number) => `The text is ${name} to read: ${ease} of 100`,
}

export const readability = defineCheck({
  id: 'readability',
  name: 'Readability',
  aliases: ['Flesch', 'reading ease', 'readability score'],
  titlePass: 'The text is readable',
  titleFail: 'The text is hard to read',
  why: 'More people can read short words and sentences. How easy a text should be depends on its audience.',
  how: 'Compare the score with pages for the same audience. Shorten the longest sentences first.',
  thresholds:
    'Info only, never scored. Flesch reading ease (0–100) and its German, French, Spanish, Italian, Dutch, Portuguese and Russian equivalents. Syllables are estimated.',
  reference: null,
  grade: 'heuristic',
  needs: ['words', 'document'],
  withoutLocations: true,
  run({ words, document: { lang } }) {
    const { readingEase } = words
    if (readingEase === null) return notApplicable(whyNoReadingEase(words, lang))
    const name = steps.find(([from]) => readingEase >= from)?.[1] ?? 'very difficult'
    return info(texts.ease(name, readingEase), { value: readingEase })
  },
})
