import { appRootIds } from './document.ts'
import { outermost } from './text-shares.ts'
import { clip, collapse } from './text.ts'
import { blockMark, type Span, tokenize } from './tokens.ts'
import { attribute, type Element, isScript } from './tree.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

type EndHandler = Exclude<ReturnType<OnElement>, void>

/** The visible text outside menus, page headers, footers, sidebars, dialogs and consent notices. */
export type MainTextFacts = {
  words: number
  /** The text itself if it is as short as that of an error page, else null. */
  text: string | null
  /** The words of consent notices. */
  consentWords: number
  /**
   * Elements without content that scripts fill: the main element, app roots, lists, and what stands in for content. If
   * next to nothing else is shown, also any empty container with an ID, or the body.
   */
  filled: Ordinal[]
  inlineScripts: boolean
}

/** Safety limits for the elements that scripts can fill, and for the text whose words are counted. */
const maxCandidates = 50
const maxFilled = 5
const maxLength = 50_000
const maxShownWords = 150
const maxShown = 1500

/** With more words outside menus and footers, an empty container or body is no sign of missing content. */
const maxShellWords = 9
const waits =
  /^\W*(?:(?:page |app )?loading|please wait|(?:please |you (?:need|have) to )?(?:enable|turn on|activate) javascript|wird geladen|bitte warten|bitte (?:aktivieren sie )?javascript|chargement|veuillez patienter|cargando|caricamento)(?!\p{L})|^\W*laden\W*$/iu

/** A longer region is no notice, but content about one. */
const maxConsentWords = 300

/** Their classes say what a page is about, or which notices are shown, as in `<body class="cookie-banner-open">`. */
const ofPage = new Set(['html', 'body', 'main', 'article'])

/** Elements that scripts of a page without a framework fill, usually by their ID. */
const containers = new Set(['div', 'section', 'ul', 'ol', 'tbody'])

/** An element that scripts fill if it is empty. `any` says so only on a page with next to no text. */
type Candidate = Span & { at: Ordinal; kind: 'main' | 'list' | 'skeleton' | 'any'; hasMedia: boolean }

const isPixel = (element: Element) =>
  ['width', 'height'].some((side) => ['0', '1'].includes(attribute(element, side) ?? ''))

export function collectMainText() {
  const regions = { other: outermost(), consent: outermost() }
  const headers = outermost()
  const navs = outermost()
  let contentDepth = 0
  let regionDepth = 0
  let media = 0
  let mainMedia = 0
  let inlineScripts = false
  let body: Ordinal | null = null
  const candidates: Candidate[] = []
  const others: Candidate[] = []
  /** Notes an element that scripts fill if it turns out to be empty. */
  const watch = (at: Ordinal, from: number, kind: Candidate['kind']) => {
    const list = kind === 'any' ? others : candidates
    if (list.length >= maxCandidates) return undefined
    const before = media
    const candidate = { at, from, to: from, kind, hasMedia: false }
    list.push(candidate)
    return ({ textMark }: { textMark: number }) => {
      candidate.to = textMark
      candidate.hasMedia = media > before
    }
  }
  const onMedia: OnElement = (element, { noscript, hidden }) => {
    if (noscript || hidden || isPixel(element)) return
    media++
    if (regionDepth === 0) mainMedia++
  }
  const enterRegion = (region: keyof typeof regions, textMark: number): EndHandler => {
    const leave = regions[region].enter(textMark)
    regionDepth++
    return (left) => {
      regionDepth--
      leave(left)
    }
  }
  const onRegion: OnElement = (_, { textMark, noscript }) => (noscript ? undefined : enterRegion('other', textMark))
  const onContent: OnElement = () => {
    contentDepth++
    return () => {
      contentDepth--
    }
  }
  const handlers: Handlers = {
    main(element, position) {
      const leave = onContent(element, position)
      const end = position.noscript ? undefined : watch(position.ordinal, position.textMark, 'main')
      return (left) => {
        leave?.(left)
        end?.(left)
      }
    },
    body(_, { ordinal, noscript }) {
      if (!noscript) body ??= ordinal
    },
    script(element) {
      if (attribute(element, 'src') === null && isScript(element)) inlineScripts = true
    },
    img: onMedia,
    video: onMedia,
    audio: onMedia,
    iframe: onMedia,
    object: onMedia,
    embed: onMedia,
    form: onMedia,
    article: onContent,
    section: onContent,
    nav(_, { textMark, noscript }) {
      if (noscript) return undefined
      const ends = [navs.enter(textMark), enterRegion('other', textMark)]
      return (left) => ends.forEach((end) => end(left))
    },
    footer: onRegion,
    aside: onRegion,
    dialog: onRegion,
    // The header of an article or a section belongs to its content.
    header(_, position) {
      if (contentDepth > 0 || position.noscript) return undefined
      const ends = [headers.enter(position.textMark), enterRegion('other', position.textMark)]
      return (left) => ends.forEach((end) => end(left))
    },
  }
  const onMarked: OnElement = ({ tagName }, { region, fillable, id, ordinal, textMark, noscript }) => {
    if (noscript || ofPage.has(tagName)) return undefined
    const leaveRegion = region === null ? undefined : enterRegion(region, textMark)
    const kind = fillable ?? (id === null ? null : appRootIds.has(id) ? 'list' : containers.has(tagName) ? 'any' : null)
    const end = kind === null ? undefined : watch(ordinal, textMark, kind)
    return (left) => {
      leaveRegion?.(left)
      end?.(left)
    }
  }

  const finish = (text: string) =>
    readMainText(text, {
      regions: { other: regions.other.spans, consent: regions.consent.spans },
      headers: headers.spans,
      navs: navs.spans,
      candidates,
      others,
      hasMedia: mainMedia > 0,
      inlineScripts,
      body,
    })
  return { handlers, onMarked, finish }
}

