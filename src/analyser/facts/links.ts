import { evidenceLimit } from '#contract/analysis.ts'
import { isLanguageTag } from '../language-tag.ts'
import { isHiddenFromAssistiveTechnology, languageOf, linkName } from './accessible-names.ts'
import { languagesOfGenericText, listedLanguage } from './generic-link-texts.ts'
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
  (anchor.text ??= collapse(text.slice(anchor.from, Math.min(anchor.to, anchor.from + maxAnchorText))))

/** Attributes that only make sense on a link, or that name a target for scripts only. */
const linkAttributes = new Set(
  'onclick ng-click @click v-on:click (click) routerlink [routerlink] data-href data-url data-link target download ping rel hreflang referrerpolicy'.split(
    ' ',
  ),
)

/**
 * Collects anchors as links, broken links, and others. An anchor without href is a placeholder unless it is made to act
 * as a link. One with another role is a isControl. mailto:, tel: and the like are not pages.
 */
export function collectLinks() {
  const found: Anchor[] = []
  const broken = cutList<{ problem: LinkProblem; href: string | null; at: number }>()
  const handlers: Handlers = {
    a(element, { ordinal, hidden, noscript, textMark }) {
      const href = attribute(element, 'href')
      const isControl = (tokens(attribute(element, 'role'))[0] ?? 'link') !== 'link'
      if (href === null) {
        const acts = !isControl && !noscript && element.attrs.some(({ name }) => linkAttributes.has(name))
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

  const finish = (base: string, finalUrl: string, text: string): LinkFacts => {
    const links = cutList<Link>()
    for (const anchor of anchors(base, finalUrl)) {
      const { element, href, url, web, internal, rel, isControl, noscript, at } = anchor
      const problem = problemOf(href, url, web)
      if (problem) {
        if (!noscript && !isControl && !(problem === 'empty' && isTarget(element)))
          broken.add(() => ({ problem, href: clip(href, limits.text), at }))
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

/** Whether the anchor has an empty href but a name, which is the old way to mark a jump target. */
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
 * Links that checks report, counted over all links of the page. Lists are cut at the limit of evidence. Links in
 * noscript are in the first two numbers only.
 */
export type LinkNotes = {
  /** Numbers of HTTP(S) links to the page's isOwn website, and to others. */
  internal: number
  external: number
  /** Numbers of distinct target URLs, without fragments, the page itself, hidden email addresses and `localhost`. */
  addresses: { internal: number; external: number }
  /** Number of links to other pages that need a text. */
  judged: number
  /** Links whose text does not describe their target. */
  generic: Cut<NotedLink>
  /** Links without a text or a substitute for it. */
  nameless: Cut<NotedLink>
  nofollowInternal: Cut<NotedLink>
  insecureInternal: Cut<NotedLink>
  /** URLs that only the author's machine or network can open. */
  localhost: Cut<NotedLink>
}

/** Longer text between the tags, white space included, is not generic. */
const maxGenericLength = 400

export function collectLinkNotes(links: Pick<ReturnType<typeof collectLinks>, 'anchors'>) {
  const finish = (base: string, finalUrl: string, text: string, lang: string | null): LinkNotes => {
    const { href, hostname, protocol } = new URL(finalUrl)
    const here = withoutFragment(href)
    const seen = { internal: new Set<string>(), external: new Set<string>() }
    const [generic, nameless, nofollowInternal, insecureInternal, localhost] = [
      createNoteList(),
      createNoteList(),
      createNoteList(),
      createNoteList(),
      createNoteList(),
    ]
    let internal = 0
    let all = 0
    let judged = 0

    for (const anchor of links.anchors(base, finalUrl)) {
      const { url, web, internal: isOwn, rel, noscript, hidden, from, to } = anchor
      if (url === null) continue
      const isPrivate = (web || url.protocol === 'file:') && url.hostname !== hostname && privateReason(url) !== null
      if (isPrivate && !noscript) localhost.add(anchor)
      if (!web) continue
      all++
      if (isOwn) internal++
      const target = withoutFragment(url.href)
      if (target === here || isHiddenMail(url)) continue
      if (!isPrivate) (isOwn ? seen.internal : seen.external).add(target)
      if (noscript) continue

      const follow = !tokens(rel).includes('nofollow')
      if (isOwn && !follow) nofollowInternal.add(anchor)
      if (isOwn && protocol === 'https:' && url.protocol === 'http:') insecureInternal.add(anchor)
      // As in Lighthouse, links that search engines are told to ignore need no text.
      if (hidden || !follow) continue
      judged++
      if (to - from > maxGenericLength) continue
      const visible = anchorText(anchor, text)
      const name = visible || linkName(anchor.element)
      if (name === '') {
        if (!isHiddenFromAssistiveTechnology(anchor.element)) nameless.add(anchor)
      } else if (
        name !== null &&
        isGeneric(name, anchor, lang) &&
        (visible === '' || !linkName(anchor.element, 'images'))
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

/** Whether a name is a generic text of the link's language, or of any language where that is unknown, or a bare URL. */
function isGeneric(name: string, { element }: Anchor, lang: string | null): boolean {
  if (/^https?:\/\/\S{1,2000}$/i.test(name)) return true
  const languages = languagesOfGenericText(name)
  if (!languages) return false
  const tag = languageOf(element) ?? lang
  if (tag === null || !isLanguageTag(tag)) return true
  const listed = listedLanguage(tag)
  return listed !== null && languages.has(listed)
}

function createNoteList() {
  const list: Cut<NotedLink> = { items: [], total: 0 }
  const add = ({ url, at }: Anchor, text = '') => {
    list.total++
    if (list.items.length < evidenceLimit)
      list.items.push({ url: clip(url?.href ?? '', 500), text: clip(text, 100), at })
  }
  return { list, add }
}
