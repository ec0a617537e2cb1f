import { type Cut, cutList, plain } from './text.ts'
import type { Span } from './tokens.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

const landmarks = ['main', 'nav', 'header', 'footer', 'aside'] as const
type Landmark = (typeof landmarks)[number]

/** Lengths of visible text, in UTF-16 units without white space. */
export type TextShareFacts = {
  body: number
  /** In the elements of that name. */
  landmarks: Record<Landmark, number>
  /** In elements with data-nosnippet, which Google respects on div, span and section. */
  nosnippet: number
  nosnippetAt: Cut<Ordinal>
}

/** Safety limit for the elements of one kind. */
const maxSpans = 200
const snippetElements = new Set(['div', 'span', 'section'])

export function collectTextShares() {
  const regions = new Map(landmarks.map((name) => [name, outermost()]))
  const nosnippet = outermost()
  const nosnippetAt = cutList<Ordinal>()
  const onMarked: OnElement = (element, { ordinal, textMark, noscript, nosnippet: hasNosnippet }) => {
    if (!hasNosnippet || noscript || !snippetElements.has(element.tagName)) return
    nosnippetAt.add(() => ordinal)
    return nosnippet.enter(textMark)
  }
  const handlers: Handlers = {}
  for (const [name, region] of regions) handlers[name] = (_, { textMark }) => region.enter(textMark)

  const finish = (text: string): TextShareFacts => {
    const sum = ({ spans }: { spans: Span[] }) =>
      spans.reduce((total, span) => total + lettersIn(text, span.from, Math.min(span.to, text.length)), 0)
    const lengths = landmarks.map((name) => [name, sum(regions.get(name) ?? { spans: [] })] as const)
    return {
      body: lettersIn(text, 0, text.length),
      landmarks: Object.fromEntries(lengths) as Record<Landmark, number>,
      nosnippet: sum(nosnippet),
      nosnippetAt: plain(nosnippetAt),
    }
  }
  return { handlers, onMarked, finish }
}

/** Records the positions of the outermost elements of one kind in the visible text. */
export function outermost() {
  const spans: Span[] = []
  let depth = 0
  const enter = (mark: number) => {
    const span = depth++ === 0 && spans.length < maxSpans ? { from: mark, to: Number.POSITIVE_INFINITY } : null
    if (span) spans.push(span)
    return (left: { textMark: number }) => {
      depth--
      if (span) span.to = left.textMark
    }
  }
  return { spans, enter }
}

const space = 32
const noBreakSpace = 160

/** Counts the units that are no white space. */
function lettersIn(text: string, from: number, to: number): number {
  let letters = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code > space && code !== noBreakSpace) letters++
  }
  return letters
}
