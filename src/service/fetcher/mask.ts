import { parseFragment } from 'parse5'

/** Stands for a value that is not kept. */
export const mask = '•••'

/** Values from this many characters on are masked wherever they are. */
const alwaysMasked = 8
/** Shorter ones are ordinary words too often, and are masked only if a comparison shows that a page echoes them. */
const leastMasked = 4

/** Finds and masks values in texts: as they are, and as servers and scripts encode them. */
export type Mask = {
  /** Returns the values that a text has. */
  find(text: string): string[]
  /** Returns how often a text has any of the values. */
  count(text: string): number
  /** Returns plain data with the values masked in all its texts, except in URLs that are followed. */
  hide<T>(data: T): T
  /** Masks a text, also if it is a URL. */
  hideIn(text: string): string
}

/** Returns the values that are always masked, and those that have to be compared. */
export function sortSecrets(values: readonly string[]): { long: string[]; short: string[] } {
  const { long = [], short = [] } = Object.groupBy(values, (value) =>
    value.length >= alwaysMasked ? 'long' : value.length >= leastMasked ? 'short' : 'none',
  )
  return { long, short }
}

export function createMask(values: readonly string[]): Mask {
  const sought = values.map((value) => ({ value, needles: needlesOf(value), isWord: value.length < alwaysMasked }))
  const rangesIn = (folded: string): Range[] =>
    sought.flatMap(({ needles, isWord }) => needles.flatMap((needle) => occurrences(folded, needle, isWord)))

  function hideIn(text: string): string {
    if (values.length === 0) return text
    const { folded, offsets } = foldWithOffsets(text)
    const whole = rangesIn(folded).map(([from, to]): Range => [offsets[from] ?? 0, offsets[to] ?? text.length])
    const ranges = [...whole, ...cutRange(text, sought)]
    if (ranges.length === 0) return text
    let hidden = ''
    let end = 0
    for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
      if (from >= end) hidden += text.slice(end, from) + mask
      end = Math.max(end, to)
    }
    return hidden + text.slice(end)
  }

  function hide(data: unknown, key: string): unknown {
    if (typeof data === 'string') return isKept(data, key) ? data : hideIn(data)
    if (Array.isArray(data)) return data.map((item) => hide(item, key))
    if (typeof data !== 'object' || data === null) return data
    return Object.fromEntries(Object.entries(data).map(([name, item]) => [name, hide(item, name)]))
  }

  return {
    find(text) {
      const folded = fold(text)
      return sought.flatMap(({ value, needles, isWord }) =>
        needles.some((needle) => occurrences(folded, needle, isWord).length > 0) ? [value] : [],
      )
    },
    count: (text) => rangesIn(fold(text)).length,
    hide: <T>(data: T) => (values.length === 0 ? data : (hide(data, '') as T)),
    hideIn,
  }
}

/**
 * The names of facts that are URLs. They are followed, compared and found again, so they stay as they are; those of
 * other schemes than http are only shown.
 */
const urlNames =
  /^(?:url|href|src|askedUrl|finalUrl|baseUrl|robotsUrl|canonical|from|to|entry|found|location|redirectedTo|refusedRedirect)$/
const otherScheme = /^(?!https?:)[a-z][\w+.-]*:/i
const absoluteUrl = /^https?:\/\/\S+$/i
/** The names of facts that are one of a few words, which no page chooses. */
const choiceNames =
  /^(?:kind|state|outcome|purpose|reasonCode|renderCode|code|mode|source|lazy|encoding|vocabulary|side|problem)$/
const choice = /^[a-z][a-z\d_-]*$/

function isKept(text: string, name: string): boolean {
  if (name === 'items') return absoluteUrl.test(text)
  return urlNames.test(name) ? !otherScheme.test(text) : choiceNames.test(name) && choice.test(text)
}

/** A part of a folded text, without its end. */
type Range = [from: number, to: number]

const letterOrDigit = /[\p{L}\p{N}]/u

/** @param isWord no letter or digit is beside it */
function occurrences(folded: string, needle: string, isWord: boolean): Range[] {
  const ranges: Range[] = []
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
    const to = at + needle.length
    const isPart = letterOrDigit.test(folded[at - 1] ?? '') || letterOrDigit.test(folded[to] ?? '')
    if (!isWord || !isPart) ranges.push([at, to])
  }
  return ranges
}

