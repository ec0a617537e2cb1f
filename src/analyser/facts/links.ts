import { evidenceLimit } from '#contract/analysis.ts'
import { isLanguageTag } from '../language-tag.ts'
import { isBeyondReading, languageOf, linkName } from './accessible-names.ts'
import { genericIn, listedLanguage } from './generic-link-texts.ts'
import { clip, clipOrNull, collapse, type Cut, cutList, limits, plain } from './text.ts'
import { attribute, type Element, tokens } from './tree.ts'
import { withoutFragment, isHiddenMail, isHttp, privateReason, resolve, websiteOf } from './urls.ts'
import type { Handlers, Ordinal } from './walk.ts'

export type LinkProblem = 'empty' | 'javascript' | 'file' | 'unresolvable' | 'script-only'

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
  const site = websiteOf(new URL(finalUrl))
  for (const anchor of anchors) {
    const url = resolve(anchor.href, base)
    anchor.url = url
    anchor.web = url !== null && isHttp(url)
    anchor.internal = url !== null && anchor.web && websiteOf(url) === site
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

export type NotedLink = { url: string; text: string; at: Ordinal }

/**
 * Links that some check has a word to say about, counted over all links of the page. Lists are cut at the evidence that is
 * shown; links in noscript are in the first two numbers alone.
 */
export type LinkNotes = {
  /** Links over http and https to the page's own website, and to others. */
  internal: number
  external: number
  /** Different addresses they lead to, without fragments, the page itself, hidden mail addresses, and `localhost`. */
  addresses: { internal: number; external: number }
  /** Links to other pages that a text is asked of. */
  judged: number
  /** Links whose text says nothing about where they lead. */
  generic: Cut<NotedLink>
  /** Links that have neither a text nor anything that stands for one. */
  nameless: Cut<NotedLink>
  nofollowInternal: Cut<NotedLink>
  insecureInternal: Cut<NotedLink>
  /** Addresses that only the author's machine or network can open. */
  localhost: Cut<NotedLink>
}

/** More text than this between the tags, white space included, is no generic one. */
const longestRaw = 400

export function collectLinkNotes(links: Pick<ReturnType<typeof collectLinks>, 'anchors'>) {
  const finish = (base: string, finalUrl: string, text: string, lang: string | null): LinkNotes => {
    const { href, hostname, protocol } = new URL(finalUrl)
    const here = withoutFragment(href)
    const seen = { internal: new Set<string>(), external: new Set<string>() }
    const [generic, nameless, nofollowInternal, insecureInternal, localhost] = [
      noteList(),
      noteList(),
      noteList(),
      noteList(),
      noteList(),
    ]
    let internal = 0
    let all = 0
    let judged = 0

    for (const anchor of links.anchors(base, finalUrl)) {
      const { url, web, internal: own, rel, noscript, hidden, from, to } = anchor
      if (url === null) continue
      const closed = (web || url.protocol === 'file:') && url.hostname !== hostname && privateReason(url) !== null
      if (closed && !noscript) localhost.add(anchor)
      if (!web) continue
      all++
      if (own) internal++
      const address = withoutFragment(url.href)
      if (address === here || isHiddenMail(url)) continue
      if (!closed) (own ? seen.internal : seen.external).add(address)
      if (noscript) continue

      const follow = !tokens(rel).includes('nofollow')
      if (own && !follow) nofollowInternal.add(anchor)
      if (own && protocol === 'https:' && url.protocol === 'http:') insecureInternal.add(anchor)
      // Texts are asked for as Lighthouse does: not of links that search engines are told to pass over.
      if (hidden || !follow) continue
      judged++
      if (to - from > longestRaw) continue
      const said = saidBy(anchor, text)
      const name = said || linkName(anchor.element)
      if (name === '') {
        if (!isBeyondReading(anchor.element)) nameless.add(anchor)
      } else if (
        name !== null &&
        saysNothing(name, anchor, lang) &&
        (said === '' || !linkName(anchor.element, 'images'))
      )
        generic.add(anchor, name)
    }
    return {
      internal,
      external: all - internal,
      addresses: { internal: seen.internal.size, external: seen.external.size },
      judged,
      generic: generic.list,
      nameless: nameless.list,
      nofollowInternal: nofollowInternal.list,
      insecureInternal: insecureInternal.list,
      localhost: localhost.list,
    }
  }
  return { handlers: {}, finish }
}

/** A generic text of the language that the link stands in, of any where that is not known; or a bare address. */
function saysNothing(name: string, { element }: Anchor, lang: string | null): boolean {
  if (/^https?:\/\/\S{1,2000}$/i.test(name)) return true
  const languages = genericIn(name)
  if (!languages) return false
  const tag = languageOf(element) ?? lang
  if (tag === null || !isLanguageTag(tag)) return true
  const listed = listedLanguage(tag)
  return listed !== null && languages.has(listed)
}

function noteList() {
  const list: Cut<NotedLink> = { items: [], total: 0 }
  const add = ({ url, at }: Anchor, text = '') => {
    list.total++
    if (list.items.length < evidenceLimit)
      list.items.push({ url: clip(url?.href ?? '', 500), text: clip(text, 100), at })
  }
  return { list, add }
}
