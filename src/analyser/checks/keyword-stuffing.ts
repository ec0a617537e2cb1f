import { whyNoTerms } from '../check-helpers/text-limits.ts'
import { count, defineCheck, googleDocs, info, notApplicable } from '../define-check.ts'
import { minWordsForTerms } from '../facts/terms.ts'
import { maxAnalysed } from '../facts/tokens.ts'

const shown = 5

export const texts = {
  topTerm: (term: string, share: number, words: number) =>
    `The most frequent term, “${term}”, makes up ${share}% of the ${words > maxAnalysed ? `first ${count(maxAnalysed, 'word')}` : 'words'}`,
}

export const keywordStuffing = defineCheck({
  id: 'keyword-stuffing',
  name: 'Keyword stuffing',
  aliases: ['keyword density', 'over-optimisation', 'spam'],
  titlePass: 'The most frequent terms are listed',
  titleFail: 'A term is repeated very often',
  why: 'Google treats text that repeats words unnaturally as spam, but sets no figure. A high share can be normal for a page’s topic.',
  how: 'Read the text aloud. Rephrase or cut repetition that readers don’t need.',
  thresholds: `Info only, never scored. Shows the ${shown} most frequent terms of texts with at least ${minWordsForTerms} words. Common words, menus, buttons and code are ignored.`,
  reference: googleDocs('Spam policies', 'essentials/spam-policies'),
  grade: 'heuristic',
  needs: ['words', 'document'],
  withoutLocations: true,
  run({ words, document: { lang } }) {
    const { items } = words.terms
    const [top] = items
    if (!top) return notApplicable(whyNoTerms(words, lang))
    return info(texts.topTerm(top.term, top.share, words.count), {
      value: top.share,
      evidence: items
        .slice(0, shown)
        .map(({ term, count: times, share }) => ({ snippet: term, note: `${times} times, ${share}%` })),
    })
  },
})
