import { collectFacts } from './facts/collect.ts'
import { namedCanonical } from './facts/link-elements.ts'
import { documentTitle } from './facts/metadata.ts'
import type { FetchedPage } from './fetched-page.ts'
import type { PageFacts } from './page-facts.ts'

/** The document of a page after its scripts ran, as the renderer returns it. */
export type RenderedDocument = { html: string; isCut: boolean; finalUrl: string }

/** Returns a page as if the server had sent the rendered document. Its headers, status and times stay. */
export function asFetched(fetched: FetchedPage, { html, isCut, finalUrl }: RenderedDocument): FetchedPage {
  const body = new TextEncoder().encode(html)
  const others = fetched.headers.filter(([name]) => name !== 'content-type')
  return {
    ...fetched,
    finalUrl,
    headers: [...others, ['content-type', 'text/html; charset=utf-8']],
    contentEncodings: [],
    body,
    truncated: isCut,
  }
}

/** Collects the facts of the rendered document. Runs in a worker thread, as for any page. */
export const readRendered = (fetched: FetchedPage, rendered: RenderedDocument): PageFacts =>
  collectFacts(asFetched(fetched, rendered)).facts

/** What scripts can change about a page in search, before or after they ran. */
export type PageInBrief = {
  title: string | null
  description: string | null
  h1: string[]
  canonical: string | null
  isNoindex: boolean
  words: number
  links: number
  structured: string[]
}

const maxHeadings = 5

export function inBrief(facts: PageFacts): PageInBrief {
  const { metadata, headings, canonicals, directives, words, links, entities } = facts
  const h1 = headings.items.filter(({ level, hidden, text }) => level === 1 && !hidden && text !== '')
  return {
    title: documentTitle(metadata) || null,
    description: metadata.description || null,
    h1: h1.slice(0, maxHeadings).map(({ text }) => text),
    canonical: namedCanonical(canonicals),
    isNoindex: directives.items.some(
      ({ agent, name }) => (agent === null || agent === 'googlebot') && (name === 'noindex' || name === 'none'),
    ),
    words: words.count,
    links: links.total,
    structured: entities.types.map(({ type }) => type),
  }
}

export type GapField = keyof PageInBrief
/**
 * `contradiction`: the HTML says one thing, the rendered page another, and search engines choose. `missing`: the HTML
 * says nothing. `less`: the HTML has less than half of it.
 */
export type RenderGap = { field: GapField; kind: 'contradiction' | 'missing' | 'less' }

/** Fewer words or links than this don't make a difference for a reader without scripts. */
const few = { words: 50, links: 5 }

/** Returns the differences that matter, contradictions first. */
export function renderGaps(html: PageInBrief, rendered: PageInBrief): RenderGap[] {
  const contradictions: GapField[] = []
  const missing: GapField[] = []
  for (const field of ['title', 'canonical'] as const) {
    if (html[field] !== null && rendered[field] !== null && html[field] !== rendered[field]) contradictions.push(field)
  }
  if (html.isNoindex !== rendered.isNoindex) contradictions.push('isNoindex')
  for (const field of ['title', 'description', 'canonical'] as const)
    if (html[field] === null && rendered[field] !== null) missing.push(field)
  if (html.h1.length === 0 && rendered.h1.length > 0) missing.push('h1')
  if (rendered.structured.some((type) => !html.structured.includes(type))) missing.push('structured')
  const less = (['words', 'links'] as const).filter(
    (field) => rendered[field] - html[field] >= few[field] && html[field] < rendered[field] / 2,
  )
  return [
    ...contradictions.map((field) => ({ field, kind: 'contradiction' as const })),
    ...missing.map((field) => ({ field, kind: 'missing' as const })),
    ...less.map((field) => ({ field, kind: 'less' as const })),
  ]
}

/** Returns the URLs of links that only scripts add, which a crawl wouldn't find in the HTML. */
export function linksByScripts(html: Pick<PageFacts, 'links'>, rendered: Pick<PageFacts, 'links'>): string[] {
  const known = new Set(html.links.items.map(({ url }) => url))
  return [...new Set(rendered.links.items.flatMap(({ url }) => (url !== null && !known.has(url) ? [url] : [])))]
}
