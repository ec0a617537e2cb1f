import { count, defineCheck, googleDocs, grouped, notApplicable, pass, warn } from '../define-check.ts'

export const texts = {
  skipped: (level: number, before: number) => `H${level} follows H${before}.`,
  places: (skips: number, all: string) => `Heading levels are skipped in ${count(skips, 'place')}${all}`,
}

export const headingOrder = defineCheck({
  id: 'heading-order',
  name: 'Heading order',
  aliases: ['heading structure', 'h2', 'h3', 'header tags', 'skipped headings'],
  titlePass: 'Heading levels are in order',
  titleFail: 'Heading levels are skipped',
  why: 'Screen reader users navigate by headings. A skipped level looks like a missing section.',
  how: 'Use an H3 after an H2, not an H4. Choose levels by structure and set sizes in CSS.',
  action: 'Put the headings in a clear order',
  effort: 'hours',
  thresholds:
    'Pass: no level is skipped; a page can start at any level. Warning: a heading is more than one level below the previous one. Hidden and inert headings are ignored, and those with another role; elements with the role of a heading count. Based on Lighthouse (heading-order).',
  reference: googleDocs('SEO starter guide', 'fundamentals/seo-starter-guide'),
  grade: 'heuristic',
  needs: ['headings'],
  uses: ['outline'],
  run({ headings: all, outline }) {
    const headings = outline ?? all
    const shown = outline?.items ?? all.items.filter(({ hidden }) => !hidden)
    if (shown.length === 0) return notApplicable('The page has no visible headings')
    const skips = shown.flatMap(({ level, at }, index) => {
      const before = shown[index - 1]?.level
      return before !== undefined && level > before + 1 ? [{ at, note: texts.skipped(level, before) }] : []
    })
    const kept =
      headings.total > headings.items.length
        ? ` (first ${grouped(headings.items.length)} of ${count(headings.total, 'heading')} checked)`
        : ''
    if (skips.length === 0) return pass({ value: 0, ...(kept ? { title: `Heading levels are in order${kept}` } : {}) })
    return warn({
      value: skips.length,
      title: texts.places(skips.length, kept),
      evidence: skips,
    })
  },
})
