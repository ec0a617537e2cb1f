import type { SitemapReading, SitemapVersions } from '#analyser/probe.ts'
import { urlKey } from '#contract/url-key.ts'
import { maxUrlLength } from '#contract/values.ts'
import { HashTable } from './hash-table.ts'
import {
  type EntryCollector,
  type EntryLink,
  hashOf,
  keyOfEntry,
  keptLink,
  keptNamespace,
  maxKept,
  xhtml,
} from './versions.ts'

/**
 * What a sitemap says about every page, so that the pages of a crawl need not read it one by one. URLs are kept as
 * hashes of 48 bits, texts as bytes.
 */
export class SitemapContents implements EntryCollector {
  /** The URLs that were too long to be taken. */
  tooLong = 0
  /** The position of each listed URL. */
  readonly #urls = new HashTable()
  /** The entries: the number of the record plus one, or zero without hreflang links. */
  readonly #entries = new HashTable()
  /** The targets of hreflang links: the number of the link. */
  readonly #links = new HashTable()
  readonly #records: EntryRecord[] = []
  readonly #namespaces = new Map<string, string>()
  readonly #batches: Buffer[] = []
  #maxEntries: number
  #listed = 0
  #read = 0
  #bytes = 0
  #entry = emptyEntry()

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get bytes() {
    return this.#bytes + this.#urls.bytes + this.#entries.bytes + this.#links.bytes
  }

  addUrl(text: string) {
    const hash = hashOf(urlKey(text.trim()))
    if (this.#urls.last(hash) === undefined) this.#urls.add(hash, this.#listed)
    this.#listed += 1
  }

  addBatch(urls: string[]) {
    const bytes = Buffer.from(urls.join('\n'))
    this.#batches.push(bytes)
    this.#bytes += bytes.length
  }

  /** Yields the listed URLs, normalised, in the batches in which they were read. */
  *batches(): Generator<string[]> {
    for (const bytes of this.#batches) yield bytes.toString().split('\n')
  }

  openEntry() {
    this.#entry = emptyEntry()
  }

  addLoc(text: string) {
    this.#entry.loc = text.trim()
  }

  addLink({ namespace, ...link }: EntryLink) {
    const entry = this.#entry
    if (namespace !== xhtml) {
      entry.ignored ??= { namespace: this.#intern(keptNamespace(namespace)), line: link.line }
      return
    }
    entry.total += 1
    if (entry.links.length < maxKept) entry.links.push(keptLink(link))
    if (link.href.length <= maxUrlLength) entry.targets.push(hashOf(urlKey(link.href.trim())))
  }

  closeEntry() {
    const entry = this.#entry
    this.#entry = emptyEntry()
    this.#read += 1
    const key = this.#read <= this.#maxEntries ? keyOfEntry(entry.loc) : null
    if (key === null) return
    const hash = hashOf(key)
    const { links, total, targets, ignored } = entry
    if (total === 0 && ignored === null) return this.#entries.add(hash, 0)
    const firstLink = this.#links.size
    for (const target of targets) {
      // One entry can link to a URL several times.
      if ((this.#links.last(target) ?? -1) < firstLink) this.#links.add(target, this.#links.size)
    }
    const record = { hash, key: Buffer.from(key), links: Buffer.from(JSON.stringify(links)), total, ignored, firstLink }
    this.#records.push(record)
    this.#entries.add(hash, this.#records.length)
    this.#bytes += record.key.length + record.links.length + recordBytes
  }

  /** Returns a collector's result for a page: nothing, because the contents serve all pages. */
  result(): null {
    return null
  }

  /** Completes the reading of the file for a page, as if the file had been read for these URLs alone. */
  readingFor(reading: SitemapReading, lookFor: string[]): SitemapReading {
    const pages = new Map(lookFor.map((url) => [hashOf(urlKey(url)), url]))
    const found = [...pages].flatMap(([hash, url]) => {
      const at = this.#urls.first(hash)
      return at === undefined ? [] : [{ at, url }]
    })
    const versions = this.#versionsOf(pages)
    return {
      ...reading,
      found: found.toSorted((a, b) => a.at - b.at).map(({ url }) => url),
      ...(versions && { versions }),
    }
  }

  #versionsOf(pages: Map<number, string>): SitemapVersions | null {
    const own = [...pages.keys()].flatMap((hash) => this.#entries.values(hash)).filter((number) => number > 0)
    const links: SitemapVersions['links'] = { items: [], total: 0 }
    let ignored: SitemapVersions['ignored'] = null
    for (const number of own.toSorted((a, b) => a - b)) {
      const record = this.#records[number - 1]
      if (!record) continue
      const entry = pages.get(record.hash) ?? ''
      const room = maxKept - links.items.length
      const kept = room > 0 ? (JSON.parse(record.links.toString()) as KeptLink[]).slice(0, room) : []
      for (const link of kept) links.items.push({ entry, ...link, listed: this.#isListed(link.href) })
      links.total += record.total
      ignored ??= record.ignored
    }
    const returns = this.#returnsTo(pages)
    return links.total + returns.total === 0 && ignored === null ? null : { links, returns, ignored }
  }

  #returnsTo(pages: Map<number, string>): SitemapVersions['returns'] {
    const links = [...pages].flatMap(([hash, to]) => this.#links.values(hash).map((link) => ({ link, to })))
    const returns: SitemapVersions['returns'] = { items: [], total: 0 }
    for (const { link, to } of links.toSorted((a, b) => a.link - b.link)) {
      const record = this.#recordOf(link)
      if (!record || pages.get(record.hash) === to) continue
      returns.total += 1
      if (returns.items.length < maxKept) returns.items.push({ from: record.key.toString(), to })
    }
    return returns
  }

  #isListed(href: string): boolean {
    return this.#entries.last(hashOf(urlKey(href.trim()))) !== undefined
  }

  /** Returns the record that has a link, the last one that begins with it or before. */
  #recordOf(link: number): EntryRecord | undefined {
    let [low, high] = [0, this.#records.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((this.#records[middle]?.firstLink ?? Infinity) <= link) low = middle
      else high = middle
    }
    return this.#records[low]
  }

  #intern(text: string): string {
    const known = this.#namespaces.get(text)
    if (known !== undefined) return known
    if (this.#namespaces.size < maxKept) this.#namespaces.set(text, text)
    return text
  }
}

type KeptLink = ReturnType<typeof keptLink>

const emptyEntry = () => ({
  loc: '',
  links: [] as KeptLink[],
  total: 0,
  targets: [] as number[],
  ignored: null as SitemapVersions['ignored'],
})

/** An entry with hreflang links. Those of the next one begin after its own. */
type EntryRecord = {
  hash: number
  key: Buffer
  links: Buffer
  total: number
  ignored: SitemapVersions['ignored']
  firstLink: number
}

/** Of the objects that hold a record. */
const recordBytes = 400
