import type { AltFacts } from './images.ts'
import { languageOf, primaryOf } from './language.ts'
import { readingEase } from './readability.ts'
import { stopWordsOf } from './stop-words.ts'
import { type Term, topTerms } from './terms.ts'
import { clip, collapse, type Cut } from './text.ts'
import { type Span, tokenize } from './tokens.ts'
import type { Handlers, OnElement } from './walk.ts'

/** The visible text, without consent notices, and the alt texts in figures. */
export type WordFacts = TextFacts & { alts: AltFacts }

type TextFacts = {
  /** The language detected in the text, as ISO 639-1 where possible. Null if there is too little text. */
  language: string | null
  count: number
  sentences: number
  /** 0 to 100, higher for easier texts. Null for languages without a formula. */
  readingEase: number | null
  /** Words and phrases without stop words, the most frequent first. */
  terms: Cut<Term>
  /** Filler text and unfilled template tokens, as written. */
  placeholders: Cut<string>
}

/** Measures a text. Its block marks matter, because a heading would otherwise become part of the next sentence. */
export function readWords(
  text: string,
  lang: string | null,
  { code, all }: ExcludedText = { code: [], all: [] },
  notices: { consent: Span[]; words: number } = { consent: [], words: 0 },
): TextFacts {
  const tokens = tokenize(text, joined([...all, ...notices.consent]))
  const language = languageOf(tokens)
  const written = language ?? primaryOf(lang)
  const stopWords = written === null ? null : stopWordsOf(written)
  return {
    language,
    count: Math.max(0, tokens.count - notices.words),
    sentences: tokens.sentences,
    readingEase: written === null ? null : readingEase(tokens, written),
    terms: stopWords ? topTerms(tokens, stopWords) : { items: [], total: 0 },
    placeholders: findPlaceholders(text, code),
  }
}

/** Orders spans and joins those that overlap. */
function joined(spans: readonly Span[]): Span[] {
  const result: Span[] = []
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else result.push({ from, to })
  }
  return result
}

/** Text that is not part of the content, as ordered spans that do not overlap. */
export type ExcludedText = {
  /** Code samples, which can contain template tokens on purpose. */
  code: Span[]
  /** Code, and the menus and buttons that every page of a website repeats. */
  all: Span[]
}

/** Safety limit: more than this means a hostile page. */
const maxSpans = 5000

export function collectExcludedText() {
  const collectors = { code: spans(), all: spans() }
  const { code, all } = collectors
  const onCode: OnElement = (_, { textMark }) => {
    const open = [code.open(textMark), all.open(textMark)]
    return (position) => open.forEach((close) => close(position.textMark))
  }
  const onMenu: OnElement = (_, { textMark }) => {
    const close = all.open(textMark)
    return (position) => close(position.textMark)
  }
  const handlers: Handlers = {
    pre: onCode,
    code: onCode,
    samp: onCode,
    kbd: onCode,
    nav: onMenu,
    button: onMenu,
    menu: onMenu,
  }
  return { handlers, finish: (): ExcludedText => ({ code: code.items, all: all.items }) }
}

/** Collects spans. Nested spans become part of the outer one. */
function spans() {
  const items: Span[] = []
  let depth = 0
  const open = (from: number) => {
    if (depth++ === 0 && items.length < maxSpans) items.push({ from, to: Number.POSITIVE_INFINITY })
    return (to: number) => {
      const last = items[items.length - 1]
      if (--depth === 0 && last && last.to === Number.POSITIVE_INFINITY) last.to = to
    }
  }
  return { items, open }
}

