import { urlKey } from '#contract/url-key.ts'
import type { Header } from '../fetched-page.ts'
import { clip, clipOrNull, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, tokens } from './tree.ts'
import { isAbsolute, isHttp, resolve, withoutFragment } from './urls.ts'
import type { Handlers, Ordinal } from './walk.ts'

export type Canonical = {
  source: 'link' | 'header'
  href: string
  /** Resolved; null if it is not an HTTP(S) URL. */
  url: string | null
  absolute: boolean
  inHead: boolean
  at: Ordinal | null
}

type FoundCanonical = { href: string; inHead: boolean; at: number }

/** Canonicals of the head and the headers that Google ignores because of an attribute of another kind of link. */
export type IgnoredCanonicalFacts = Cut<
  Pick<Canonical, 'source' | 'href' | 'url' | 'absolute' | 'at'> & { attribute: string }
>

/** Attributes that make a link an alternate version. Google does not treat such a link as canonical. */
const qualifiers = ['hreflang', 'lang', 'media', 'type']

/** Collects rel=canonical of link elements and Link headers. */
export function collectCanonicals(headers: Header[]) {
  const found: FoundCanonical[] = []
  const qualified: (FoundCanonical & { attribute: string })[] = []
  const handlers: Handlers = {
    link(element, { ordinal, inHead, noscript }) {
      if (noscript || !tokens(attribute(element, 'rel')).includes('canonical')) return
      const qualifier = qualifiers.find((name) => attribute(element, name) !== null)
      if (qualifier !== undefined) {
        const href = attribute(element, 'href') ?? ''
        if (inHead) qualified.push({ href, inHead, at: ordinal, attribute: qualifier })
        return
      }
      found.push({ href: attribute(element, 'href') ?? '', inHead, at: ordinal })
    },
  }
  const finish = (base: string, finalUrl: string): Cut<Canonical> & { ignored: IgnoredCanonicalFacts } => {
    const canonicals = cutList<Canonical>()
    const ignored = cutList<IgnoredCanonicalFacts['items'][number]>()
    for (const { href, at, attribute: name } of qualified)
      ignored.add(() => ({ source: 'link', ...readCanonical(href, base), at, attribute: name }))
    for (const { href, inHead, at } of found) {
      canonicals.add(() => ({ source: 'link', ...readCanonical(href, base), inHead, at }))
    }
    for (const [name, value] of headers) {
      if (name !== 'link') continue
      for (const { href, params } of readLinkHeader(value)) {
        if (!tokens(params.get('rel') ?? null).includes('canonical')) continue
        const qualifier = qualifiers.find((qualifier) => params.has(qualifier))
        if (qualifier !== undefined) {
          ignored.add(() => ({ source: 'header', ...readCanonical(href, finalUrl), at: null, attribute: qualifier }))
          continue
        }
        canonicals.add(() => ({ source: 'header', ...readCanonical(href, finalUrl), inHead: true, at: null }))
      }
    }
    return { ...plain(canonicals), ignored: plain(ignored) }
  }
  return { handlers, finish }
}

function readCanonical(href: string, base: string): Pick<Canonical, 'href' | 'url' | 'absolute'> {
  const url = href.trim() === '' ? null : resolve(href, base)
  return {
    href: clip(href, limits.url),
    url: url && isHttp(url) ? clip(url.href, limits.url) : null,
    absolute: isAbsolute(href),
  }
}

/** Returns the canonicals that search engines use. */
export const countedCanonicals = ({ items }: Cut<Canonical>) => items.filter(({ inHead }) => inHead)

/** Returns the different URLs that canonicals name, each as it was first written; null for those that are invalid. */
export function distinctCanonicals(canonicals: readonly Canonical[]): (string | null)[] {
  const found = new Map<string | null, string | null>()
  for (const { url } of canonicals) {
    const key = url === null ? null : urlKey(url)
    if (!found.has(key)) found.set(key, url === null ? null : withoutFragment(url))
  }
  return [...found.values()]
}

