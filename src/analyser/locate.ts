import { clip } from './facts/text.ts'
import { attribute, type Element } from './facts/tree.ts'
import { childText, type Ordinal } from './facts/walk.ts'

/** The position of an element. Kept only for elements that evidence points to. Line and column count from 1. */
export type ElementLocation = { selector: string; snippet?: string; line?: number; column?: number }

export type ElementLocations = Record<Ordinal, ElementLocation>

const maxSnippetLength = 300
/** Maximum number of levels in a selector that no ID ends earlier. */
const maxLevels = 12

/** A page whose elements can be located. `repeatedIds` has the IDs that several elements share. */
export type LocatablePage = {
  firstOrdinal: Ordinal
  elements: Element[]
  source: string
  repeatedIds: ReadonlyMap<string, unknown>
}

/**
 * Returns the locations of elements: a selector, the source from the start tag, line and column. Elements that the
 * parser inserted have a selector only.
 */
export function locate(
  ordinals: Iterable<Ordinal>,
  { firstOrdinal, elements, source, repeatedIds }: LocatablePage,
): ElementLocations {
  const locations: ElementLocations = {}
  const wanted = [...new Set(ordinals)].flatMap((ordinal) => {
    const element = elements[ordinal - firstOrdinal]
    return element ? [{ ordinal, element }] : []
  })
  if (wanted.length === 0) return locations
  const lineAndColumn = lineCounter(source)
  for (const { ordinal, element } of wanted.toSorted((a, b) => startOf(a.element) - startOf(b.element))) {
    const selector = selectorOf(element, repeatedIds)
    const start = startOf(element)
    locations[ordinal] =
      start < 0 ? { selector } : { selector, snippet: snippetOf(element, source), ...lineAndColumn(start) }
  }
  return locations
}

/**
 * Returns the locations of elements of a page's HTML and of its rendered document. Lines are those of the HTML, so an
 * element that only the rendered document has is without one.
 */
export function locateRendered(
  ordinals: readonly Ordinal[],
  html: LocatablePage,
  rendered: LocatablePage,
): ElementLocations {
  const ofRendered = locate(ordinals, rendered)
  const equal = equalElements(html, rendered, new Set(Object.keys(ofRendered).map(Number)))
  const locations = locate([...ordinals, ...equal.values()], html)
  for (const [at, { line: _, column: __, ...location }] of Object.entries(ofRendered)) {
    const inHtml = locations[equal.get(Number(at)) ?? -1]
    locations[Number(at)] = inHtml ?? location
  }
  return locations
}

/** Returns the elements of the HTML that are equal to elements of the rendered document, if it has as many of them. */
function equalElements(html: LocatablePage, rendered: LocatablePage, wanted: ReadonlySet<Ordinal>) {
  const tags = new Set([...wanted].map((at) => rendered.elements[at - rendered.firstOrdinal]?.tagName))
  const before = byLook(html, tags)
  const equal = new Map<Ordinal, Ordinal>()
  for (const [look, after] of byLook(rendered, tags)) {
    const same = before.get(look) ?? []
    if (same.length === after.length) after.forEach((at, index) => equal.set(at, same[index] ?? -1))
  }
  return new Map([...equal].filter(([at]) => wanted.has(at)))
}

/** Returns the elements of some tags by their attributes and texts. */
function byLook({ elements, firstOrdinal }: LocatablePage, tags: ReadonlySet<string | undefined>) {
  const found = new Map<string, Ordinal[]>()
  for (const [index, element] of elements.entries()) {
    if (!tags.has(element.tagName)) continue
    const attributes = element.attrs.map(({ name, value }) => `${name}=${value}`).toSorted()
    const look = [element.tagName, ...attributes, childText(element).slice(0, maxSnippetLength)].join('\n')
    const same = found.get(look)
    if (same) same.push(firstOrdinal + index)
    else found.set(look, [firstOrdinal + index])
  }
  return found
}

const startOf = ({ sourceCodeLocation }: Element) => sourceCodeLocation?.startTag?.startOffset ?? -1

/** Returns a function that finds line and column of ascending offsets, so that the source is read once. */
function lineCounter(source: string): (offset: number) => { line: number; column: number } {
  const nextBreak = source.includes('\r') ? byPattern(source) : (from: number) => endOfBreak(source.indexOf('\n', from))
  let line = 1
  let lineStart = 0
  let next = nextBreak(0)
  return (offset) => {
    while (next <= offset) {
      line++
      lineStart = next
      next = nextBreak(next)
    }
    return { line, column: offset - lineStart + 1 }
  }
}

/**
 * Returns a function that finds the start of the next line. Sources with carriage returns are rare and slower to
 * search.
 */
function byPattern(source: string): (from: number) => number {
  const breaks = /\r\n?|\n/g
  return (from) => {
    breaks.lastIndex = from
    return breaks.test(source) ? breaks.lastIndex : Number.POSITIVE_INFINITY
  }
}

const endOfBreak = (at: number) => (at < 0 ? Number.POSITIVE_INFINITY : at + 1)

/** Returns the whole element if its only content is a short text, otherwise its start tag. */
function snippetOf({ childNodes, tagName, sourceCodeLocation }: Element, source: string): string {
  const { startOffset: from, endOffset: to } = sourceCodeLocation?.startTag ?? { startOffset: 0, endOffset: 0 }
  const only = childNodes.length === 1 ? childNodes[0] : undefined
  const text = only && 'value' in only ? only.value : ''
  const end = text !== '' && text.length < maxSnippetLength ? source.indexOf('>', to + text.length) + 1 : 0
  const whole = source.slice(from, Math.min(end, from + maxSnippetLength + 1))
  const isWhole = whole.toLowerCase().endsWith(`</${tagName}>`)
  return clip(isWhole ? whole : source.slice(from, Math.min(to, from + maxSnippetLength + 1)), maxSnippetLength)
}

/** True for an ID that is simple enough to start a selector. */
const isPlainId = (id: string) => id.length <= 60 && /^[A-Za-z][\w-]*$/.test(id)

const parentOf = ({ parentNode }: Element): Element | null =>
  parentNode && 'tagName' in parentNode ? parentNode : null

function selectorOf(element: Element, repeatedIds: LocatablePage['repeatedIds']): string {
  const steps: string[] = []
  let current: Element | null = element
  while (current && steps.length < maxLevels) {
    const id = attribute(current, 'id')
    if (id !== null && isPlainId(id) && !repeatedIds.has(id)) {
      steps.unshift(`#${id}`)
      break
    }
    steps.unshift(stepOf(current))
    const { tagName }: Element = current
    if (tagName === 'body' || tagName === 'head' || tagName === 'html') break
    current = parentOf(current)
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const { tagName, parentNode } = element
  const name = /^[a-zA-Z][\w-]{0,59}$/.test(tagName) ? tagName : '*'
  if (!parentNode || tagName === 'html' || tagName === 'head' || tagName === 'body') return name
  let same = 0
  let position = 0
  for (const sibling of parentNode.childNodes) {
    if (!('tagName' in sibling) || (name !== '*' && sibling.tagName !== tagName)) continue
    same++
    if (sibling === element) position = same
  }
  if (name === '*') return `*:nth-child(${position})`
  return same > 1 ? `${name}:nth-of-type(${position})` : name
}