/** Patterns of unfilled text, each with its start in lower case. The pattern is tried only there. */
const patterns: [start: string, pattern: RegExp][] = [
  ['lorem ipsum', /lorem ipsum[^\v]{0,40}/iy],
  ['{{', /\{{2,3}[#/^>&]?\s{0,3}[\w$@][\w$@.:|()[\]'" -]{0,60}\}{2,3}/y],
  ['${', /\$\{\s{0,3}[a-z_$][\w$.]{0,60}\s{0,3}\}/iy],
  ['<%', /<%[=-]?\s{0,3}[a-z_@][\w@.:'"()[\] -]{0,60}%>/iy],
  ['{%', /\{%-?\s{0,3}[a-z]\w{0,20}(?:\s[\w.:|'"=<>() -]{0,60})?-?%\}/iy],
  ['%', /%%[a-z][a-z_]{2,30}%%|%[A-Z][A-Z_]{2,30}%(?![\dA-Z])/y],
  [
    '[',
    /\[(?:(?:your|insert|enter|add|type)\s(?:[a-z'’]{1,20}\s){0,5}[a-z]{2,20}|placeholder|(?:company|business|product|brand|site|website|city|customer|client|first|last|phone)[\s_-](?:name|number|title|address))(?:\shere)?\]/iy,
  ],
  ['[object', /\[object Object\]/y],
  ['this is an example page', /this is an example page\. it[’']s different from a blog post/iy],
  ['welcome to wordpress', /welcome to wordpress\. this is your first post/iy],
  ['just another wordpress site', /just another wordpress site/iy],
  ['click here to add your own text', /click here to add your own text/iy],
]

/** Windows replaces these names in paths. */
const environmentVariable =
  /^%(?:(?:LOCAL)?APPDATA|ALLUSERSPROFILE|COMMONPROGRAMFILES|COMPUTERNAME|COMSPEC|HOMEDRIVE|HOMEPATH|LOGONSERVER|ONEDRIVE|PATH|PATHEXT|PROGRAMDATA|PROGRAMFILES|PUBLIC|SYSTEMDRIVE|SYSTEMROOT|TEMP|TMP|USERDOMAIN|USERNAME|USERPROFILE|WINDIR)%$|^\$\{(?:HOME|PATH|PWD|SHELL|TMPDIR|USER|XDG_[A-Z_]+|JAVA_HOME)\}$/i
/** Words before or after a token in a sentence about it. */
const introduction =
  /(?:\b(?:type|enter|write|use|using|insert|replace|run|variable|placeholder|token|tag|syntax|called|named|eingeben|variable|platzhalter|saisissez|tapez|escriba)\s+["“„'«‹\u0060(]?|["“„'«‹\u0060(])$/i
const explanation =
  /^["”“'»›\u0060)]?\s+(?:(?:is|are) (?:a|the|replaced)|variables?|placeholders?|tokens?|tags?|syntax|folder|directory|platzhalter|ordner)\b/i

/** Filler text that a sentence speaks of. “Lorem Ipsum is simply dummy text” itself fills layouts. */
const aboutLorem =
  /^lorem ipsum(?:["”“'»›]|,?\s+(?:is|was|are|has|text|as|in|by|generators?|placeholders?|passages?|ist|war|wird|est|es|è)\b(?! simply dummy))/i

/** True if a sentence speaks of a token instead of containing one that was not filled. */
function isMentioned(text: string, at: number, token: string): boolean {
  return (
    environmentVariable.test(token) ||
    aboutLorem.test(token) ||
    (/^[%${<[]/.test(token) &&
      !token.startsWith('[object') &&
      (introduction.test(text.slice(Math.max(0, at - 30), at)) ||
        explanation.test(text.slice(at + token.length, at + token.length + 30))))
  )
}

const maxPlaceholders = 20
const maxPlaceholderLength = 100

/** Finds filler text and unfilled template tokens outside the spans `code`. */
export function findPlaceholders(text: string, code: readonly Span[] = []): Cut<string> {
  const lower = text.toLowerCase()
  /** The lower case of some letters has another length. In that case the text is searched as it is. */
  const searched = lower.length === text.length ? lower : text
  const found: { at: number; text: string }[] = []
  for (const [start, pattern] of patterns) {
    for (let at = searched.indexOf(start); at !== -1; at = searched.indexOf(start, at)) {
      pattern.lastIndex = at
      const match = isInside(at, code) ? null : pattern.exec(text)
      if (match && !(start === '%' && /\w/.test(text.charAt(at - 1))) && !isMentioned(text, at, match[0]))
        found.push({ at, text: clip(collapse(match[0]), maxPlaceholderLength) })
      at += match?.[0].length ?? start.length
    }
  }
  found.sort((a, b) => a.at - b.at)
  return { items: found.slice(0, maxPlaceholders).map((placeholder) => placeholder.text), total: found.length }
}

function isInside(at: number, spans: readonly Span[]): boolean {
  let low = 0
  let high = spans.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((spans[middle] as Span).to <= at) low = middle + 1
    else high = middle
  }
  const span = spans[low]
  return span !== undefined && at >= span.from
}
