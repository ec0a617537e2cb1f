import type { Header } from '../crawl.ts'
import type { RobotsDirective } from '../page-facts.ts'
import { collectAlternates } from './alternates.ts'
import { collectCanonicals } from './canonicals.ts'
import { decodeBody } from './charset.ts'
import { readDirectives } from './directives.ts'
import { collectRoot } from './document.ts'
import { collectMetadata } from './metadata.ts'
import { headerValue } from './response.ts'
import { type Element, parsePage } from './tree.ts'
import { walk } from './walk.ts'

/** What another page says about itself and about its other versions: what counts of it, in the head or in headers. */
export type LinkedPage = {
  canonicals: string[]
  directives: RobotsDirective[]
  alternates: { hreflang: string; url: string }[]
  /** Its head was read to the end, and nothing of these lists was cut. */
  whole: boolean
}

const byteLimit = 64 * 1024
const kept = { canonicals: 10, directives: 50, alternates: 200 }

/** Reads the head of a page from its first bytes; null when the answer is no HTML. */
export function readLinkedPage(
  bytes: Uint8Array,
  headers: Header[],
  url: string,
  truncated: boolean,
): LinkedPage | null {
  const type = headerValue(headers, 'content-type')
  if (type !== null && !/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)) return null
  const cut = truncated || bytes.length > byteLimit
  const { text } = decodeBody(bytes.subarray(0, byteLimit), type, cut)
  if (type === null && !/<(?:!doctype|html|head|body|title)[\s>]/i.test(text)) return null
  const end = endOfHead(text)
  return readHead(end === null ? text : text.slice(0, end), headers, url, end === null && cut)
}

/** After the last end tag of a head, for scripts and comments may hold some too; null where there is none. */
function endOfHead(text: string): number | null {
  let end: number | null = null
  for (const { index } of text.matchAll(/<\/head[\s>]/gi)) end = index + '</head>'.length
  return end
}

function readHead(head: string, headers: Header[], url: string, mayBeCut: boolean): LinkedPage {
  const root = collectRoot()
  const metadata = collectMetadata()
  const canonicals = collectCanonicals(headers)
  const alternates = collectAlternates(headers)
  const tree = parsePage(head)
  const { elements } = walk(
    tree.document,
    tree.budget,
    [root, metadata, canonicals, alternates].map(({ handlers }) => handlers),
  )
  const base = root.base(url)
  const { metas } = metadata.finish()
  const directives = readDirectives(metas.items, headers)
  const versions = alternates.finish(base, url)
  const cut = mayBeCut && !elements.some(isBegunBody)
  return {
    canonicals: canonicals
      .finish(base, url)
      .items.flatMap((one) => (one.inHead && one.url !== null ? [one.url] : []))
      .slice(0, kept.canonicals),
    directives: directives.items.slice(0, kept.directives),
    alternates: versions.items
      .flatMap(({ inHead, hreflang, url: target }) => (inHead && target !== null ? [{ hreflang, url: target }] : []))
      .slice(0, kept.alternates),
    whole: !cut && !tree.cut && versions.total <= kept.alternates && directives.total <= kept.directives,
  }
}

/** The parser makes up an empty body at the end of whatever it was given. */
const isBegunBody = ({ tagName, childNodes, sourceCodeLocation }: Element) =>
  tagName === 'body' && (sourceCodeLocation?.startTag !== undefined || childNodes.length > 0)
