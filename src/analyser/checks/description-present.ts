import { headEnd } from '../check-helpers/evidence.ts'
import { countSeen, defineCheck, googleDocs, pass, warn } from '../define-check.ts'
import { headMetas } from '../facts/metadata.ts'

export const texts = {
  outsideHead: 'This description is outside the head, so it’s ignored.',
  empty: 'The meta description is empty',
}

export const descriptionPresent = defineCheck({
  id: 'description-present',
  name: 'Meta description',
  aliases: ['description tag', 'missing description', 'snippet', 'meta tags'],
  titlePass: 'The page has a meta description',
  titleFail: 'The page has no meta description',
  titleAny: 'The meta description is missing, empty or repeated',
  faults: {
    empty: texts.empty,
    several: 'The page has several meta descriptions',
  },
  why: 'Search engines often show the description under the title. Without one, they pick text from the page.',
  how: 'Add one <meta name="description" content="…"> to the head, with one or two sentences about this page.',
  action: 'Write a short description for search results',
  effort: 'minutes',
  thresholds:
    'Pass: one meta description. Warning: missing, empty or more than one. Based on Google’s documentation and Lighthouse (meta-description).',
  reference: googleDocs('Snippets and meta descriptions', 'appearance/snippet'),
  grade: 'recommended',
  deduction: 'All of them if there’s no description or an empty one; 30% for several.',
  // An element that ended the head put all of them outside it.
  supersedes: ['viewport', 'og-core'],
  needs: ['metadata', 'head'],
  run({ metadata: { description, metas }, head }) {
    const found = headMetas(metas.items, 'description')
    const evidence = found.map(({ at }) => ({ at }))
    if (found.length === 0) {
      const outside = metas.items.filter(({ name }) => name === 'description')
      return warn({
        extent: 1,
        value: null,
        ...(outside.length === 0 && { ownCause: true }),
        evidence: [
          ...outside.map(({ at }) => ({ at, note: texts.outsideHead })),
          ...(outside.length > 0 ? headEnd(head) : []),
        ],
      })
    }
    if (description === null) return warn({ extent: 1, value: '', fault: 'empty', evidence, ownCause: true })
    if (found.length > 1)
      return warn({
        extent: 0.3,
        ownCause: true,
        value: found.length,
        fault: 'several',
        title: `The page has ${countSeen(found.length, metas)} meta descriptions. There should be one`,
        evidence,
      })
    return pass({ value: description })
  },
})