/** What a page has besides its text, noted during the pass over its elements. */
type Noted = {
  regions: { other: readonly Span[]; consent: readonly Span[] }
  headers: readonly Span[]
  navs: readonly Span[]
  candidates: readonly Candidate[]
  others: readonly Candidate[]
  /** The main part has pictures, videos or the like. */
  hasMedia: boolean
  inlineScripts: boolean
  body: Ordinal | null
}

function readMainText(text: string, noted: Noted): MainTextFacts & { consent: Span[]; main: string } {
  const wordsIn = ({ from, to }: Span) => tokenize(text.slice(from, Math.min(to, from + maxLength))).count
  const consent = noted.regions.consent.filter((span) => wordsIn(span) <= maxConsentWords)
  const outside = [...noted.regions.other, ...consent]
  const main = textWithout(text, outside)
  const words = tokenize(main.slice(0, maxLength)).count
  const shown = collapse(main)
  const isShell = words <= maxShellWords && headerWords(text, noted) <= maxShellWords && !noted.hasMedia
  const filled = filledIn(text, outside, isShell ? [...noted.candidates, ...noted.others] : noted.candidates)
  if (filled.length === 0 && isShell && noted.body !== null && (words === 0 || waits.test(shown)))
    filled.push(noted.body)
  return {
    words,
    text:
      words <= maxShownWords ? clip(main.split(blockMark).map(collapse).filter(Boolean).join('\n'), maxShown) : null,
    consentWords: consent.reduce((sum, span) => sum + wordsIn(span), 0),
    filled: filled.slice(0, maxFilled),
    inlineScripts: noted.inlineScripts,
    consent,
    main: shown,
  }
}

/** Counts the words of page headers outside menus. A page header can hold all the text of a short page. */
const headerWords = (text: string, { headers, navs }: Noted) =>
  headers.reduce((sum, { from, to }) => {
    const header = text.slice(from, Math.min(to, from + maxLength))
    return sum + tokenize(textWithout(header, spansFrom(from, navs))).count
  }, 0)

/** Returns the elements that scripts fill: those that stand in for content, and empty ones of the main part. */
function filledIn(text: string, outside: readonly Span[], candidates: readonly Candidate[]): Ordinal[] {
  const isOutside = ({ from, to }: Span) =>
    outside.some((span) => span.from <= from && to <= span.to && span.from < span.to)
  const isEmpty = ({ from, to }: Span) => !/\S/.test(textWithout(text.slice(from, to), spansFrom(from, outside)))
  return candidates
    .filter((span) => span.kind === 'skeleton' || (!span.hasMedia && !isOutside(span) && isEmpty(span)))
    .map(({ at }) => at)
}

/** Returns spans as they are in the part of their text that begins at `start`. */
const spansFrom = (start: number, spans: readonly Span[]): Span[] =>
  spans.map(({ from, to }) => ({ from: Math.max(0, from - start), to: Math.max(0, to - start) }))

/** Returns a text without the spans, which can overlap. */
export function textWithout(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from > at) parts.push(text.slice(at, from))
    at = Math.max(at, to)
  }
  if (at < text.length) parts.push(text.slice(at))
  return parts.join(' ')
}