/**
 * Returns the URL that all canonicals name, without fragment; null if there is none, or if they contradict each other.
 */
export function namedCanonical(canonicals: Cut<Canonical>): string | null {
  const [only = null, ...others] = distinctCanonicals(countedCanonicals(canonicals))
  return others.length === 0 ? only : null
}

/** A language alternate of the page, by link element or Link header. */
export type Alternate = {
  source: 'link' | 'header'
  /** The attribute without surrounding white space. */
  hreflang: string
  /** White space surrounds it. Older reports don't tell. */
  spaced?: true
  href: string
  /** Resolved; null if it is not an HTTP(S) URL. */
  url: string | null
  absolute: boolean
  inHead: boolean
  at: Ordinal | null
}
export type AlternateFacts = Cut<Alternate>

type FoundAlternate = Pick<Alternate, 'hreflang' | 'href' | 'inHead' | 'at'>

/** Collects rel=alternate with hreflang. A link in the body is kept too, although search engines ignore it. */
export function collectAlternates(headers: Header[]) {
  const found: FoundAlternate[] = []
  const handlers: Handlers = {
    link(element, { ordinal, inHead, noscript }) {
      const hreflang = attribute(element, 'hreflang')
      if (noscript || hreflang === null || !isAlternate(attribute(element, 'rel'))) return
      found.push({ hreflang, href: attribute(element, 'href') ?? '', inHead, at: ordinal })
    },
  }
  const finish = (base: string, finalUrl: string): AlternateFacts => {
    const alternates = cutList<Alternate>()
    for (const alternate of found) alternates.add(() => ({ source: 'link', ...readAlternate(alternate, base) }))
    for (const [name, value] of headers) {
      if (name !== 'link') continue
      for (const { href, params } of readLinkHeader(value)) {
        const hreflang = params.get('hreflang')
        if (hreflang === undefined || !isAlternate(params.get('rel') ?? null)) continue
        alternates.add(() => ({
          source: 'header',
          ...readAlternate({ hreflang, href, inHead: true, at: null }, finalUrl),
        }))
      }
    }
    return plain(alternates)
  }
  return { handlers, finish }
}

/** True for the rel of another version of the page, not of a stylesheet. */
export function isAlternate(rel: string | null): boolean {
  const words = tokens(rel)
  return words.includes('alternate') && !words.includes('stylesheet')
}

export function readAlternate({ hreflang, href, inHead, at }: FoundAlternate, base: string): Omit<Alternate, 'source'> {
  const url = href.trim() === '' ? null : resolve(href, base)
  return {
    hreflang: clip(hreflang.slice(0, 200).trim(), 100),
    ...(/^\s|\s$/.test(hreflang) && { spaced: true as const }),
    href: clip(href, limits.url),
    url: url && isHttp(url) ? clip(url.href, limits.url) : null,
    absolute: isAbsolute(href),
    inHead,
    at,
  }
}

/** `url` is resolved; null if it is not an HTTP(S) URL. `rel` is one of {@link iconRels}. */
export type Icon = {
  url: string | null
  href: string
  rel: string
  sizes: string | null
  type: string | null
  at: Ordinal
}
/** Icons declared in the head, in document order. */
export type IconFacts = Cut<Icon>

/** The first of these in a link decides its type. "shortcut icon" is an old form of icon. */
const iconRels = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'mask-icon', 'fluid-icon'] as const

/** Icons that are declared outside the head, where Google doesn't look for them. */
export type OutsideIconFacts = Cut<Ordinal>

