import { defineCheck, fail, googleDocs, pass, unknown } from '../define-check.ts'

export const h1Present = defineCheck({
  id: 'h1-present',
  name: 'H1 heading',
  aliases: ['h1 tag', 'missing h1', 'main heading', 'header tags'],
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
      if (headings.total > headings.items.length) {
        return unknown(
          'Whether the page has a main heading is not known',
          `Only ${headings.items.length} of its ${headings.total} headings are kept.`,
        )
      }
      const title = all.every(({ hidden }) => hidden)
        ? 'The main heading is hidden'
        : all.some(({ hidden }) => hidden)
          ? 'Every main heading is hidden or empty'
          : 'The main heading is empty'
      return fail({
        value: 0,
        ...(all.length > 0 ? { title } : {}),
        evidence: all.map(({ at }) => ({ at })),
      })
    }
    if (others.length === 0) return pass({ value: first.text || 'an image with alternative text' })
    return pass({
      value: others.length + 1,
      title: `The page has ${others.length + 1} main headings`,
      evidence: [first, ...others].map(({ at }) => ({ at })),
    })
  },
})
