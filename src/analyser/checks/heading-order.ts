import { count, defineCheck, googleDocs, notApplicable, pass, warn } from '../define-check.ts'

export const headingOrder = defineCheck({
  id: 'heading-order',
  name: 'Heading order',
  aliases: ['heading structure', 'h2', 'h3', 'header tags', 'skipped headings'],
  titlePass: 'Heading levels do not skip',
  titleFail: 'Heading levels skip',
  why: 'Readers who jump from heading to heading rely on the levels. A skipped level looks like a missing section.',
  how: 'Follow an h2 with an h3, not an h4. Choose levels by structure and sizes by style sheet.',
  thresholds:
    'A level more than one below the heading before it warns (Lighthouse heading-order). Hidden headings do not count, and the page may begin at any level.',
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['headings'],
  run({ headings }) {
    const shown = headings.items.filter(({ hidden }) => !hidden)
    if (shown.length === 0) return notApplicable('There are no headings on the page')
    const skips = shown.flatMap(({ level, at }, index) => {
      const before = shown[index - 1]?.level
      return before !== undefined && level > before + 1 ? [{ at, note: `h${level} follows h${before}.` }] : []
    })
    const kept =
      headings.total > headings.items.length
        ? `, as far as the first ${headings.items.length} of ${headings.total} show`
        : ''
    if (skips.length === 0) return pass({ value: 0, ...(kept ? { title: `Heading levels do not skip${kept}` } : {}) })
    return warn({
      value: skips.length,
      title: `Heading levels skip in ${count(skips.length, 'place')}${kept}`,
      evidence: skips,
    })
  },
})
