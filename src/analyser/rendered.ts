import { isSameUrl, urlKey } from '#contract/url-key.ts'
import { forGoogle } from './check-helpers/indexing.ts'
import { namedCanonical } from './facts/link-elements.ts'
import { documentTitle } from './facts/metadata.ts'
import { type Cut, maxListed } from './facts/text.ts'
import { withoutFragment } from './facts/urls.ts'
import type { FetchedPage } from './fetched-page.ts'
import type { PageFacts, PageInBrief, Rendering } from './page-facts.ts'

/** The document of a page after its scripts ran, as the renderer returns it. */
export type RenderedDocument = { html: string; isCut: boolean; isXhtml?: boolean; finalUrl: string }

/** Returns a page as if the server had sent the rendered document. Its headers, status and times stay. */
export function asFetched(fetched: FetchedPage, { html, isCut, isXhtml, finalUrl }: RenderedDocument): FetchedPage {
  const body = new TextEncoder().encode(html)
  const others = fetched.headers.filter(([name]) => name !== 'content-type')
  return {
    ...fetched,
    finalUrl,
    headers: [...others, ['content-type', `${isXhtml ? 'application/xhtml+xml' : 'text/html'}; charset=utf-8`]],
    contentEncodings: [],
    body,
    truncated: isCut,
  }
}

const maxHeadings = 5

export function inBrief(facts: PageFacts): PageInBrief {
  const { metadata, headings, canonicals, directives, words, mainText, links, entities } = facts
  const h1 = headings.items.filter(({ level, hidden, text }) => level === 1 && !hidden && text !== '')
  const rules = forGoogle(directives.items)
  return {
    title: documentTitle(metadata) || null,
    description: metadata.description || null,
    h1: h1.slice(0, maxHeadings).map(({ text }) => text),
    canonical: namedCanonical(canonicals),
    robots:
      [...new Set(rules.map(({ name, value }) => (value === null ? name : `${name}: ${value}`)))].join(', ') || null,
    isNoindex: rules.some(({ name }) => name === 'noindex' || name === 'none'),
    words: words.count,
    ...(mainText && { mainWords: mainText.words }),
    links: links.total,
    structured: entities.types.map(({ type }) => type),
  }
}

export type GapField = Exclude<keyof PageInBrief, 'isNoindex'>
/**
 * `contradiction`: the HTML says one thing, the rendered page another, and search engines choose. `missing`: the HTML
 * says nothing. `less`: the HTML has less than half of it. `lost`: scripts remove it, or at least half of it.
 */
export type RenderGap = { field: GapField; kind: 'contradiction' | 'missing' | 'less' | 'lost' }

/** Fewer words or links than this don't make a difference for a reader without scripts. */
const few = { words: 50, links: 5 }

/** Reduces the rules to one word each for indexing and following. */
function indexingOf({ robots }: PageInBrief): string {
  const names = new Set(robots?.split(', '))
  const forbids = (name: string) => names.has(name) || names.has('none')
  return `${forbids('noindex') ? 'noindex' : 'index'}, ${forbids('nofollow') ? 'nofollow' : 'follow'}`
}

/** Returns the differences that matter, contradictions first. */
export function renderGaps(html: PageInBrief, rendered: PageInBrief): RenderGap[] {
  const contradictions: GapField[] = []
  const missing: GapField[] = []
  if (html.title !== null && html.title !== rendered.title) contradictions.push('title')
  if (html.canonical !== null && (rendered.canonical === null || !isSameUrl(html.canonical, rendered.canonical)))
    contradictions.push('canonical')
  if (indexingOf(html) !== indexingOf(rendered)) contradictions.push('robots')
  for (const field of ['title', 'description', 'canonical'] as const)
    if (html[field] === null && rendered[field] !== null) missing.push(field)
  if (html.h1.length === 0 && rendered.h1.length > 0) missing.push('h1')
  if (rendered.structured.some((type) => !html.structured.includes(type))) missing.push('structured')
  const less = (['words', 'links'] as const).filter(
    (field) => rendered[field] - html[field] >= few[field] && html[field] < rendered[field] / 2,
  )
  const kindOf = (kind: RenderGap['kind']) => (field: GapField) => ({ field, kind })
  return [
    ...contradictions.map(kindOf('contradiction')),
    ...lostFields(html, rendered).map(kindOf('lost')),
    ...missing.map(kindOf('missing')),
    ...less.map(kindOf('less')),
  ]
}