/** The end of a text that was cut, with the half of an encoded character that can be left of it. */
const cutEnd = /(?:&#?\w{0,8}|%[\da-f]?|\\u?[\da-f]{0,3})?…?$/i
/** Longer texts may have been cut without an ellipsis. */
const maxUncut = 400

/** Returns where the beginning of a value is at the end of a text that was cut. */
function cutRange(text: string, sought: readonly { needles: string[] }[]): Range[] {
  if (!text.endsWith('…') && text.length < maxUncut) return []
  const { folded, offsets } = foldWithOffsets(text.replace(cutEnd, ''))
  for (const { needles } of sought)
    for (const needle of needles)
      for (let length = Math.min(needle.length - 1, folded.length); length >= leastMasked; length -= 1)
        if (folded.endsWith(needle.slice(0, length)))
          return [[offsets[folded.length - length] ?? 0, offsets[folded.length] ?? text.length]]
  return []
}

/** Returns what to look for in folded texts. */
function needlesOf(value: string): string[] {
  const plain = fold(value)
  const isLong = value.length >= alwaysMasked
  // Inside a longer text, base64 differs by where the value begins.
  const encoded = (isLong ? [0, 1, 2] : [0]).flatMap((shift) => base64Of(value, shift))
  const encodings = encoded.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
  return [...new Set([plain, plain.replaceAll(' ', '+'), ...encodings.map(lowerCase)])].filter(
    (needle) => needle.length >= leastMasked,
  )
}

/** Returns the characters of base64 that only the value decides, after `shift` other bytes. */
function base64Of(value: string, shift: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(value)])
  const whole = bytes
    .toString('base64')
    .replaceAll('=', '')
    .slice(Math.ceil((shift * 8) / 6))
  return bytes.length % 3 === 0 ? [whole] : shift === 0 ? [whole, whole.slice(0, -1)] : [whole.slice(0, -1)]
}

const encoded =
  /&#\d{1,7};?|&#x[\da-f]{1,6};?|&[a-z][a-z\d]{1,31};|%[0-7][\da-f]|(?:%[89a-f][\da-f])+|\\u[\da-f]{4}|\\x[\da-f]{2}|\\["'\\/]|\s\s+|[^\S ]/gi
/** Encodings can lie in one another, such as JSON in an attribute. */
const maxRounds = 3

function decodeOne(text: string): string {
  if (text.startsWith('&')) return decodeEntity(text)
  if (text.startsWith('\\'))
    return text.length > 2 ? String.fromCharCode(Number.parseInt(text.slice(2), 16)) : text.slice(1)
  if (!text.startsWith('%')) return ' '
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function decodeEntity(text: string): string {
  const numeric = /^&#(x)?([\da-f]+)/i.exec(text)
  if (numeric) {
    const code = Number.parseInt(numeric[2] ?? '', numeric[1] ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : text
  }
  const known = namedEntities.get(text)
  if (known !== undefined) return known
  const [node] = parseFragment(text).childNodes
  const decoded = node && 'value' in node ? node.value : text
  if (namedEntities.size < maxEntities) namedEntities.set(text, decoded)
  return decoded
}

/** HTML has some 2,200 named ones. Texts have others, such as parts of queries. */
const maxEntities = 5_000
const namedEntities = new Map<string, string>()

/** Returns a text without encodings, runs of white space and upper case, as values are compared. */
function fold(text: string): string {
  let folded = text
  for (let round = 0; round < maxRounds; round += 1) {
    const decoded = folded.replace(encoded, decodeOne)
    if (decoded === folded) break
    folded = decoded
  }
  return lowerCase(folded)
}

/** Every character keeps its length. */
const lowerCase = (text: string) => text.replaceAll('İ', 'i').toLowerCase()

/** Folds a text, with the place of each character in the given one. */
function foldWithOffsets(text: string): { folded: string; offsets: number[] } {
  let folded = text
  let offsets = Array.from({ length: text.length + 1 }, (_, at) => at)
  for (let round = 0; round < maxRounds; round += 1) {
    const parts: string[] = []
    const next: number[] = []
    let end = 0
    const keep = (to: number) => {
      parts.push(folded.slice(end, to))
      for (let at = end; at < to; at += 1) next.push(offsets[at] ?? 0)
    }
    for (const { 0: found, index } of folded.matchAll(encoded)) {
      keep(index)
      const decoded = decodeOne(found)
      parts.push(decoded)
      for (let at = 0; at < decoded.length; at += 1) next.push(offsets[index] ?? 0)
      end = index + found.length
    }
    if (end === 0) break
    keep(folded.length)
    next.push(text.length)
    folded = parts.join('')
    offsets = next
  }
  return { folded: lowerCase(folded), offsets }
}
