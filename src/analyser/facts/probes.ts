import { isSameUrl } from '#contract/url-key.ts'
import type { Header } from '../fetched-page.ts'
import type { Probe, ProbePurpose } from '../probe.ts'
import { decodeBody } from './charset.ts'
import { type CodeFacts, readCode } from './code-size.ts'
import { readDirectives, type RobotsDirective } from './directives.ts'
import { collectRoot } from './document.ts'
import { sharedPairs } from './fingerprint.ts'
import { headerValue, isXhtml } from './headers.ts'
import { type ImageFile, readImage } from './image-file.ts'
import { collectAlternates, collectCanonicals } from './link-elements.ts'
import { collectMetadata, documentTitle } from './metadata.ts'
import { parsePage } from './parse-page.ts'
import { clip, collapse, limits } from './text.ts'
import type { Element } from './tree.ts'
import { type Ordinal, walk } from './walk.ts'

/** The response to a probe request, reduced to the headers that checks need and the kind of body. */
export type ProbeFact = Omit<Probe, 'at' | 'body' | 'truncated'> & {
  at: Ordinal | null
  /** For images; null if the body is no known image. */
  image: ImageFile | null
  /** The head of a page. */
  page: LinkedPage | null
  /** For scripts and stylesheets. */
  code: CodeFacts | null
  /** The body of an icon, image, script or stylesheet is a web page. Older reports don't tell. */
  isWebPage?: true
}

/** In the order of the requests. */
export type ProbeFacts = ProbeFact[]

const keptHeaders = new Set([
  'content-type',
  'content-length',
  'cache-control',
  'expires',
  'etag',
  'last-modified',
  'x-robots-tag',
  'strict-transport-security',
  'content-encoding',
])
const keepHeaders = (headers: Header[]) =>
  headers.filter(([name]) => keptHeaders.has(name)).map(([name, value]): Header => [name, clip(value, limits.text)])

/** @param pairs a sample of the page's text, see `samplePairs` */
export const digestProbes = (probes: Probe[], pairs: number[] | null = null): ProbeFacts =>
  probes.map((probe) => digest(probe, pairs))

function digest({ body, truncated, headers, ...probe }: Probe, pairs: number[] | null): ProbeFact {
  const bytes = probe.outcome === 'answered' ? body : null
  const isImage = probe.purpose === 'favicon' || probe.purpose === 'og-image' || probe.purpose === 'resource'
  const isPage = probe.purpose === 'canonical' || probe.purpose === 'alternate'
  const page = bytes && isPage ? readLinkedPage(bytes, headers, probe.finalUrl ?? probe.url, truncated) : null
  if (bytes && page && probe.purpose === 'canonical')
    page.likeness = pairs === null ? null : likenessOf(bytes, headers, truncated, pairs)
  return {
    ...probe,
    headers: keepHeaders(headers),
    image: bytes && isImage ? readImage(bytes) : null,
    page,
    code: bytes && probe.purpose === 'resource' ? readCode(bytes, headers, truncated) : null,
    ...(bytes && isImage && looksLikeHtml(bytes) && { isWebPage: true as const }),
  }
}

/** Returns true if a request was redirected to another URL, not only to another spelling of the same. */
export const redirectsElsewhere = ({ redirects, url, finalUrl }: Pick<Probe, 'redirects' | 'url' | 'finalUrl'>) =>
  redirects.length > 0 && (finalUrl === null || !isSameUrl(url, finalUrl))

/**
 * True if a body starts as HTML, by the patterns of browsers (WHATWG MIME Sniffing, 7.1) and a meta tag. Comments are
 * skipped, because an SVG can begin with one too.
 */
