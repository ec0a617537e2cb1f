import type { Lastmods, SitemapFault, SitemapReading } from '#analyser/probe.ts'
import { urlKey } from '#contract/url-key.ts'
import { maxUrlLength } from '#contract/values.ts'
import { normaliseUrl } from '../page-url.ts'
import { SitemapContents } from './contents.ts'
import { collectVersions, type EntryCollector } from './versions.ts'

/** The content of a sitemap as read so far. */
export type SitemapListing = Pick<SitemapReading, 'kind' | 'urls' | 'children' | 'problem'> & {
  /** The first sitemaps that an index lists. */
  childUrls: string[]
  found: string[]
  versions: EntryCollector
  /** Counts a URL and notes whether it is one of those to look for. */
  addUrl: (text: string) => void
  addChild: (text: string) => void
  /** Counts the date of a URL or of a listed sitemap, or notes that it isn't one. */
  addLastmod: (text: string, line: number, of: 'url' | 'sitemap') => void
  addFault: (kind: SitemapFault['kind'], text: string, line: number) => void
  faults: () => SitemapFault[]
  lastmods: () => Lastmods
  hosts: () => NonNullable<SitemapReading['hosts']>
  /** Keeps the first problem only. */
  addProblem: (text: string, line: number) => void
}

/** Safety limit: after this many different dates, further ones are only counted. */
const maxDates = 5000
const keptDates = 20
const maxHosts = 10

/** The URLs to look for; or the contents, which are filled for all. */
export type LookFor = string[] | SitemapContents

type ListingOptions = {
  lookFor: LookFor
  maxUrls: number
  maxChildren: number
  /** Called with the text of each URL, up to the limit of one sitemap. */
  onUrl: (text: string) => void
}

export function createListing({ lookFor, maxUrls, maxChildren, onUrl }: ListingOptions): SitemapListing {
  const missing = new Map<string, string>()
  const contents = lookFor instanceof SitemapContents ? lookFor : null
  const wantedUrls = lookFor instanceof SitemapContents ? [] : lookFor
  for (const url of wantedUrls) missing.set(urlKey(url), url)
  const childKeys = new Set<string>()
  const dates = new Map<string, number>()
  const faults = new Map<SitemapFault['kind'], SitemapFault>()
  const hosts = new Map<string, { host: string; urls: number; url: string }>()
  let dated = 0
  let latest: Lastmods['latest']
  return {
    kind: 'unknown',
    urls: 0,
    children: 0,
    problem: null,
    childUrls: [],
    found: [],
    versions: contents ?? collectVersions(wantedUrls, maxUrls),
    addUrl(text) {
      this.urls += 1
      if (this.urls > maxUrls) return
      onUrl(text)
      const host = /^\s{0,99}https?:\/\/([^/?#\s]{1,255})/i.exec(text)?.[1]?.toLowerCase()
      if (host !== undefined) {
        const known = hosts.get(host)
        if (known) known.urls += 1
        else if (hosts.size < maxHosts) hosts.set(host, { host, urls: 1, url: text.trim().slice(0, maxUrlLength) })
      }
      contents?.addUrl(text)
      if (missing.size === 0) return
      const key = urlKey(text.trim())
      const wanted = missing.get(key)
      if (wanted === undefined) return
      missing.delete(key)
      this.found.push(wanted)
    },
    addChild(text) {
      this.children += 1
      if (this.childUrls.length >= maxChildren) return
      const url = normaliseUrl(text)
      if (url === null || url.length > maxUrlLength || childKeys.has(urlKey(url))) return
      childKeys.add(urlKey(url))
      this.childUrls.push(url)
    },
    addLastmod(text, line, of) {
      if (!isW3cDatetime(text.trim())) this.addFault('date', text, line)
      const date = /^\d{4}(?:-\d\d(?:-\d\d(?:T\d\d)?)?)?(?!\d)/.exec(text.trim())?.[0]
      if (date === undefined || !isDay(date) || of === 'sitemap') return
      dated += 1
      const day = date.slice(0, 10)
      if (latest === undefined || day > latest.date) latest = { date: day, line }
      const urls = dates.get(date)
      if (urls !== undefined || dates.size < maxDates) dates.set(date, (urls ?? 0) + 1)
    },
    addFault(kind, text, line) {
      const known = faults.get(kind)
      if (known) known.count += 1
      else faults.set(kind, { kind, count: 1, text: text.trim().slice(0, maxFaultLength).toWellFormed(), line })
    },
    faults: () => [...faults.values()],
    lastmods: () => ({
      total: dated,
      most: [...dates]
        .map(([date, urls]) => ({ date, urls }))
        .toSorted((a, b) => b.urls - a.urls || (a.date < b.date ? -1 : 1))
        .slice(0, keptDates),
      ...(latest && { latest }),
    }),
    hosts: () => [...hosts.values()],
    addProblem(text, line) {
      this.problem ??= { text: text.charAt(0).toUpperCase() + text.slice(1), line }
    },
  }
}

const maxFaultLength = 200

/** A year, a month, a day, or a time with its zone (https://www.w3.org/TR/NOTE-datetime). */
const w3cDatetime =
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-\d\d(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?)?)?$/

const isW3cDatetime = (text: string) => w3cDatetime.test(text) && (text.length < 10 || isDay(text))

/** Returns whether a text begins with a day of the calendar, or is a month or year alone. */
function isDay(text: string): boolean {
  const day = text.slice(0, 10)
  const at = Date.parse(day)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
}

/** Parses text as it arrives. `isDone` means that no further text can change the listing. */
export type SitemapParser = { write: (text: string) => void; end: () => void; isDone: () => boolean }

const maxLineLength = 16 * 1024

/** Parses a sitemap in plain text, with one URL per line. */
export function parseLines(listing: SitemapListing): SitemapParser {
  let rest = ''
  let lineNumber = 0
  let isDone = false
  listing.kind = 'text'

  const addLine = (line: string) => {
    lineNumber += 1
    const text = line.trim()
    if (text === '') return
    if (normaliseUrl(text) === null) listing.addProblem('this line isn’t a URL', lineNumber)
    else listing.addUrl(text)
  }
  return {
    write(text) {
      const whole = rest + text
      // Its line feed may still arrive.
      const held = whole.endsWith('\r') ? '\r' : ''
      const lines = whole.slice(0, whole.length - held.length).split(/\r\n|[\r\n]/)
      rest = (lines.pop() ?? '') + held
      for (const line of lines) addLine(line)
      if (rest.length <= maxLineLength) return
      listing.addProblem('this line is too long', lineNumber + 1)
      isDone = true
    },
    end: () => addLine(rest),
    isDone: () => isDone,
  }
}
