import { countSeen, defineCheck, fail, googleDocs, pass, warn } from '../define-check.ts'

export const titlePresent = defineCheck({
  id: 'title-present',
  titlePass: 'The page has a title',
  titleFail: 'The page has no title',
  why: 'The title is the headline of the page in search results, browser tabs and bookmarks.',
  how: 'Put exactly one title element with a few telling words into the head.',
  thresholds:
    'No title, or only empty ones, in the head fails; two or more warn. The HTML standard requires exactly one, and Lighthouse (document-title) fails a page without.',
  reference: googleDocs('Title links', 'appearance/title-link'),
  grade: 'required',
  needs: ['metadata'],
  run({ metadata: { title, titles } }) {
    const inHead = titles.items.filter((one) => one.inHead)
    const evidence = inHead.map(({ at }) => ({ at }))
    if (title === null) {
      if (inHead.length > 0) return fail({ value: '', title: 'The title is empty', evidence })
      const outside = titles.items.map(({ at }) => ({ at, note: 'Outside the head this title does not count.' }))
      return fail({ value: null, evidence: outside })
    }
    if (inHead.length > 1)
      return warn({
        value: inHead.length,
        title: `The page has ${countSeen(inHead.length, titles)} titles, where one is allowed`,
        evidence,
      })
    return pass({ value: title })
  },
})
