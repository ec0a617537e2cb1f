import type { SitemapReading } from '#analyser/crawl.ts'

/** What was found in a sitemap so far. */
export type Listing = Pick<SitemapReading, 'kind' | 'urls' | 'children' | 'problem'> & {
  /** The first of the sitemaps that an index lists. */
  childUrls: string[]
  found: string[]
  /** Counts an address, and sees whether it is looked for. */
  addUrl: (text: string) => void
  addChild: (text: string) => void
  /** The first thing that is wrong counts; it begins like a sentence. */
  report: (text: string, line: number) => void
}

export function createListing(lookFor: string[], childrenKept: number): Listing {
  const missing = new Map<string, string>()
  for (const url of lookFor) missing.set(addressOf(url) ?? url, url)
  return {
    kind: 'unknown',
    urls: 0,
    children: 0,
    problem: null,
    childUrls: [],
    found: [],
    addUrl(text) {
      this.urls += 1
      if (missing.size === 0) return
      const address = addressOf(text)
      const wanted = address === null ? undefined : missing.get(address)
      if (address === null || wanted === undefined) return
      missing.delete(address)
      this.found.push(wanted)
    },
    addChild(text) {
      this.children += 1
      if (this.childUrls.length >= childrenKept) return
      const address = addressOf(text)
      if (address !== null && !this.childUrls.includes(address)) this.childUrls.push(address)
    },
    report(text, line) {
      this.problem ??= { text: text.charAt(0).toUpperCase() + text.slice(1), line }
    },
  }
}

/** An address as browsers write it, without its fragment; null for what is none of the web. */
export function addressOf(text: string): string | null {
  const url = URL.parse(text.trim())
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url.href
}
