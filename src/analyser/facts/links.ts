import { domainOf } from '#contract/websites/website.ts'
import { clip, clipOrNull, collapseShown, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
import { hasTwoSchemes, isHttp, repeatsScheme, resolve } from './urls.ts'
import type { Handlers, Ordinal } from './walk.ts'

export type LinkProblem = 'empty' | 'javascript' | 'file' | 'unresolvable' | 'two-schemes' | 'script-only'

export type Link = {
  /** Resolved; null when there is none. */
  url: string | null
  internal: boolean
  text: string
  rel: string | null
  noscript: boolean
  at: Ordinal
}

/** `items` are links over HTTP(S). `followable` and `broken` together are the anchors that are meant to be links. */
export type LinkFacts = Cut<Link> & {
  followable: number
  broken: Cut<{ problem: LinkProblem; href: string | null; at: Ordinal }>
}

/** Links whose script only acts on the page, such as a way back or a tooltip. They are among the broken ones too. */
export type LinkActionFacts = Cut<Ordinal>

/**
 * `from` and `to` delimit the visible text of the anchor. `url`, `web` and `internal` are set once the page's base URL
 * is known.
 */
export type Anchor = {
  element: Element
  href: string
  url: URL | null
  /** The target is an HTTP(S) URL. */
  web: boolean
  internal: boolean
  rel: string | null
  isControl: boolean
  hidden: boolean
  noscript: boolean
  at: number
  from: number
  to: number
  /** The text, once it was requested. */
  text: string | null
}

const maxAnchorText = 2000

/** Returns the text of an anchor, cut out of the page's text. Of a very long one, the beginning. */
export const anchorText = (anchor: Anchor, text: string) =>
  (anchor.text ??= collapseShown(text.slice(anchor.from, Math.min(anchor.to, anchor.from + maxAnchorText))))

/** Attributes that only make sense on a link, or that name a target for scripts only. */
const linkAttributes = new Set(
  'onclick ng-click @click v-on:click (click) routerlink [routerlink] data-href data-url data-link target download ping rel hreflang referrerpolicy'.split(
    ' ',
  ),
)

/**
 * Collects anchors as links, broken links, and others. An anchor without href is a placeholder unless it is made to act
 * as a link. One with another role is a control. mailto:, tel: and the like are not pages.
 */
export function collectLinks() {
  const found: Anchor[] = []
  const broken = cutList<{ problem: LinkProblem; href: string | null; at: number }>()
  const actions = cutList<Ordinal>()
  const handlers: Handlers = {
    a(element, { ordinal, hidden, noscript, textMark }) {
      const href = attribute(element, 'href')
      const isControl = (tokens(attribute(element, 'role'))[0] ?? 'link') !== 'link'
      if (href === null) {
        const isLink = !isControl && !noscript && element.attrs.some(({ name }) => linkAttributes.has(name))
        if (!isLink) return
        broken.add(() => ({ problem: 'script-only', href, at: ordinal }))
        if (attribute(element, 'onclick') && isAction('', element)) actions.add(() => ordinal)
        return
      }
      const anchor: Anchor = {
        element,
        href,
        url: null,
        web: false,
        internal: false,
        rel: attribute(element, 'rel'),
        isControl,
        hidden,
        noscript,
        at: ordinal,
        from: textMark,
        to: textMark,
        text: null,
      }
      found.push(anchor)
      return (position) => {
        anchor.to = position.textMark
      }
    },
  }

  let resolved = false
  /** Resolves the anchors at the first call, for all collectors that use them. */
  const anchors = (base: string, finalUrl: string): Anchor[] => {
    if (!resolved) resolveAll(found, base, finalUrl)
    resolved = true
    return found
  }

  const finish = (base: string, finalUrl: string, text: string): LinkFacts & { actions: LinkActionFacts } => {
    const links = cutList<Link>()
    for (const anchor of anchors(base, finalUrl)) {
      const { element, href, url, web, internal, rel, isControl, noscript, at } = anchor
      const problem = problemOf(href, url, web)
      if (problem) {
        if (!noscript && !isControl && !(problem === 'empty' && isTarget(element))) {
          broken.add(() => ({ problem, href: clip(href, limits.text), at }))
          if (problem === 'javascript' && isAction(href.trim(), element)) actions.add(() => at)
        }
      } else if (url && web) {
        links.add(() => ({
          url: clip(url.href, limits.url),
          internal,
          text: clip(anchorText(anchor, text), limits.text),
          rel: clipOrNull(rel, 100),
          noscript,
          at,
        }))
      }
    }
    const items = broken.items.toSorted((a, b) => a.at - b.at)
    return { ...plain(links), followable: links.total, broken: { items, total: broken.total }, actions: plain(actions) }
  }
  return { handlers, anchors, finish }
}

function resolveAll(anchors: Anchor[], base: string, finalUrl: string) {
  const site = domainOf(new URL(finalUrl))
  for (const anchor of anchors) {
    const url = resolve(anchor.href, base)
    anchor.url = url
    anchor.web = url !== null && isHttp(url) && !hasTwoSchemes(url) && !repeatsScheme(anchor.href)
    anchor.internal = url !== null && anchor.web && domainOf(url) === site
  }
}

/** True for an anchor with an empty href but a name, the old way to mark a jump target. */
const isTarget = (element: Element) => Boolean(attribute(element, 'id')?.trim() || attribute(element, 'name')?.trim())

function problemOf(href: string, url: URL | null, web: boolean): LinkProblem | null {
  if (href.trim() === '') return 'empty'
  if (web) return null
  if (url !== null && isHttp(url)) return 'two-schemes'
  if (url?.protocol === 'javascript:') return 'javascript'
  if (url?.protocol === 'file:') return 'file'
  return url === null && !/^\s{0,100}data:/i.test(href) ? 'unresolvable' : null
}

/** Parts of scripts that name another page, or open one. */
const opensPage =
  /location|navigat|redirect|\bhref\b|postback|submit|\bopen\s?\(|(?:page|url|link|product|article|item|detail)s?\s?\(|['"](?:https?:|[./?])|\.(?:html?|php|aspx?)\b/i
/** Parts of scripts that go back or change what the page shows. */
const acts =
  /\bhistory\.(?:back\(|go\((?:-\d{1,3})?\))|\b(?:print|close|alert|confirm|focus|scroll(?:To|By|IntoView)?)\s?\(|tool-?tip|pop-?(?:up|over)|toggle|collapse|expand|accordion|menu|modal|dialog|overlay|lightbox|slide(?:r|to|next|prev)|carousel|zoom|filter|share|copy|clipboard|bookmark|favou?rite|wish-?list|(?:to|add|remove|update)_?(?:cart|basket|bag|compare|list|item)|quantity|\b(?:increase|decrease|increment|decrement|reset|clear|undo|vote|like|play|pause|mute|stop|log_?out|sign_?out|subscribe)\w{0,20}\s?\(|cookie|consent|\b(?:go)?back\(|\bhide/i
/** Attributes of links that show something beside them. */
const explains =
  /^(?:title|aria-(?:haspopup|expanded|controls|describedby)|data-(?:bs-)?(?:toggle|tooltip|tip|tippy-content|original-title|content))$/
const maxScript = 2000

/** Returns true if the script of a link goes back or shows something on the page, and seems to open no other page. */
function isAction(href: string, element: Element): boolean {
  const handler = attribute(element, 'onclick') ?? ''
  if (href.length + handler.length > maxScript || element.attrs.some(({ name }) => targets.has(name))) return false
  const script = `${decoded(href)} ${handler}`
  const isEmpty = script.replace(/javascript:|\b(?:void|return|false|undefined)\b|[\s;()/0]/gi, '') === ''
  return isEmpty
    ? element.attrs.some(({ name, value }) => explains.test(name) && value.trim() !== '')
    : acts.test(script) && !opensPage.test(script)
}

const targets = new Set(['data-href', 'data-url', 'data-link', 'routerlink', '[routerlink]'])

function decoded(href: string): string {
  try {
    return decodeURIComponent(href)
  } catch {
    return href
  }
}
