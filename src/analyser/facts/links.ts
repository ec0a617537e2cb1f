import type { Link, LinkFacts, LinkProblem } from '../page-facts.ts'
import { isWeb, resolve, siteOf } from './addresses.ts'
import { clip, clipOrNull, collapse, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
import type { Handlers } from './walk.ts'

/** `from` and `to` enclose what it says in the visible text. `url`, `web` and `internal` are known once the page's base is. */
export type Anchor = {
  element: Element
  href: string
  url: URL | null
  /** It leads to an address over http or https. */
  web: boolean
  internal: boolean
  rel: string | null
  control: boolean
  hidden: boolean
  noscript: boolean
  at: number
  from: number
  to: number
  /** What it says, once it was asked for. */
  said: string | null
}

const longestSaid = 2000

/** What an anchor says, out of the text of the whole page; of a very long one the beginning. */
export const saidBy = (anchor: Anchor, text: string) =>
  (anchor.said ??= collapse(text.slice(anchor.from, Math.min(anchor.to, anchor.from + longestSaid))))

/** What only makes sense on a link, or names the address where only a script finds it. */
const linkAttributes = new Set(
  'onclick ng-click @click v-on:click (click) routerlink [routerlink] data-href data-url data-link target download ping rel hreflang referrerpolicy'.split(
    ' ',
  ),
)

/**
 * Anchors, sorted into links, broken links and what is no link at all: an anchor without href is a placeholder unless it
 * is made to act as a link, one with another role is a control, and mailto:, tel: and the like lead elsewhere.
 */
export function collectLinks() {
  const found: Anchor[] = []
  const broken = cutList<{ problem: LinkProblem; href: string | null; at: number }>()
  const handlers: Handlers = {
    a(element, { ordinal, hidden, noscript, textMark }) {
      const href = attribute(element, 'href')
      const control = (tokens(attribute(element, 'role'))[0] ?? 'link') !== 'link'
      if (href === null) {
        const acts = !control && !noscript && element.attrs.some(({ name }) => linkAttributes.has(name))
        if (acts) broken.add(() => ({ problem: 'script-only', href, at: ordinal }))
        return
      }
      const anchor: Anchor = {
        element,
        href,
        url: null,
        web: false,
        internal: false,
        rel: attribute(element, 'rel'),
        control,
        hidden,
        noscript,
        at: ordinal,
        from: textMark,
        to: textMark,
        said: null,
      }
      found.push(anchor)
      return (position) => {
        anchor.to = position.textMark
      }
    },
  }

  let resolved = false
  /** Resolved once, for all that look at links. */
  const anchors = (base: string, finalUrl: string): Anchor[] => {
    if (!resolved) resolveAll(found, base, finalUrl)
    resolved = true
    return found
  }

  const finish = (base: string, finalUrl: string, text: string): LinkFacts => {
    const links = cutList<Link>()
    for (const anchor of anchors(base, finalUrl)) {
      const { element, href, url, web, internal, rel, control, noscript, at } = anchor
      const problem = problemOf(href, url, web)
      if (problem) {
        if (!noscript && !control && !(problem === 'empty' && isTarget(element)))
          broken.add(() => ({ problem, href: clip(href, limits.text), at }))
      } else if (url && web) {
        links.add(() => ({
          url: clip(url.href, limits.url),
          internal,
          text: clip(saidBy(anchor, text), limits.text),
          rel: clipOrNull(rel, 100),
          noscript,
          at,
        }))
      }
    }
    const items = broken.items.toSorted((a, b) => a.at - b.at)
    return { ...plain(links), followable: links.total, broken: { items, total: broken.total } }
  }
  return { handlers, anchors, finish }
}

function resolveAll(anchors: Anchor[], base: string, finalUrl: string) {
  const site = siteOf(new URL(finalUrl))
  for (const anchor of anchors) {
    const url = resolve(anchor.href, base)
    anchor.url = url
    anchor.web = url !== null && isWeb(url)
    anchor.internal = url !== null && anchor.web && siteOf(url) === site
  }
}

/** With an empty href but a name: the old way of marking a place to jump to. */
const isTarget = (element: Element) => Boolean(attribute(element, 'id')?.trim() || attribute(element, 'name')?.trim())

function problemOf(href: string, url: URL | null, web: boolean): LinkProblem | null {
  if (href.trim() === '') return 'empty'
  if (web) return null
  if (url?.protocol === 'javascript:') return 'javascript'
  if (url?.protocol === 'file:') return 'file'
  return url === null && !/^\s{0,100}data:/i.test(href) ? 'unresolvable' : null
}
