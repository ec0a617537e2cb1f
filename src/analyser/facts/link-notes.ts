import { evidenceLimit } from '#contract/analysis.ts'
import { isLanguageTag } from '../language-tag.ts'
import type { Cut, Ordinal } from '../page-facts.ts'
import { isHiddenMail, privateReason } from './addresses.ts'
import { genericIn, listedLanguage } from './generic-texts.ts'
import { isBeyondReading, languageOf, nameOf } from './link-name.ts'
import { type Anchor, type collectLinks, saidBy } from './links.ts'
import { clip } from './text.ts'
import { tokens } from './tree.ts'

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
      const name = said || nameOf(anchor.element)
      if (name === '') {
        if (!isBeyondReading(anchor.element)) nameless.add(anchor)
      } else if (name !== null && saysNothing(name, anchor, lang) && (said === '' || !nameOf(anchor.element, 'images')))
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

function withoutFragment(href: string): string {
  const at = href.indexOf('#')
  return at === -1 ? href : href.slice(0, at)
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
