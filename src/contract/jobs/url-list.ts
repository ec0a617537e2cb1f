import { urlKey } from '../url-key.ts'
import { maxUrlLength } from '../values.ts'

/** The reasons for refusing a line of a list. */
export const lineProblems = ['not_url', 'has_space', 'other_scheme', 'has_credentials', 'too_long'] as const
export type LineProblem = (typeof lineProblems)[number]

/** A line of a list that is not blank. */
export type UrlLine = {
  /** The number of the line, from 1. */
  line: number
  text: string
  /** In normal form, without its fragment; null if the text is not a URL. */
  url: string | null
  problem: LineProblem | null
  /** True if the text has no scheme, so that `https://` was added. */
  isGuess: boolean
  /** The first line with the same URL by its key, if it is not this one. */
  sameAs: number | null
}

/** Schemes without `//` that people paste. Anything else before a colon is a host with a port. */
const schemesWithoutSlashes = /^(?:javascript|data|file|blob|about|mailto|tel|ftp|view-source):/i
const hasScheme = (text: string) => /^[a-z][a-z0-9+.-]*:\/\//i.test(text) || schemesWithoutSlashes.test(text)

/** Returns the URL to analyse: the text trimmed, with `https://` if it has no scheme. */
export function withScheme(typed: string): string {
  const text = typed.trim()
  return !text || hasScheme(text) ? text : `https://${text.replace(/^\/\//, '')}`
}