export function collectIcons() {
  const found: Omit<Icon, 'url'>[] = []
  const outside = cutList<Ordinal>()
  const handlers: Handlers = {
    link(element, { ordinal, inHead, noscript }) {
      if (noscript) return
      const rels = tokens(attribute(element, 'rel'))
      const rel = iconRels.find((name) => rels.includes(name))
      const href = attribute(element, 'href')?.trim()
      if (!rel || !href) return
      if (!inHead) return void outside.add(() => ordinal)
      found.push({ href, rel, sizes: attribute(element, 'sizes'), type: attribute(element, 'type'), at: ordinal })
    },
  }
  const finish = (base: string): IconFacts & { outside: OutsideIconFacts } => {
    const icons = cutList<Icon>()
    for (const { href, rel, sizes, type, at } of found) {
      icons.add(() => {
        const url = resolve(href, base)
        return {
          url: url && isHttp(url) && url.href.length <= limits.url ? url.href : null,
          href: clip(href, limits.text),
          rel,
          sizes: clipOrNull(sizes, 100),
          type: clipOrNull(type, 100),
          at,
        }
      })
    }
    return { ...plain(icons), outside: plain(outside) }
  }
  return { handlers, finish }
}

/** True for an icon that is written into the page. */
export const isEmbedded = ({ href }: Pick<Icon, 'href'>) => /^data:image\//i.test(href)

/** Google's minimum size in pixels for search results. */
const minIconSize = 48

/**
 * Returns the icon to request: of those that search engines use, the first that is an SVG or large enough, else the
 * first. Returns null if no URL can be requested, so that /favicon.ico is used instead.
 */
export function bestIcon(
  { items }: IconFacts,
  canRequest: (url: string) => boolean = () => true,
): (Icon & { url: string }) | null {
  const readable = items.filter((icon): icon is Icon & { url: string } => icon.url !== null && canRequest(icon.url))
  for (const rel of ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed']) {
    const ofRel = readable.filter((icon) => tokens(icon.rel).includes(rel))
    const best = ofRel.find(isLargeEnough) ?? ofRel[0]
    if (best) return best
  }
  return null
}

function isLargeEnough({ sizes, type, url }: Icon): boolean {
  const given = tokens(sizes)
  if (given.includes('any') || type === 'image/svg+xml' || url?.split(/[?#]/)[0]?.endsWith('.svg')) return true
  return given.some((size) => Number(/^(\d{1,5})x\d{1,5}$/.exec(size)?.[1] ?? 0) >= minIconSize)
}

/**
 * Returns the links of one Link header (RFC 8288). Invalid parts are skipped. Parameter names are in lower case, and
 * the first of a name counts.
 */
export function readLinkHeader(value: string): { href: string; params: Map<string, string> }[] {
  const links: { href: string; params: Map<string, string> }[] = []
  let at = 0
  for (;;) {
    const open = value.indexOf('<', at)
    const close = open < 0 ? -1 : value.indexOf('>', open)
    if (close < 0) return links
    const params = new Map<string, string>()
    at = readParams(value, close + 1, params)
    links.push({ href: value.slice(open + 1, close).trim(), params })
  }
}

/** Reads `; name="value"` pairs up to the comma that ends the link. Returns the end position. */
function readParams(value: string, from: number, params: Map<string, string>): number {
  let at = from
  for (;;) {
    const end = endOfParam(value, at)
    const pair = value.slice(at, end)
    const equals = pair.indexOf('=')
    const name = (equals < 0 ? pair : pair.slice(0, equals)).trim().toLowerCase()
    if (name && !params.has(name)) params.set(name, equals < 0 ? '' : unquote(pair.slice(equals + 1).trim()))
    if (value.charAt(end) !== ';') return end + 1
    at = end + 1
  }
}

function endOfParam(value: string, from: number): number {
  let quoted = false
  for (let at = from; at < value.length; at++) {
    const char = value.charAt(at)
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (!quoted && (char === ';' || char === ',')) return at
  }
  return value.length
}

const unquote = (text: string) =>
  text.startsWith('"')
    ? text.slice(1, text.endsWith('"') && text.length > 1 ? -1 : undefined).replace(/\\(.)/g, '$1')
    : text
