import type { Header } from '../crawl.ts'
import type { Canonical, Cut } from '../page-facts.ts'
import { isAbsolute, isWeb, resolve } from './addresses.ts'
import { readLinkHeader } from './link-header.ts'
import { clip, cutList, limits, plain } from './text.ts'
import { attribute, tokens } from './tree.ts'
import type { Handlers } from './walk.ts'

type Found = { href: string; inHead: boolean; at: number }

/** Attributes that make a link an alternative for somebody; Google does not read such a link as canonical. */
const qualifiers = ['hreflang', 'lang', 'media', 'type']

/** rel=canonical of link elements and Link headers. */
export function collectCanonicals(headers: Header[]) {
  const found: Found[] = []
  const handlers: Handlers = {
    link(element, { ordinal, inHead, noscript }) {
      if (noscript || !tokens(attribute(element, 'rel')).includes('canonical')) return
      if (qualifiers.some((name) => attribute(element, name) !== null)) return
      found.push({ href: attribute(element, 'href') ?? '', inHead, at: ordinal })
    },
  }
  const finish = (base: string, finalUrl: string): Cut<Canonical> => {
    const canonicals = cutList<Canonical>()
    for (const { href, inHead, at } of found) {
      canonicals.add(() => ({ source: 'link', ...read(href, base), inHead, at }))
    }
    for (const [name, value] of headers) {
      if (name !== 'link') continue
      for (const { href, params } of readLinkHeader(value)) {
        if (!tokens(params.get('rel') ?? null).includes('canonical') || qualifiers.some((one) => params.has(one)))
          continue
        canonicals.add(() => ({ source: 'header', ...read(href, finalUrl), inHead: true, at: null }))
      }
    }
    return plain(canonicals)
  }
  return { handlers, finish }
}

function read(href: string, base: string): Pick<Canonical, 'href' | 'url' | 'absolute'> {
  const url = href.trim() === '' ? null : resolve(href, base)
  return {
    href: clip(href, limits.url),
    url: url && isWeb(url) ? clip(url.href, limits.url) : null,
    absolute: isAbsolute(href),
  }
}
