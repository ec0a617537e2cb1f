import type { Header } from '../crawl.ts'
import { headerValue } from './headers.ts'

/** `saving` is how many bytes minification would take off, estimated. Decoded bytes. */
export type CodeFacts = { kind: 'script' | 'style'; bytes: number; saving: number }

const scriptTypes = /^(?:text|application)\/(?:x-)?(?:java|ecma)script$/

/** Null when the answer is neither script nor style sheet, or not whole. */
export function readCode(bytes: Uint8Array, headers: Header[], truncated: boolean): CodeFacts | null {
  const type = (headerValue(headers, 'content-type') ?? '')
    .slice(0, 200)
    .replace(/;[^]*$/, '')
    .trim()
    .toLowerCase()
  if (truncated) return null
  if (scriptTypes.test(type)) return { kind: 'script', bytes: bytes.length, saving: scriptSaving(bytes) }
  return type === 'text/css' ? { kind: 'style', bytes: bytes.length, saving: styleSaving(bytes) } : null
}

const code = (char: string) => char.charCodeAt(0)
const [tab, lineFeed, space, bang, quote, dollar, apostrophe, star, slash] = [
  9, 10, 32, 33, 34, 36, 39, 42, 47,
] as const
const [bracketOpen, backslash, bracketClose, backtick, braceOpen, braceClose] = [91, 92, 93, 96, 123, 125] as const

const isSpace = (byte: number | undefined) => byte === space || (byte !== undefined && byte >= tab && byte <= 13)
const among = (chars: string) => {
  const set = new Uint8Array(256)
  for (const char of chars) set[code(char)] = 1
  return set
}

/** After and before these, white space can go: line breaks too, for no statement ends there. */
const openEnded = among('{;,([:?=&|*<>.!~^')
const closing = among('};)],.:?=&|*')
const words = among('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$')
const styleFree = among('{};,')

/**
 * White space and comments that no engine needs, by a scan that passes over strings, templates and regular expressions.
 * What it cannot be sure of it leaves standing: names and syntax that a minifier shortens are not counted either.
 */
function scriptSaving(bytes: Uint8Array): number {
  const { length } = bytes
  let saving = 0
  /** The last byte that stays; 0 at the start. */
  let before = 0
  /** A slash before this offset begins no regular expression: one was looked for and had no end. */
  let noPattern = 0
  /** Depths of braces at which a template's expression ends. */
  const templates: number[] = []
  let braces = 0

  let at = 0
  while (at < length) {
    const byte = bytes[at] as number
    if (isSpace(byte) || (byte === slash && (bytes[at + 1] === slash || bytes[at + 1] === star))) {
      const gap = skipGap(bytes, at, true)
      saving += gap.removable - kept(before, bytes[gap.end] ?? 0, gap)
      at = gap.end
      continue
    }
    const start = at
    if (byte === quote || byte === apostrophe) at = skipString(bytes, at, byte)
    else if (byte === backtick) at = skipTemplate(bytes, at + 1, templates, braces)
    else if (byte === braceClose && templates.at(-1) === braces) {
      templates.pop()
      at = skipTemplate(bytes, at + 1, templates, braces)
    } else if (byte === slash && at >= noPattern && beginsPattern(bytes, before, at)) {
      const end = skipPattern(bytes, at)
      if (end < 0) noPattern = -end
      at = end < 0 ? at + 1 : end
    } else {
      if (byte === braceOpen) braces++
      else if (byte === braceClose) braces--
      at++
    }
    before = bytes[Math.max(start, at - 1)] as number
  }
  return Math.max(0, saving)
}

type Gap = { end: number; removable: number; breaks: boolean }

