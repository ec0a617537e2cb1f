import { evidenceLimit } from '#contract/reports/analysis.ts'
import { isSameUrl } from '#contract/url-key.ts'
import type { Link, LinkFacts } from './links.ts'
import { clip, type Cut, limits } from './text.ts'
import { attribute } from './tree.ts'
import { withoutFragment } from './urls.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

/**
 * The places on the page that fragments of URLs lead to: IDs, and names of anchors (HTML standard, 7.4.6.4). `isWhole`
 * is false if some are not listed. `missing` are the links to places on the page itself that it lacks.
 */
export type FragmentFacts = { places: string[]; isWhole: boolean; missing: Cut<FragmentLink> }

/** A link to a place on a page. `url` has the fragment. */
export type FragmentLink = { url: string; at: Ordinal }

/** Safety limits for the IDs that are kept, which few pages reach. */
const maxPlaces = 500
const maxLength = 100

export function collectFragments() {
  const places = new Set<string>()
  const handlers: Handlers = {
    a(element, { noscript, shadow }) {
      const name = attribute(element, 'name')
      if (name && !noscript && !shadow) places.add(name)
    },
  }
  const onMarked: OnElement = (_, { id, noscript, shadow }) => {
    if (id && !noscript && !shadow) places.add(id)
  }
  /** @param isCut true if elements of the page are missing */
  const finish = (links: LinkFacts, finalUrl: string, isCut: boolean): FragmentFacts => {
    const own = isCut ? [] : linksToPlaces(links).filter(({ url }) => isSameUrl(url, finalUrl))
    const missing = own.filter(({ url }) => !hasPlace(places, url))
    const kept = [...places].filter((place) => place.length <= maxLength).slice(0, maxPlaces)
    return {
      places: kept.map((place) => clip(place, maxLength)),
      isWhole: !isCut && kept.length === places.size,
      missing: { items: missing.slice(0, evidenceLimit), total: missing.length },
    }
  }
  return { handlers, onMarked, finish }
}

/**
 * Returns the internal links of a page to places on other pages, each URL once. A crawl looks for these, see
 * {@link lacksPlace}.
 */
export function linksToOtherPlaces(links: Pick<LinkFacts, 'items'>, finalUrl: string): FragmentLink[] {
  const found = linksToPlaces(links).filter(({ url }) => !isSameUrl(url, finalUrl))
  return [...new Map(found.toReversed().map((link) => [link.url, link])).values()].toReversed()
}

/** Returns true if a page certainly lacks the place that a URL's fragment names, unless a script adds it. */
export const lacksPlace = (fragments: FragmentFacts | undefined, url: string): boolean =>
  fragments !== undefined && fragments.isWhole && !hasPlace(new Set(fragments.places), url)

/** Returns the internal links whose fragments name a place on a page. */
export const linksToPlaces = ({ items }: Pick<LinkFacts, 'items'>): FragmentLink[] =>
  items.flatMap(({ url, internal, noscript, at }: Link) =>
    url !== null && internal && !noscript && placeNamedBy(url) !== null ? [{ url, at }] : [],
  )

/**
 * Returns the fragment of a URL. Null without one, for the top of a page, and for those that scripts read: routes such
 * as `#/cart` and states such as `#page=2`.
 */
export function placeNamedBy(url: string): string | null {
  if (url.length >= limits.url) return null
  const fragment = url.slice(withoutFragment(url).length + 1).replace(/:~:[^]*$/, '')
  return fragment === '' || /^(?:top$|[/!])|[=&]/i.test(fragment) ? null : fragment
}

function hasPlace(places: ReadonlySet<string>, url: string): boolean {
  const place = placeNamedBy(url)
  return place === null || places.has(place) || places.has(decoded(place))
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
