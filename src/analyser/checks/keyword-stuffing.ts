import { defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { minWordsForTerms } from '../facts/terms.ts'

const maxShare = 3

export const keywordStuffing = defineCheck({
  id: 'keyword-stuffing',
  name: 'Keyword stuffing',
  aliases: ['keyword density', 'over-optimisation', 'spam'],
  titlePass: 'No word is repeated conspicuously often',
  titleFail: 'A word is repeated conspicuously often',
  why: 'Text that repeats one word over and over reads badly, and search engines may take it for an attempt to deceive them.',
  how: 'Read the text aloud. Replace repetitions by other words or leave them out, and keep those that a reader needs.',
  thresholds: `A word or phrase that makes up more than ${maxShare} % of at least ${minWordsForTerms} words warns (Front-End-Checklist; SEOmator for the length). Small words such as "the" are not judged; menus, buttons and code are left out; Google states no figure.`,
  reference: googleDocs('Spam policies', 'essentials/spam-policies'),
  grade: 'heuristic',
  needs: ['words'],
  withoutPlaces: true,
  run({ words: { terms, count } }) {
    const [top] = terms.items
    if (!top)
      return notApplicable(
        count < minWordsForTerms
          ? `There are fewer than ${minWordsForTerms} words to judge`
          : 'There are no frequent words that can be judged',
      )
    const tooMany = terms.items.filter(({ share }) => share > maxShare)
    const value = top.share
    if (tooMany.length === 0)
      return pass({ value, title: `The most frequent term, “${top.term}”, makes up ${top.share} % of the words` })
    return warn({
      value,
      title: `“${top.term}” makes up ${top.share} % of the words`,
      evidence: tooMany.map(({ term, count: times, share }) => ({ snippet: term, note: `${times} times, ${share} %` })),
    })
  },
})
