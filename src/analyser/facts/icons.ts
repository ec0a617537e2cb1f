import type { Cut, Ordinal } from '../page-facts.ts'
import { isWeb, resolve } from './addresses.ts'
import { clip, clipOrNull, cutList, limits, plain } from './text.ts'
import { attribute, tokens } from './tree.ts'
import type { Handlers } from './walk.ts'

/** `url` is resolved; null where it is no web address. `rel` is one of {@link iconRels}. */
export type Icon = {
  url: string | null
  href: string
  rel: string
  sizes: string | null
  type: string | null
  at: Ordinal
}
/** Icons the head names, in document order. */
export type IconFacts = Cut<Icon>

/** The first of them that a link has decides what it is; "shortcut icon" is an icon, by an old habit. */
const iconRels = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed', 'mask-icon', 'fluid-icon'] as const

export function collectIcons() {
  const found: Omit<Icon, 'url'>[] = []
  const handlers: Handlers = {
    link(element, { ordinal, inHead, noscript }) {
      if (!inHead || noscript) return
      const rels = tokens(attribute(element, 'rel'))
      const rel = iconRels.find((name) => rels.includes(name))
      const href = attribute(element, 'href')?.trim()
      if (!rel || !href) return
      found.push({ href, rel, sizes: attribute(element, 'sizes'), type: attribute(element, 'type'), at: ordinal })
    },
  }
  const finish = (base: string): IconFacts => {
    const icons = cutList<Icon>()
    for (const { href, rel, sizes, type, at } of found) {
      icons.add(() => {
        const url = resolve(href, base)
        return {
          url: url && isWeb(url) && url.href.length <= limits.url ? url.href : null,
          href: clip(href, limits.text),
          rel,
          sizes: clipOrNull(sizes, 100),
          type: clipOrNull(type, 100),
          at,
        }
      })
    }
    return plain(icons)
  }
  return { handlers, finish }
}

/** Smaller ones look poor in search results (Google). */
const wanted = 48

/**
 * The icon that is most telling to ask for: of those that search engines read, one that says it is an SVG or large enough,
 * else the first. Null when none is named that may be asked for, and /favicon.ico has to stand in.
 */
export function bestIcon(
  { items }: IconFacts,
  mayCrawl: (url: string) => boolean = () => true,
): (Icon & { url: string }) | null {
  const readable = items.filter((icon): icon is Icon & { url: string } => icon.url !== null && mayCrawl(icon.url))
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
  return given.some((size) => Number(/^(\d{1,5})x\d{1,5}$/.exec(size)?.[1] ?? 0) >= wanted)
}
