import { outermost } from './text-shares.ts'
import { clip, collapse } from './text.ts'
import { type Span, tokenize } from './tokens.ts'
import type { Handlers, OnElement } from './walk.ts'

/** The visible text outside menus, page headers, footers, sidebars, dialogs and consent notices. */
export type MainTextFacts = {
  words: number
  /** The text itself if it is as short as that of an error page, else null. */
  text: string | null
  /** The words of consent notices. */
  consentWords: number
}

/** Safety limit for the text whose words are counted. */
const maxLength = 50_000
const maxShownWords = 80
const maxShown = 1000

/** Their classes say which notices are shown, as in `<body class="cookie-banner-open">`. */
const wholePage = new Set(['html', 'body', 'main'])

export function collectMainText() {
  const regions = { other: outermost(), consent: outermost() }
  let contentDepth = 0
  const onRegion: OnElement = (_, { textMark, noscript }) => (noscript ? undefined : regions.other.enter(textMark))
  const onContent: OnElement = () => {
    contentDepth++
    return () => {
      contentDepth--
    }
  }
  const handlers: Handlers = {
    main: onContent,
    article: onContent,
    section: onContent,
    nav: onRegion,
    footer: onRegion,
    aside: onRegion,
    dialog: onRegion,
    // The header of an article or a section belongs to its content.
    header: (element, position) => (contentDepth > 0 ? undefined : onRegion(element, position)),
  }
  const onMarked: OnElement = ({ tagName }, { region, textMark, noscript }) =>
    region === null || noscript || wholePage.has(tagName) ? undefined : regions[region].enter(textMark)

  const finish = (text: string): MainTextFacts & { consent: Span[] } => {
    const consent = regions.consent.spans
    const main = without(text, [...regions.other.spans, ...consent])
    const words = tokenize(main.slice(0, maxLength)).count
    return {
      words,
      text: words <= maxShownWords ? clip(collapse(main), maxShown) : null,
      consentWords: consent.reduce(
        (sum, { from, to }) => sum + tokenize(text.slice(from, Math.min(to, from + maxLength))).count,
        0,
      ),
      consent,
    }
  }
  return { handlers, onMarked, finish }
}

/** Returns a text without the spans, which can overlap. */
export function without(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from > at) parts.push(text.slice(at, from))
    at = Math.max(at, to)
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts.join(' ')
}