/** A text without a scheme that begins with a domain, an IP address or `localhost`. */
const startsWithHost =
  /^(?:\/\/)?(?:(?:[\p{L}\d_-]+\.)+(?:\p{L}[\p{L}\d-]+|\d{1,3})\.?|localhost|\[[\da-f:.]+\])(?::\d{1,5})?(?:[/?#]|$)/iu
/** Returns true for a URL, also for one without a scheme. */
export const looksLikeUrl = (text: string) => /^https?:\/\/[^/\s]/i.test(text) || startsWithHost.test(text)

/**
 * Returns true if a text is several URLs. One URL can hold spaces, commas and another URL, so every part has to look
 * like one of its own.
 */
export function hasSeveralUrls(text: string): boolean {
  const parts = splitEntries(text)
  return parts.length > 1 && parts.every(looksLikeUrl)
}

/** Returns true if a text is the URL of a sitemap, by its name. */
export const isSitemapUrl = (text: string) =>
  !/\s/.test(text.trim()) && /\.xml(?:\.gz)?$/i.test(URL.parse(withScheme(text))?.pathname ?? '')

/**
 * Splits pasted text, a CSV or a text file into one entry a line. Of a table, these are the cells of the column with
 * the URLs, each in the line of its row's start, so that line numbers are those of the file. Of a sitemap, its URLs.
 */
export function splitList(given: string): string[] {
  const text = given.replace(/^\ufeff/, '')
  if (/^\s*<(?:\?xml|urlset|sitemapindex)/i.test(text)) return locationsIn(text)
  const lines = columnOfUrls(text) ?? text.split(/\r\n?|\n/)
  const [first = '', ...others] = lines.map(undecorated)
  const entries = [isHeading(first) ? '' : first, ...others]
  if (!entries.some(hasSeveralUrls)) return entries
  return entries.flatMap((entry) => (hasSeveralUrls(entry) ? splitEntries(entry) : [entry]))
}

const locationsIn = (xml: string) =>
  Array.from(xml.matchAll(/<loc>([^<]*)<\/loc>/gi), ([, location = '']) => location.replaceAll('&amp;', '&').trim())

/** Removes characters around URLs in lists: bullets, numbers, brackets, quotes, separators. */
const undecorated = (line: string) =>
  line
    .trim()
    .replace(/^(?:[-*•–]|\d{1,5}[.)])\s+/, '')
    .replace(/(?<![,;])[,;]+$/, '')
    .replace(/^<(.*)>$|^"(.*)"$|^'(.*)'$/, '$1$2$3')
    .trim()

const isHeading = (text: string) => /^(?:pages?|addresse?s?|links?|urls?|loc(?:ation)?|landing ?pages?)$/i.test(text)

type Row = { line: number; cells: string[] }

/** Returns the column with the URLs of a table, or null if the text is no table. */
function columnOfUrls(text: string): string[] | null {
  const start = text.slice(0, 20_000)
  const separator = ['\t', ';', ','].find((delimiter) => isTable(readRows(start, delimiter), delimiter))
  if (!separator) return null
  const rows = readRows(text, separator)
  const [heading, ...body] = rows
  const sample = body.slice(0, 200)
  const columns = (heading?.cells ?? []).map((name, at) => {
    const found = sample.filter(({ cells }) => looksLikeUrl(cells[at] ?? '')).length
    return { at, weight: found + (isHeading(name) && found > 0 ? sample.length : 0) }
  })
  const best = columns.reduce((a, b) => (b.weight > a.weight ? b : a), { at: 0, weight: 0 })
  const lines: string[] = []
  for (const { line, cells } of rows) {
    while (lines.length < line - 1) lines.push('')
    lines.push(cells[best.at] ?? '')
  }
  if (heading && !looksLikeUrl(heading.cells[best.at] ?? '')) lines[heading.line - 1] = ''
  return lines
}

/**
 * Returns true if all rows have the same number of cells, two at least. URLs can hold commas and semicolons, so with
 * these the first row has to be a heading.
 */
function isTable(rows: Row[], separator: string): boolean {
  const [heading] = rows
  const width = heading?.cells.length ?? 0
  if (!heading || width < 2 || rows.length < 2) return false
  if (rows.slice(1, -1).some(({ cells }) => cells.length !== width)) return false
  const isPlain = heading.cells.every((cell) => cell !== '' && !/[/?]/.test(cell) && !looksLikeUrl(cell))
  return separator === '\t' || isPlain
}

/** Reads CSV as in RFC 4180: cells can be quoted, and quoted cells can hold line breaks. */
export function readRows(text: string, separator: string): Row[] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n?|\\n|$)`, 'y')
  const rows: Row[] = []
  let line = 1
  let row: Row = { line, cells: [] }
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (!match) return []
    const [whole, quoted, plain = '', end] = match
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    line += whole.match(/\r\n?|\n/g)?.length ?? 0
    if (end === separator && cell.lastIndex < text.length) continue
    if (row.cells.some((text) => text !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  return rows
}

/** Reads each line that is not blank. */
export function readUrlLines(lines: readonly string[]): UrlLine[] {
  const first = new Map<string, number>()
  const found: UrlLine[] = []
  for (const [at, text] of lines.entries()) {
    if (text.trim() === '') continue
    const line = at + 1
    const read = readUrl(text.trim())
    const key = read.url === null ? null : urlKey(read.url)
    const same = key === null ? undefined : first.get(key)
    if (key !== null && same === undefined) first.set(key, line)
    found.push({ line, text, isGuess: read.url !== null && !hasScheme(text.trim()), sameAs: same ?? null, ...read })
  }
  return found
}

/** Reads a text that is trimmed. */
export function readUrl(text: string): Pick<UrlLine, 'url' | 'problem'> {
  const wrong = (problem: LineProblem) => ({ url: null, problem })
  if (/\s/.test(text)) return wrong('has_space')
  if (hasScheme(text) && !/^https?:\/\//i.test(text)) return wrong('other_scheme')
  const url = looksLikeUrl(text) ? URL.parse(withScheme(text)) : null
  if (!url) return wrong('not_url')
  url.hash = ''
  if (url.username !== '' || url.password !== '') return wrong('has_credentials')
  if (url.href.length > maxUrlLength) return wrong('too_long')
  return { url: url.href, problem: null }
}

/** Splits a text at white space, commas and semicolons. */
const splitEntries = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)