/** White space and comments in one go. Licences, and comments that tools read, stay. */
function skipGap(bytes: Uint8Array, from: number, lineComments: boolean): Gap {
  let removable = 0
  let breaks = false
  let at = from
  for (;;) {
    const byte = bytes[at]
    if (isSpace(byte)) {
      if (byte === lineFeed || byte === 13) breaks = true
      removable++
      at++
    } else if (byte === slash && bytes[at + 1] === star) {
      const end = endOfComment(bytes, at + 2)
      if (bytes[at + 2] !== bang) removable += end - at
      at = end
    } else if (lineComments && byte === slash && bytes[at + 1] === slash) {
      const end = endOfLine(bytes, at)
      const isNote = bytes[at + 2] === code('#') || bytes[at + 2] === code('@')
      if (!isNote) removable += end - at
      at = end
    } else return { end: at, removable, breaks }
  }
}

function kept(before: number, after: number, { breaks, removable }: Gap): number {
  if (removable === 0 || before === 0 || after === 0) return 0
  if (breaks) return openEnded[before] || closing[after] ? 0 : 1
  const bothWords = isWord(before) && isWord(after)
  const sameSign = before === after && (before === code('+') || before === code('-') || before === slash)
  return bothWords || sameSign ? 1 : 0
}

const isWord = (byte: number) => byte > 127 || words[byte] === 1

function endOfComment(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(slash, from); at >= 0; at = bytes.indexOf(slash, at + 1)) {
    if (at > from && bytes[at - 1] === star) return at + 1
  }
  return bytes.length
}

function endOfLine(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== 13) at++
  return at
}

/** Past the closing quote; a string that is not closed ends with its line. */
function skipString(bytes: Uint8Array, from: number, end: number): number {
  let at = from + 1
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === end) return at + 1
    if (byte === lineFeed) return at
    at += byte === backslash ? 2 : 1
  }
  return bytes.length
}

/** Past the closing backtick, or past the `${` of an expression, whose end is noted. */
function skipTemplate(bytes: Uint8Array, from: number, templates: number[], braces: number): number {
  let at = from
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === backtick) return at + 1
    if (byte === dollar && bytes[at + 1] === braceOpen) {
      templates.push(braces)
      return at + 2
    }
    at += byte === backslash ? 2 : 1
  }
  return bytes.length
}

const beforePattern = among('(,=:[!&|?{};+-*%~^<>')
const wordsBeforePattern = new Set([
  'return',
  'typeof',
  'case',
  'in',
  'of',
  'delete',
  'void',
  'throw',
  'new',
  'else',
  'do',
  'yield',
  'await',
])

function beginsPattern(bytes: Uint8Array, before: number, at: number): boolean {
  if (before === 0 || beforePattern[before]) return true
  if (!isWord(before)) return false
  let end = at
  while (end > 0 && isSpace(bytes[end - 1])) end--
  let start = end
  while (start > 0 && end - start < 10 && isWord(bytes[start - 1] as number)) start--
  return wordsBeforePattern.has(String.fromCharCode(...bytes.subarray(start, end)))
}

/** Past a regular expression; minus the offset it was looked for up to when its line has no end of one. */
function skipPattern(bytes: Uint8Array, from: number): number {
  let inClass = false
  let at = from + 1
  while (at < bytes.length) {
    const byte = bytes[at]
    if (byte === lineFeed) return -at
    if (byte === slash && !inClass) return at + 1
    if (byte === bracketOpen) inClass = true
    else if (byte === bracketClose) inClass = false
    at += byte === backslash ? 2 : 1
  }
  return -bytes.length
}

/** White space beside braces, commas and semicolons, runs of it elsewhere, and comments. */
function styleSaving(bytes: Uint8Array): number {
  let saving = 0
  let before = 0
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] as number
    if (isSpace(byte) || (byte === slash && bytes[at + 1] === star)) {
      const { end, removable } = skipGap(bytes, at, false)
      const after = bytes[end] ?? 0
      const isFree = before === 0 || after === 0 || styleFree[before] || styleFree[after] || before === code(':')
      saving += removable - (isFree || removable === 0 ? 0 : 1)
      at = end
      continue
    }
    at = byte === quote || byte === apostrophe ? skipString(bytes, at, byte) : at + 1
    before = bytes[Math.min(at, bytes.length) - 1] as number
  }
  return Math.max(0, saving)
}
