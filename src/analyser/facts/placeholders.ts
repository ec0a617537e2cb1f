import type { Cut } from '../page-facts.ts'
import { clip, collapse } from './text.ts'
import type { Span } from './tokens.ts'

/** What a pattern begins with, as it stands in lower-case text, and how it goes on: each bounded, and tried only there. */
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

const kept = 20
const longest = 100

/** Filler and template tokens that nobody has filled in, outside `code`: spans in order, where such things are shown on purpose. */
export function findPlaceholders(text: string, code: readonly Span[] = []): Cut<string> {
  const lower = text.toLowerCase()
  /** A few letters change their length with their case; then the text is searched as it is. */
  const searched = lower.length === text.length ? lower : text
  const found: { at: number; text: string }[] = []
  for (const [start, pattern] of patterns) {
    for (let at = searched.indexOf(start); at !== -1; at = searched.indexOf(start, at)) {
      pattern.lastIndex = at
      const match = isInside(at, code) ? null : pattern.exec(text)
      if (match && !(start === '%' && /\w/.test(text.charAt(at - 1))))
        found.push({ at, text: clip(collapse(match[0]), longest) })
      at += match?.[0].length ?? start.length
    }
  }
  found.sort((a, b) => a.at - b.at)
  return { items: found.slice(0, kept).map((one) => one.text), total: found.length }
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