/** Returns what scripts remove, text first. A title or canonical tag that they remove is a contradiction. */
function lostFields(html: PageInBrief, rendered: PageInBrief): GapField[] {
  const isHalved = (before: number, after: number, least: number) => before - after >= least && after * 2 <= before
  const lost: GapField[] = []
  if (isHalved(html.words, rendered.words, manyWords.count)) lost.push('words')
  else if (isHalved(html.mainWords ?? 0, rendered.mainWords ?? 0, manyWords.count)) lost.push('mainWords')
  if (html.structured.some((type) => !rendered.structured.includes(type))) lost.push('structured')
  if (html.h1.length > 0 && rendered.h1.length === 0) lost.push('h1')
  if (html.description !== null && rendered.description === null) lost.push('description')
  if (isHalved(html.links, rendered.links, few.links)) lost.push('links')
  return lost
}

/** With fewer words, a rendered page shows next to nothing. */
const nextToNothing = 10
/** Files without which scripts don't show their content. */
const filesOfContent = new Set(['script', 'stylesheet', 'fetch', 'xhr', 'document'])

/**
 * Returns true if a rendered page shows less than its HTML or next to nothing, and files are missing that Google may
 * have, or its scripts were still at work when our time was up: we may have emptied it ourselves. A page that only
 * robots.txt keeps empty is empty for Google too.
 */
export function isIncomplete(html: PageInBrief, rendered: PageInBrief, rendering: Rendering): boolean {
  const { failedRequests, blockedByRobots, isOverLimit, isIdle } = rendering
  const isCutOff = isOverLimit || !isIdle
  if (failedRequests.total + blockedByRobots.total > 0 || isCutOff)
    if (renderGaps(html, rendered).some(({ kind }) => kind === 'lost')) return true
  // Menus come first, so a page that is cut off can have them alone.
  if (isCutOff) return (rendered.mainWords ?? rendered.words) < nextToNothing
  return rendered.words < nextToNothing && failedRequests.items.some(({ type }) => filesOfContent.has(type))
}

/**
 * Returns the links that only scripts add, to pages that a crawl wouldn't find in the HTML. None if the HTML has more
 * links than are listed, because the others are unknown.
 */
export function linksByScripts(
  html: Pick<PageFacts, 'links'>,
  rendered: Pick<PageFacts, 'links'>,
): Cut<{ url: string }> {
  if (html.links.total > html.links.items.length) return { items: [], total: 0 }
  const keyOf = (url: string) => urlKey(withoutFragment(url))
  const known = new Set(html.links.items.map(({ url }) => url && keyOf(url)))
  const added = rendered.links.items.flatMap(({ url }) => (url !== null && !known.has(keyOf(url)) ? [url] : []))
  const urls = [...new Set(added)]
  return { items: urls.slice(0, maxListed).map((url) => ({ url })), total: urls.length }
}

/** Fewer words than this, or than this part of a page, come and go by themselves, such as dates and counters. */
const manyWords = { count: 20, part: 0.1 }

/**
 * Returns true if scripts change what search engines read of a page, so that its HTML alone would be judged wrongly.
 * @param read the facts of both
 */
export function isChangedByScripts(html: PageFacts, read: PageFacts): boolean {
  const { rendered: rendering } = read.beyond
  if (!rendering) return false
  const { html: before, rendered: after, redirectedTo, scriptLinks } = rendering
  const added = Math.abs(after.words - before.words)
  return (
    redirectedTo !== null ||
    renderGaps(before, after).length > 0 ||
    before.h1.join('\n') !== after.h1.join('\n') ||
    (added >= manyWords.count && added >= before.words * manyWords.part) ||
    scriptLinks.total >= few.links ||
    shownClaims(html) !== shownClaims(read)
  )
}

/** Prices and ratings of structured data that the text shows. */
const shownClaims = ({ schemaFaults }: PageFacts) =>
  schemaFaults.claims.items
    .filter(({ visible }) => visible)
    .map(({ property, value }) => `${property} ${value}`)
    .join(' ')
