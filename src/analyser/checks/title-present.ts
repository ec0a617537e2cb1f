import { headEnd } from '../check-helpers/evidence.ts'
import { countSeen, defineCheck, fail, googleDocs, pass, warn } from '../define-check.ts'

export const texts = {
  empty: 'The title is empty',
  outsideHead: 'The title tag is outside the head',
  several: (amount: string) => `The page has ${amount} title tags instead of one`,
}

export const titlePresent = defineCheck({
  id: 'title-present',
  name: 'Title tag',
  aliases: ['page title', 'meta title', 'missing title', 'multiple titles', 'meta tags'],
  titlePass: 'The page has a title tag',
  titleFail: 'The page has no title tag',
  titleAny: 'The title tag is missing or faulty',
  faults: {
    outside: texts.outsideHead,
    empty: texts.empty,
    several: 'The page has several title tags',
  },
  why: 'The title is the page’s headline in search results, browser tabs and bookmarks.',
  how: 'Add exactly one <title>…</title> with a descriptive text to the head.',
  action: 'Give the page a title for search results',
  effort: 'minutes',
  thresholds:
    'Warning: several titles in the head, or only one outside it, which browsers use although the HTML standard doesn’t allow it there. Fail: no title, or only empty ones (Lighthouse document-title).',
  reference: googleDocs('Title links', 'appearance/title-link'),
  grade: 'required',
  deduction: 'All if there’s no title; 50% for one outside the head, 30% for several.',
  // An element that ended the head put all of them outside it.
  supersedes: ['description-present', 'viewport', 'og-core'],
  needs: ['metadata', 'head'],
  run({ metadata: { title, titles }, head }) {
    const inHead = titles.items.filter((title) => title.inHead)
    const evidence = inHead.map(({ at }) => ({ at }))
    if (title === null) {
      const outside = titles.items.find(({ text }) => text !== '')
      if (outside)
        return warn({
          extent: 0.5,
          value: outside.text,
          fault: 'outside',
          evidence: [
            { at: outside.at, note: 'Browsers use this title, although it is in the body.' },
            ...headEnd(head),
          ],
        })
      return inHead.length > 0
        ? fail({ value: '', fault: 'empty', evidence, ownCause: true })
        : fail({ value: null, ownCause: true, evidence: titles.items.map(({ at }) => ({ at })) })
    }
    if (inHead.length > 1)
      return warn({
        extent: 0.3,
        ownCause: true,
        value: inHead.length,
        fault: 'several',
        title: texts.several(countSeen(inHead.length, titles)),
        evidence,
      })
    return pass({ value: title })
  },
})