function looksLikeHtml(bytes: Uint8Array): boolean {
  let start = new TextDecoder('utf-8').decode(bytes.subarray(0, 1000)).trimStart()
  while (start.startsWith('<!--')) {
    const end = start.indexOf('-->')
    if (end < 0) return false
    start = start.slice(end + 3).trimStart()
  }
  return /^<(?:!doctype html|html|head|body|title|meta|script|style|h1|div|p|a|b|br|font|table|iframe)[\s>]/i.test(
    start,
  )
}

export const probesFor = (probes: ProbeFacts, purpose: ProbePurpose) =>
  probes.filter((probe) => probe.purpose === purpose)

/** Declarations in the head and headers of a linked page. */
export type LinkedPage = {
  canonicals: string[]
  directives: RobotsDirective[]
  alternates: { hreflang: string; url: string }[]
  /** The head was read to its end, and none of these lists was cut. */
  whole: boolean
  /**
   * Only of the canonical URL: the share of the page's main text that it has too, from 0 to 1. Null if one of them is
   * too short to compare. Older reports don't tell.
   */
  likeness?: number | null
}

const maxBytes = 64 * 1024
const maxItems = { canonicals: 10, directives: 50, alternates: 200 }

/** Reads the head of a page from its first bytes. Returns null if the response is not HTML. */
export function readLinkedPage(
  bytes: Uint8Array,
  headers: Header[],
  url: string,
  truncated: boolean,
): LinkedPage | null {
  const type = headerValue(headers, 'content-type')
  if (type !== null && !/^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i.test(type)) return null
  const cut = truncated || bytes.length > maxBytes
  const { text } = decodeBody(bytes.subarray(0, maxBytes), type, cut)
  if (type === null && !/<(?:!doctype|html|head|body|title)[\s>]/i.test(text)) return null
  const end = endOfHead(text)
  return readHead(end === null ? text : text.slice(0, end), headers, url, end === null && cut)
}

/** The text by which a page is compared with its canonical URL. */
export const comparedText = (title: string | null, text: string) => `${title ?? ''} ${text}`

/** Returns the share of a page's sampled text that another page has. Null if a part that was not read could have it. */
function likenessOf(bytes: Uint8Array, headers: Header[], truncated: boolean, pairs: number[]): number | null {
  const type = headerValue(headers, 'content-type')
  const metadata = collectMetadata()
  const tree = parsePage(decodeBody(bytes, type, truncated).text, isXhtml(type))
  const { text } = walk(tree, [metadata])
  const share = sharedPairs(pairs, comparedText(documentTitle(metadata.finish()), collapse(text)))
  return (truncated || tree.cut) && share !== null && share < minLikeness ? null : share
}

/** Pages are alike if the canonical URL has at least this share of the page's main text. Our threshold. */
export const minLikeness = 0.5

/**
 * Returns the end of the last end tag of a head, because scripts and comments can contain further ones. Null if there
 * is none.
 */
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
  const { elements } = walk(tree, [root, metadata, canonicals, alternates])
  const base = root.base(url)
  const { metas } = metadata.finish()
  const directives = readDirectives(metas.items, headers)
  const versions = alternates.finish(base, url)
  const cut = mayBeCut && !elements.some(isBodyOfSource)
  return {
    canonicals: canonicals
      .finish(base, url)
      .items.flatMap((item) => (item.inHead && item.url !== null ? [item.url] : []))
      .slice(0, maxItems.canonicals),
    directives: directives.items.slice(0, maxItems.directives),
    alternates: versions.items
      .flatMap(({ inHead, hreflang, url: target }) => (inHead && target !== null ? [{ hreflang, url: target }] : []))
      .slice(0, maxItems.alternates),
    whole: !cut && !tree.cut && versions.total <= maxItems.alternates && directives.total <= maxItems.directives,
  }
}

/** True if the source has a body. The parser inserts an empty one at the end of any input. */
const isBodyOfSource = ({ tagName, childNodes, sourceCodeLocation }: Element) =>
  tagName === 'body' && (sourceCodeLocation?.startTag !== undefined || childNodes.length > 0)
