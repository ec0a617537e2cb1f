import { countSeen, defineCheck, googleDocs, pass, warn } from '../define-check.ts'
import { headMetas } from '../facts/metadata.ts'

export const descriptionPresent = defineCheck({
  id: 'description-present',
  titlePass: 'The page has a meta description',
  titleFail: 'The page has no meta description',
  why: 'Search engines may show the description under the title. Without one they pick sentences from the page.',
  how: 'Put one meta element named description into the head, with one or two sentences about this page alone.',
  thresholds: 'None, an empty one, or two and more warn, as Lighthouse (meta-description) and Google advise.',
  reference: googleDocs('Snippets and meta descriptions', 'appearance/snippet'),
  grade: 'recommended',
  needs: ['metadata'],
  run({ metadata: { description, metas } }) {
    const found = headMetas(metas.items, 'description')
    const evidence = found.map(({ at }) => ({ at }))
    if (found.length === 0) {
      const outside = metas.items.filter(({ name }) => name === 'description')
      return warn({
        value: null,
        evidence: outside.map(({ at }) => ({ at, note: 'Outside the head this description does not count.' })),
      })
    }
    if (description === null) return warn({ value: '', title: 'The meta description is empty', evidence })
    if (found.length > 1)
      return warn({
        value: found.length,
        title: `The page has ${countSeen(found.length, metas)} meta descriptions, where one is expected`,
        evidence,
      })
    return pass({ value: description })
  },
})
