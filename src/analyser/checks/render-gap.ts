import { grouped } from '#contract/format/numbers.ts'
import { renderSentence } from '#contract/reports/rendering.ts'
import { defineCheck, fail, googleDocs, notApplicable, pass, warn } from '../define-check.ts'
import { noBeyondFacts, type PageInBrief } from '../page-facts.ts'
import { type GapField, renderGaps } from '../rendered.ts'

const labels: Record<GapField, string> = {
  title: 'Title',
  description: 'Description',
  h1: 'H1',
  canonical: 'Canonical URL',
  robots: 'Robots rules',
  words: 'Words',
  links: 'Links',
  structured: 'Structured data',
}

export const texts = {
  elsewhere: 'Scripts lead to another page',
  contradicts: 'Scripts contradict the HTML',
}

export const renderGap = defineCheck({
  id: 'render-gap',
  name: 'JavaScript changes',
  aliases: ['rendering', 'raw vs rendered HTML', 'client-side rendering', 'JavaScript SEO'],
  titlePass: 'Scripts don’t change key content',
  titleFail: 'Key content needs scripts',
  why: 'Most AI crawlers and link previews run no scripts, so they miss what only scripts add. If the HTML says something else, search engines choose.',
  how: 'Put the title, robots rules and canonical in the server’s HTML, and don’t change them with scripts. Render the main text and links on the server.',
  action: 'Send the page’s key content without relying on scripts',
  effort: 'days',
  thresholds:
    'Warning: the HTML lacks a title, description, canonical, H1 or structured data that scripts add, or has less than half of the rendered page’s words (50 or more are missing) or links (5 or more; our thresholds). Fail: the title, canonical or robots rules of the HTML and the rendered page contradict each other. Not applicable: pages that weren’t rendered, or whose scripts lead to another page.',
  reference: googleDocs('JavaScript SEO basics', 'crawling-indexing/javascript/javascript-seo-basics'),
  grade: 'recommended',
  deduction: 'All if they contradict each other; half if the HTML lacks something.',
  needs: [],
  uses: ['beyond'],
  changeable: true,
  withoutLocations: true,
  run({ beyond: { rendered, renderCode = 'before' } = noBeyondFacts }) {
    if (rendered === null)
      return { ...notApplicable('This page wasn’t rendered in a browser'), reason: renderSentence(renderCode, 0) }
    if (rendered.redirectedTo !== null) return notApplicable(texts.elsewhere)
    const gaps = renderGaps(rendered.html, rendered.rendered)
    if (gaps.length === 0) return pass({ value: 0 })
    const evidence = gaps.map(({ field }) => ({
      note: `${labels[field]}: ${shown(rendered.html, field)} in the HTML, ${shown(rendered.rendered, field)} after scripts`,
    }))
    return gaps.some(({ kind }) => kind === 'contradiction')
      ? fail({ value: gaps.length, title: texts.contradicts, evidence })
      : warn({ value: gaps.length, evidence })
  },
})

const maxShown = 200

function shown(page: PageInBrief, field: GapField): string {
  const value = page[field]
  if (typeof value === 'number') return grouped(value)
  const text = Array.isArray(value) ? value.join(', ') : value
  if (text === null || text === '') return 'none'
  const short = text.slice(0, maxShown)
  return field === 'title' || field === 'description' || field === 'h1' ? `“${short}”` : short
}
