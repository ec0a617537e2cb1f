import { isSameUrl, urlKey } from '#contract/url-key.ts'
import { type Alternate, readAlternate } from '../facts/link-elements.ts'
import type { PageFacts } from '../page-facts.ts'
import type { SitemapVersions } from '../probe.ts'
import { sitemapsOf } from './sitemaps.ts'

/** A language version that the page, its Link header or its entry in a sitemap names. */
export type Version = Omit<Alternate, 'source'> & {
  source: Alternate['source'] | 'sitemap'
  /** For a link of a sitemap, its place there, and if the version has an entry in the same file. */
  place?: { url: string; line: number; listed: boolean }
}

export type VersionsInSitemaps = {
  items: Version[]
  total: number
  /** Links that are ignored because of their namespace. Null if there are others. */
  ignored: (NonNullable<SitemapVersions['ignored']> & { url: string }) | null
  /** Returns true if the entry of `from` links to `to`. */
  links: (from: string, to: string) => boolean
  /** Every entry that links to the page is known, of the files that were read, and of all. */
  hasAllReturns: boolean
  whole: boolean
  /** More than one file lists URLs. */
  several: boolean
}

type Facts = Pick<PageFacts, 'probes' | 'robots' | 'response'>

/** Collects the versions that the page's entry in the sitemaps has, or else that of its canonical URL. */
export function versionsInSitemaps(facts: Facts, canonical: string | null): VersionsInSitemaps {
  const { read, unread } = sitemapsOf(facts)
  const files = read.flatMap(({ url, sitemap: { versions } }) => (versions ? [{ url, ...versions }] : []))
  const named = (page: string | null) =>
    files.flatMap(({ url, links }) =>
      links.items
        .filter(({ entry }) => page !== null && isSameUrl(entry, page))
        .map(({ hreflang, href, line, listed }): Version => ({
          source: 'sitemap',
          ...readAlternate({ hreflang, href, inHead: true, at: null }, url),
          place: { url, line, listed },
        })),
    )
  const own = named(facts.response.finalUrl)
  const items = own.length > 0 ? own : named(canonical)
  const returns = files.map(({ returns: list }) => list)
  // Stored facts that would take too much room are cut.
  const hasAllReturns = returns.every(
    ({ items: kept, total }) => kept.length === total && !kept.some(({ from }) => from.endsWith('…')),
  )
  const ends = new Map<string, Set<string>>()
  for (const { from, to } of returns.flatMap((list) => list.items))
    ends.set(urlKey(from), (ends.get(urlKey(from)) ?? new Set()).add(urlKey(to)))
  const [ignored = null] = files.flatMap((file) => (file.ignored ? [{ ...file.ignored, url: file.url }] : []))
  return {
    items,
    total: items.length === 0 ? 0 : files.reduce((sum, { links }) => sum + links.total, 0),
    ignored: items.length === 0 ? ignored : null,
    links: (from, to) => ends.get(urlKey(from))?.has(urlKey(to)) ?? false,
    hasAllReturns,
    whole: unread === null && hasAllReturns,
    several: read.filter(({ sitemap }) => sitemap.kind !== 'index').length > 1,
  }
}

const nameOf = { link: 'the HTML', header: 'the Link header', sitemap: 'the sitemap' } as const

/** Returns “the sitemap” for a source of versions. */
export const sourceName = ({ source }: Version): string => nameOf[source]

/** Returns “ in the sitemap” if versions are there, with the other places that have some, or an empty text. */
export function placesOf(versions: readonly Version[]): string {
  const sources = new Set(versions.map(({ source }) => source))
  if (!sources.has('sitemap')) return ''
  const names = (['link', 'header', 'sitemap'] as const)
    .filter((source) => sources.has(source))
    .map((source) => nameOf[source])
  const last = names.pop() ?? ''
  return ` in ${names.length === 0 ? last : `${names.join(', ')} and ${last}`}`
}
