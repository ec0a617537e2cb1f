import { hash } from 'node:crypto'
import type { SitemapVersion, SitemapVersions } from '#analyser/probe.ts'
import { urlKey } from '#contract/url-key.ts'
import { maxUrlLength } from '#contract/values.ts'

/** As many as the facts keep of a page's own links. */
export const maxKept = 1000
const maxCodeLength = 200
export const xhtml = 'http://www.w3.org/1999/xhtml'

/** A link with `hreflang` as the file has it, and its namespace. */
export type EntryLink = { hreflang: string; href: string; line: number; namespace: string }

/** Collects the entries of a sitemap while it is read. */
export type EntryCollector = {
  openEntry(): void
  addLoc(text: string): void
  addLink(link: EntryLink): void
  closeEntry(): void
  /** Returns null if nothing concerns the URLs to look for. */
  result(): SitemapVersions | null
}

type Entry = {
  loc: string
  links: Omit<SitemapVersion, 'entry' | 'listed'>[]
  total: number
  /** The URLs to look for that it links to. */
  targets: Set<string>
  ignored: SitemapVersions['ignored']
}

const emptyEntry = (): Entry => ({ loc: '', links: [], total: 0, targets: new Set(), ignored: null })

/**
 * Collects the language versions of the URLs to look for, and the entries that link back to them. Keeps the links of
 * one entry at a time, and of each other entry a hash.
 */
export function collectVersions(lookFor: string[], maxEntries: number): EntryCollector {
  const pages = new Map(lookFor.map((url) => [urlKey(url), url]))
  const links: SitemapVersions['links'] = { items: [], total: 0 }
  const returns: SitemapVersions['returns'] = { items: [], total: 0 }
  const entries = new Set<number>()
  let read = 0
  let ignored: SitemapVersions['ignored'] = null
  let entry = emptyEntry()

  const addEntry = (key: string) => {
    entries.add(hashOf(key))
    const page = pages.get(key)
    // One of the URLs to look for can be a version of another, such as a start page that redirects to a language.
    const targets = [...entry.targets].filter((to) => to !== page)
    returns.total += targets.length
    for (const to of targets) if (returns.items.length < maxKept) returns.items.push({ from: key, to })
    if (page === undefined) return
    for (const link of entry.links)
      if (links.items.length < maxKept) links.items.push({ entry: page, ...link, listed: false })
    links.total += entry.total
    ignored ??= entry.ignored
  }

  return {
    openEntry() {
      entry = emptyEntry()
    },
    addLoc(text: string) {
      entry.loc = text.trim()
    },
    addLink({ hreflang, href, line, namespace }: EntryLink) {
      if (pages.size === 0) return
      if (namespace !== xhtml) {
        entry.ignored ??= { namespace: keptNamespace(namespace), line }
        return
      }
      entry.total += 1
      if (entry.links.length < maxKept) entry.links.push(keptLink({ hreflang, href, line }))
      const target = href.length <= maxUrlLength ? pages.get(urlKey(href.trim())) : undefined
      if (target !== undefined) entry.targets.add(target)
    },
    closeEntry() {
      read += 1
      const key = pages.size > 0 && read <= maxEntries ? keyOfEntry(entry.loc) : null
      if (key !== null) addEntry(key)
      entry = emptyEntry()
    },
    result() {
      if (links.total + returns.total === 0 && ignored === null) return null
      const items = links.items.map((link) => ({ ...link, listed: entries.has(hashOf(urlKey(link.href.trim()))) }))
      return { links: { items, total: links.total }, returns, ignored }
    },
  }
}

/** Returns the key of an entry's URL. Null if it has none, or a longer one than is kept. */
export function keyOfEntry(loc: string): string | null {
  if (loc === '' || loc.length > maxUrlLength) return null
  const key = urlKey(loc)
  // Escapes can make it longer.
  return key.length <= maxUrlLength ? key : null
}

export const keptLink = ({ hreflang, href, line }: Omit<EntryLink, 'namespace'>) => ({
  hreflang: cut(hreflang, maxCodeLength),
  href: cut(href, maxUrlLength),
  line,
})
export const keptNamespace = (namespace: string) => cut(namespace, maxCodeLength)

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

/** 48 bits tell the entries of one file apart, in a small part of the memory of their URLs. */
export const hashOf = (key: string) => hash('sha1', key, 'buffer').readUIntBE(0, 6)
