import { defineCheck, fail, googleDocs, pass } from '../define-check.ts'

export const h1Present = defineCheck({
  id: 'h1-present',
  titlePass: 'The page has a main heading',
  titleFail: 'The page has no main heading',
  why: 'The first-level heading tells readers, and the software that reads to them, what the page is about.',
  how: 'Give the page an h1 element with text that names its subject.',
  thresholds: 'No h1 with text fails. Several pass: Google says that their number does not matter.',
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['headings'],
  run({ headings }) {
    const all = headings.items.filter(({ level }) => level === 1)
    const [first, ...others] = all.filter(({ text, imageAlt, hidden }) => !hidden && (text !== '' || imageAlt))
    if (!first) {
      const hidden = all.some((one) => one.hidden)
      return fail({
        value: 0,
        ...(all.length > 0 ? { title: hidden ? 'The only main heading is hidden' : 'The main heading is empty' } : {}),
        evidence: all.map(({ at }) => ({ at })),
      })
    }
    if (others.length === 0) return pass({ value: first.text || 'an image with alternative text' })
    return pass({ value: others.length + 1, title: `The page has ${others.length + 1} main headings`, evidence: [first, ...others].map(({ at }) => ({ at })) })
  },
})
