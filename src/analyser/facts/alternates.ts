import type { Header } from '../crawl.ts'
import type { Cut, Ordinal } from '../page-facts.ts'
import { isAbsolute, isWeb, resolve } from './addresses.ts'
import { readLinkHeader } from './link-header.ts'
import { clip, cutList, limits, plain } from './text.ts'
import { attribute, tokens } from './tree.ts'
import type { Handlers } from './walk.ts'

/** A version of the page in another language, by link element or Link header. */
export type Alternate = {
  source: 'link' | 'header'
  /** As written, without white space around it. */
  hreflang: string
  href: string
  /** Resolved; null when it is no http(s) address. */
  url: string | null
  absolute: boolean
  inHead: boolean
  at: Ordinal | null
}
export type AlternateFacts = Cut<Alternate>

type Found = Pick<Alternate, 'hreflang' | 'href' | 'inHead' | 'at'>

/** rel=alternate with hreflang. A link in the body is kept too, though it counts for nothing. */
export function collectAlternates(headers: Header[]) {
  const found: Found[] = []
  const handlers: Handlers = {
    link(element, { ordinal, inHead, noscript }) {
      const hreflang = attribute(element, 'hreflang')
      if (noscript || hreflang === null || !isAlternate(attribute(element, 'rel'))) return
      found.push({ hreflang, href: attribute(element, 'href') ?? '', inHead, at: ordinal })
    },
  }
  const finish = (base: string, finalUrl: string): AlternateFacts => {
    const alternates = cutList<Alternate>()
    for (const one of found) alternates.add(() => ({ source: 'link', ...read(one, base) }))
    for (const [name, value] of headers) {
      if (name !== 'link') continue
      for (const { href, params } of readLinkHeader(value)) {
        const hreflang = params.get('hreflang')
        if (hreflang === undefined || !isAlternate(params.get('rel') ?? null)) continue
        alternates.add(() => ({ source: 'header', ...read({ hreflang, href, inHead: true, at: null }, finalUrl) }))
      }
    }
    return plain(alternates)
  }
  return { handlers, finish }
}

function isAlternate(rel: string | null): boolean {
  const words = tokens(rel)
  return words.includes('alternate') && !words.includes('stylesheet')
}

function read({ hreflang, href, inHead, at }: Found, base: string): Omit<Alternate, 'source'> {
  const url = href.trim() === '' ? null : resolve(href, base)
  return {
    hreflang: clip(hreflang.slice(0, 200).trim(), 100),
    href: clip(href, limits.url),
    url: url && isWeb(url) ? clip(url.href, limits.url) : null,
    absolute: isAbsolute(href),
    inHead,
    at,
  }
}
