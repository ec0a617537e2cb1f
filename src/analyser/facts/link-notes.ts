import { percentDecode } from '#contract/format/percent-encoding.ts'
import { evidenceLimit } from '#contract/reports/analysis.ts'
import { urlKey } from '#contract/url-key.ts'
import { isHiddenFromAssistiveTechnology, linkLanguageOf, linkName } from './accessible-names.ts'
import { languagesOfGenericText, listedLanguage } from './generic-link-texts.ts'
import { isLanguageTag } from './language-tag.ts'
import { type Anchor, anchorText, type collectLinks } from './links.ts'
import { clip, type Cut } from './text.ts'
import { tokens } from './tree.ts'
import { isHiddenMail, privateReason } from './urls.ts'
import type { Ordinal } from './walk.ts'

export type NotedLink = { url: string; text: string; at: Ordinal }

/**
 * Links that checks report, counted over all links of the page. Lists are cut at the limit of evidence. Links in
 * noscript are in the first two numbers only.
 */
export type LinkNotes = {
  /** Numbers of HTTP(S) links to the page's own website, and to others. */
  internal: number
  external: number
  /** Numbers of distinct target URLs, without the page itself, hidden email addresses and `localhost`. */
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
  const finish = (base: string, finalUrl: string, text: string, pageLanguages: PageLanguages): LinkNotes => {
    const { href, hostname, protocol } = new URL(finalUrl)
    const here = urlKey(href)
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
      const target = urlKey(url.href)
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
        isGeneric(name, anchor, pageLanguages) &&
        !isNameOfTarget(name, url) &&
        (visible === '' || !imagesTellMore(visible, anchor, pageLanguages))
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

/** The language that the page declares, and the one its text is written in. Pages often declare the wrong one. */
type PageLanguages = { declared: string | null; detected: string | null }

/** Returns true if the link's images say where it leads. In “click” beside “here”, they don't. */
function imagesTellMore(visible: string, anchor: Anchor, languages: PageLanguages): boolean {
  const alt = linkName(anchor.element, 'images')
  if (!alt) return false
  return ![alt, `${alt} ${visible}`, `${visible} ${alt}`].some((name) => isGeneric(name, anchor, languages))
}

/** True for the text “Start” of a link to /docs/start, which is the name of the page. */
function isNameOfTarget(name: string, { pathname }: URL): boolean {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  const slug = (percentDecode(last) ?? last).replace(/\.\w{1,5}$/, '')
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  return plain(slug) !== '' && plain(slug) === plain(name)
}

/** Identifiers that their registries ask to be shown as whole URLs: DOIs, handles, ORCID IDs and ARKs. */
const identifier = /^https?:\/\/(?:(?:dx\.)?doi\.org\/10\.|hdl\.handle\.net\/|orcid\.org\/\d{4}-|n2t\.net\/ark:)/i

/** True for a generic text of the link's language, or of any language if that is unknown, and for a bare URL. */
function isGeneric(name: string, { element }: Anchor, { declared, detected }: PageLanguages): boolean {
  if (/^https?:\/\/\S{1,2000}$/i.test(name)) return !identifier.test(name)
  const languages = languagesOfGenericText(name)
  if (!languages) return false
  const own = linkLanguageOf(element)
  const tags = (own === null || own === declared ? [declared, detected] : [own]).filter(
    (tag) => tag !== null && isLanguageTag(tag),
  )
  if (tags.length === 0) return true
  return tags.some((tag) => {
    const listed = listedLanguage(tag ?? '')
    return listed !== null && languages.has(listed)
  })
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
