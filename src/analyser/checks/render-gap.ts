import { counted, grouped } from '#contract/format/numbers.ts'
import { renderSentence } from '#contract/reports/rendering.ts'
import {
  type CheckOutput,
  count,
  defineCheck,
  fail,
  googleDocs,
  notApplicable,
  pass,
  unknown,
  warn,
} from '../define-check.ts'
import { noBeyondFacts, type PageInBrief, type RenderedFacts } from '../page-facts.ts'
import { type GapField, renderGaps } from '../rendered.ts'

const labels: Record<GapField, string> = {
  title: 'Title',
  description: 'Description',
  h1: 'H1',
  canonical: 'Canonical URL',
  robots: 'Robots rules',
  words: 'Text',
  mainWords: 'Main text',
  links: 'Links',
  structured: 'Structured data',
}

export const texts = {
  elsewhere: 'Scripts lead to another page',
  contradicts: 'Scripts contradict the HTML',
  removes: 'Scripts remove content of the HTML',
  incomplete: 'Our rendering may be incomplete, so the HTML was judged',
  notLoaded: (files: number) => `${count(files, 'file')} couldn’t be loaded`,
  notFinished: 'Its scripts were still running when our time for rendering was up.',
}

export const renderGap = defineCheck({
  id: 'render-gap',
  name: 'JavaScript changes',
  aliases: ['rendering', 'raw vs rendered HTML', 'client-side rendering', 'JavaScript SEO'],
  titlePass: 'Scripts don’t change key content',
  titleFail: 'Key content needs scripts',
  titleAny: 'Scripts change key content',
  faults: {
    contradicts: texts.contradicts,
    removes: texts.removes,
  },
  why: 'Most AI crawlers and link previews run no scripts, so they miss what only scripts add. If the HTML says something else, search engines choose.',
  how: 'Put the title, robots rules and canonical in the server’s HTML, and don’t change them with scripts. Render the main text and links on the server.',
  action: 'Send the page’s key content without relying on scripts',
  effort: 'days',
  thresholds:
    'Warning: the HTML lacks a title, description, canonical, H1 or structured data that scripts add, or has less than half of the rendered page’s words (50 or more are missing) or links (5 or more; our thresholds), or scripts remove the description, H1 or half of the links. Fail: the title, canonical or robots rules of the HTML and the rendered page contradict each other, or scripts remove at least half of the words (20 or more), or structured data. Unknown: scripts remove content, or show next to none, after files failed, took too long or were blocked by robots.txt; the report is then about the HTML. Not applicable: pages that weren’t rendered, or whose scripts lead to another page.',
  reference: googleDocs('JavaScript SEO basics', 'crawling-indexing/javascript/javascript-seo-basics'),
  grade: 'recommended',
  deduction: 'All if they contradict each other, or scripts remove text or structured data; half otherwise.',
  needs: [],
  uses: ['beyond'],
  changeable: true,
  withoutLocations: true,
  run({ beyond: { rendered, renderCode = 'before' } = noBeyondFacts }) {
    if (rendered === null)
      return { ...notApplicable('This page wasn’t rendered in a browser'), reason: renderSentence(renderCode, 0) }
    if (rendered.redirectedTo !== null) return notApplicable(texts.elsewhere)
    const gaps = renderGaps(rendered.html, rendered.rendered)
    const evidence = gaps.map(({ field }) => ({
      note: `${labels[field]}: ${shown(rendered.html, field)} in the HTML, ${shown(rendered.rendered, field)} after scripts`,
    }))
    if (rendered.isIncomplete) return incomplete(rendered, evidence)
    if (gaps.length === 0) return pass({ value: 0 })
    const details = { value: gaps.length, evidence }
    if (gaps.some(({ kind }) => kind === 'contradiction')) return fail({ ...details, fault: 'contradicts' })
    const lost = gaps.filter(({ kind }) => kind === 'lost')
    if (lost.some(({ field }) => contents.has(field))) return fail({ ...details, fault: 'removes' })
    return warn({ ...details, ...(lost.length === gaps.length && { fault: 'removes' as const }) })
  },
})

/** What search engines show or rank a page for, and what they drop with it. */
const contents: ReadonlySet<GapField> = new Set(['words', 'mainWords', 'structured'])

/** Names the files that are missing, if any, because the page may only be empty without them. */
function incomplete(
  { failedRequests, blockedByRobots }: RenderedFacts,
  gaps: readonly { note: string }[],
): CheckOutput {
  const files = [
    ...failedRequests.items.map(({ url, reason }) => ({ url, note: `Couldn’t be loaded (${reason})` })),
    ...blockedByRobots.items.map(({ url }) => ({ url, note: 'Couldn’t be loaded (blocked by robots.txt)' })),
  ]
  const total = failedRequests.total + blockedByRobots.total
  const first = files[0] ? `, such as ${files[0].url}` : ''
  return unknown(texts.incomplete, total === 0 ? texts.notFinished : `${texts.notLoaded(total)}${first}.`, {
    evidence: [...gaps, ...files],
    evidenceTotal: gaps.length + total,
  })
}

const maxShown = 200

function shown(page: PageInBrief, field: GapField): string {
  const value = page[field]
  if (typeof value === 'number') return field === 'links' ? grouped(value) : counted(value, 'word')
  const text = Array.isArray(value) ? value.join(', ') : value
  if (text === undefined || text === null || text === '') return 'none'
  const short = text.slice(0, maxShown)
  return field === 'title' || field === 'description' || field === 'h1' ? `“${short}”` : short
}
