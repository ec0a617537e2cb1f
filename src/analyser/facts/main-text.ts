import { appRootIds } from './document.ts'
import { outermost } from './text-shares.ts'
import { clip, collapse } from './text.ts'
import { type Span, tokenize } from './tokens.ts'
import { attribute, isScript } from './tree.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

/** The visible text outside menus, page headers, footers, sidebars, dialogs and consent notices. */
export type MainTextFacts = {
  words: number
  /** The text itself if it is as short as that of an error page, else null. */
  text: string | null
  /** The words of consent notices. */
  consentWords: number
  /** Elements without content that scripts fill: the main element, app roots, lists, and what stands in for content. */
  filled: Ordinal[]
  inlineScripts: boolean
}

/** Safety limits for the elements that scripts can fill, and for the text whose words are counted. */
const maxCandidates = 50
const maxFilled = 5
const maxLength = 50_000
const maxShownWords = 80
const maxShown = 1000

/** A longer region is no notice, but content about one. */
const maxConsentWords = 300

/** Their classes say what a page is about, or which notices are shown, as in `<body class="cookie-banner-open">`. */
const ofPage = new Set(['html', 'body', 'main', 'article'])

export function collectMainText() {
  const regions = { other: outermost(), consent: outermost() }
  let contentDepth = 0
  let media = 0
  let inlineScripts = false
  const candidates: (Span & { at: Ordinal; isSkeleton: boolean; hasMedia: boolean })[] = []
  /** Notes an element that scripts fill if it turns out to be empty. */
  const watch = (at: Ordinal, from: number, isSkeleton: boolean) => {
    if (candidates.length >= maxCandidates) return undefined
    const before = media
    const candidate = { at, from, to: from, isSkeleton, hasMedia: false }
    candidates.push(candidate)
    return ({ textMark }: { textMark: number }) => {
      candidate.to = textMark
      candidate.hasMedia = media > before
    }
  }
  const onMedia: OnElement = () => {
    media++
  }
  const onRegion: OnElement = (_, { textMark, noscript }) => (noscript ? undefined : regions.other.enter(textMark))
  const onContent: OnElement = () => {
    contentDepth++
    return () => {
      contentDepth--
    }
  }
  const handlers: Handlers = {
    main(element, position) {
      const leave = onContent(element, position)
      const end = position.noscript ? undefined : watch(position.ordinal, position.textMark, false)
      return (left) => {
        leave?.(left)
        end?.(left)
      }
    },
    script(element) {
      if (attribute(element, 'src') === null && isScript(element)) inlineScripts = true
    },
    img: onMedia,
    video: onMedia,
    iframe: onMedia,
    form: onMedia,
    article: onContent,
    section: onContent,
    nav: onRegion,
    footer: onRegion,
    aside: onRegion,
    dialog: onRegion,
    // The header of an article or a section belongs to its content.
    header: (element, position) => (contentDepth > 0 ? undefined : onRegion(element, position)),
  }
  const onMarked: OnElement = ({ tagName }, { region, fillable, id, ordinal, textMark, noscript }) => {
    if (noscript || ofPage.has(tagName)) return undefined
    const leaveRegion = region === null ? undefined : regions[region].enter(textMark)
    const isFillable = fillable !== null || (id !== null && appRootIds.has(id))
    const end = isFillable ? watch(ordinal, textMark, fillable === 'skeleton') : undefined
    return (left) => {
      leaveRegion?.(left)
      end?.(left)
    }
  }

  const finish = (text: string): MainTextFacts & { consent: Span[] } => {
    const wordsIn = ({ from, to }: Span) => tokenize(text.slice(from, Math.min(to, from + maxLength))).count
    const consent = regions.consent.spans.filter((span) => wordsIn(span) <= maxConsentWords)
    const outside = [...regions.other.spans, ...consent]
    const main = without(text, outside)
    const isOutside = ({ from, to }: Span) =>
      outside.some((span) => span.from <= from && to <= span.to && span.from < span.to)
    const isEmpty = ({ from, to }: Span) =>
      !/\S/.test(
        without(
          text.slice(from, to),
          outside.map((span) => ({ from: Math.max(0, span.from - from), to: Math.max(0, span.to - from) })),
        ),
      )
    const words = tokenize(main.slice(0, maxLength)).count
    return {
      words,
      text: words <= maxShownWords ? clip(collapse(main), maxShown) : null,
      consentWords: consent.reduce((sum, span) => sum + wordsIn(span), 0),
      filled: candidates
        .filter((one) => one.isSkeleton || (!one.hasMedia && !isOutside(one) && isEmpty(one)))
        .map(({ at }) => at)
        .slice(0, maxFilled),
      inlineScripts,
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
