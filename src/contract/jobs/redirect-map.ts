import { urlKey } from '../url-key.ts'
import { maxJobUrls } from './job.ts'
import { type LineProblem, looksLikeUrl, readRows, readUrl } from './url-list.ts'

/** A row of a redirect map as it was sent, with the number of its line from 1. */
export type RedirectText = { line: number; old: string; expected: string }

/** The reason for refusing a row: a URL is missing or wrong, or another line expects something else of the old URL. */
export type RedirectProblem =
  | { kind: 'needs_two' }
  | { kind: 'old' | 'expected'; why: LineProblem }
  | { kind: 'contradiction'; line: number }

/** `chain`: the expected URL is itself an old one, so it redirects again. `loop`: the rows lead back to themselves. */
export const mapFaults = ['chain', 'loop'] as const
export type MapFault = (typeof mapFaults)[number]

/** The URLs of a row in normal form, and their keys, by which they are compared. */
export type RedirectUrls = { old: string; expected: string; keys: { old: string; expected: string } }

/** A row that was read. The URLs are null if it has a problem. */
export type RedirectLine = RedirectText & {
  urls: RedirectUrls | null
  problem: RedirectProblem | null
  /** The first line with the same old URL, if it is not this one. */
  sameAs: number | null
}

/** Safety limit for the lines of a map, blank ones included. */
const maxLines = 4 * maxJobUrls

/**
 * Splits a redirect map into its rows: CSV as spreadsheets write it, with commas, semicolons or tabs, a byte order mark
 * and quotes, or two URLs a line with spaces between them. A heading tells which columns hold the URLs; they are the
 * first two otherwise. Returns null for too many rows, before all of them are read.
 */
export function splitRedirects(given: string): RedirectText[] | null {
  const text = given.replace(/^\ufeff/, '')
  if (countLines(text, maxLines) > maxLines) return null
  const named = /^sep=([;,\t])\r?\n/i.exec(text)
  const separator = named?.[1] ?? separatorOf(text)
  // The line that names the separator becomes a blank one, so that the lines keep their numbers.
  const body = named ? text.slice(named[0].length - 1) : text
  const rows = separator === ' ' ? splitAtSpaces(body) : readRows(body, separator)
  const columns = columnsIn(rows[0]?.cells ?? [])
  const found = (columns.isHeading ? rows.slice(1) : rows).map(({ line, cells }) => ({
    line,
    old: cells[columns.old] ?? '',
    expected: cells[columns.expected] ?? '',
  }))
  return found.length > maxJobUrls ? null : found
}

function countLines(text: string, most: number): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at >= 0 && lines <= most; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Returns the separator by which most of the first rows are two URLs. A space is none in CSV. */
function separatorOf(text: string): string {
  const sample = text.slice(0, 20_000)
  const weights = ['\t', ';', ',', ' '].map((separator) => {
    const rows = separator === ' ' ? splitAtSpaces(sample) : readRows(sample, separator)
    const weight = rows.filter(({ cells }) => cells.filter(isTarget).length >= 2).length
    return { separator, weight }
  })
  return weights.reduce((best, one) => (one.weight > best.weight ? one : best), { separator: ',', weight: 0 }).separator
}

const splitAtSpaces = (text: string) =>
  text.split(/\r\n?|\n/).flatMap((row, at) => {
    const cells = row.split(/\s+/).filter(Boolean)
    return cells.length === 0 ? [] : [{ line: at + 1, cells }]
  })

/** A URL, or a path on the host of the old URL. */
const isTarget = (cell: string) => looksLikeUrl(cell) || cell.startsWith('/')

const oldHeading = /^(?:old|from|source|current|original|legacy|alte?|von|quelle)\b/i
const expectedHeading = /^(?:expected|new|to|target|destination|redirects? to|neue?|nach|ziel)\b/i

/** Returns where the URLs of rows are, and whether the first row names them. */
function columnsIn(cells: readonly string[]) {
  const isHeading = cells.length > 0 && !cells.some((cell) => looksLikeUrl(cell) || cell.includes('/'))
  const find = (pattern: RegExp) => (isHeading ? cells.findIndex((cell) => pattern.test(cell)) : -1)
  const [old, expected] = [find(oldHeading), find(expectedHeading)]
  return old >= 0 && expected >= 0 ? { isHeading, old, expected } : { isHeading, old: 0, expected: 1 }
}

/**
 * Returns a function that reads the rows of one map, one after the other. An old URL without a scheme gets `https://`,
 * and an expected path is one on its host.
 */
export function createRedirectReader(): (row: RedirectText) => RedirectLine {
  const first = new Map<string, { line: number; expected: string }>()
  return (row) => {
    const refuse = (problem: RedirectProblem): RedirectLine => ({ ...row, urls: null, problem, sameAs: null })
    if (row.old === '' || row.expected === '') return refuse({ kind: 'needs_two' })
    const old = readUrl(row.old)
    if (old.problem) return refuse({ kind: 'old', why: old.problem })
    const isPath = row.expected.startsWith('/') && !row.expected.startsWith('//')
    const absolute = isPath ? URL.parse(row.expected, old.url ?? undefined)?.href : row.expected
    const expected = readUrl(absolute ?? row.expected)
    if (expected.problem) return refuse({ kind: 'expected', why: expected.problem })
    const keys = { old: urlKey(old.url ?? ''), expected: urlKey(expected.url ?? '') }
    const before = first.get(keys.old)
    if (before && before.expected !== keys.expected) return refuse({ kind: 'contradiction', line: before.line })
    if (!before) first.set(keys.old, { line: row.line, expected: keys.expected })
    const urls = { old: old.url ?? '', expected: expected.url ?? '', keys }
    return { ...row, urls, problem: null, sameAs: before?.line ?? null }
  }
}

/** Reads every row of a map. */
export const readRedirects = (rows: readonly RedirectText[]): RedirectLine[] => rows.map(createRedirectReader())

/** Returns the faults of a map by line: the rows whose expected URL is itself an old one that is to move. */
export function faultsIn(rows: readonly ({ line: number } & Pick<RedirectUrls, 'keys'>)[]): Map<number, MapFault> {
  const next = new Map<string, string>()
  for (const { keys } of rows)
    // A URL that stays as it is ends every chain.
    if (keys.old !== keys.expected && !next.has(keys.old)) next.set(keys.old, keys.expected)
  const known = new Map<string, MapFault | null>()
  const faults = new Map<number, MapFault>()
  for (const { line, keys } of rows) {
    const fault = faultFrom(keys.old, next, known)
    if (fault) faults.set(line, fault)
  }
  return faults
}

/** Follows the rows from an old URL to their end. Each URL is followed once for all rows. */
function faultFrom(start: string, next: ReadonlyMap<string, string>, known: Map<string, MapFault | null>) {
  const path: string[] = []
  const seen = new Set<string>()
  let url = start
  for (let to = next.get(url); to !== undefined && !known.has(url) && !seen.has(url); to = next.get(url)) {
    seen.add(url)
    path.push(url)
    url = to
  }
  const isLoop = seen.has(url) || known.get(url) === 'loop'
  for (const passed of path.toReversed()) {
    const isLast = !next.has(next.get(passed) ?? '')
    known.set(passed, isLoop ? 'loop' : isLast ? null : 'chain')
  }
  return known.get(start) ?? null
}
