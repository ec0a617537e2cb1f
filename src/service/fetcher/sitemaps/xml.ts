import { SaxesParser } from 'saxes'
import type { SitemapListing, SitemapParser } from './listing.ts'

/** Safety limit: sitemaps with the image, video and news extensions are far less deep. */
const maxDepth = 64
/** Safety limit in characters for one tag, comment or text, which the parser keeps in memory. */
const maxPartLength = 256 * 1024

/** Ends parsing from within an event of the parser. */
class StopParsing extends Error {}

/** Parses sitemaps, sitemap indexes, and feeds in RSS and Atom. The parser expands no entities that a file declares. */
export function parseXml(listing: SitemapListing): SitemapParser {
  const parser = new SaxesParser()
  const open: string[] = []
  /** The attributes of the open elements, which can declare namespaces. */
  const scopes: Record<string, string>[] = []
  /** The URL or date in the current element. */
  let urlText = ''
  /** The end of the last chunk, if it may be the start of an entity. */
  let carried = ''
  let partStart = 0
  let isFeed = false
  /** The number of elements that can name a URL. */
  let locs = 0
  let isDone = false

  const stop = (text: string): never => {
    listing.addProblem(text, parser.line)
    throw new StopParsing()
  }
  const guarded = (work: () => void) => {
    try {
      if (!isDone) work()
    } catch (error) {
      if (!(error instanceof StopParsing)) throw error
      isDone = true
    }
  }
  const onPart = () => {
    partStart = parser.position
  }
  const onText = (text: string) => {
    onPart()
    if (isUrlElement(open) || isLastmod(open)) urlText += text.replaceAll(strayMark, '&')
  }

  parser.on('error', ({ message }) => stop(problemOf(message)))
  parser.on('doctype', (doctype) => {
    onPart()
    if (/^\s*html/i.test(doctype)) stop(isHtml)
  })
  parser.on('comment', onPart)
  parser.on('processinginstruction', onPart)
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('opentag', ({ name, attributes }) => {
    onPart()
    const local = localName(name)
    if (open.length === 0)
      listing.kind = kindOf(local) ?? stop(local === 'html' ? isHtml : 'it’s XML, but not a sitemap')
    scopes.push(attributes)
    if (open.length === 0) {
      isFeed = !ownRoots.has(local)
      const namespace = namespaceOf(name, scopes)
      if (!isFeed && !namespaces.has(namespace)) listing.addFault('namespace', namespace, parser.line)
    }
    if (open.push(local) > maxDepth) stop('its elements are nested too deeply')
    urlText = ''
    const { href, hreflang, rel = 'alternate' } = attributes
    if (isEntry(open)) listing.versions.openEntry()
    if (isVersion(open) && hreflang !== undefined && /(?:^|\s)alternate(?:\s|$)/i.test(attributes['rel'] ?? ''))
      listing.versions.addLink({
        hreflang,
        href: href ?? '',
        line: parser.line,
        namespace: namespaceOf(name, scopes),
      })
    if (local === 'link' && open.at(-2) === 'entry' && href !== undefined && rel === 'alternate') listing.addUrl(href)
  })
  parser.on('closetag', () => {
    onPart()
    if (isUrlElement(open)) locs += 1
    if (isUrlElement(open) && open.at(-1) === 'loc' && !isFullUrl(urlText))
      listing.addFault('url', urlText, parser.line)
    if (isUrlElement(open) && urlText.trim() !== '') {
      if (open.at(-2) === 'sitemap') listing.addChild(urlText)
      else listing.addUrl(urlText)
      listing.versions.addLoc(urlText)
    }
    if (isEntry(open)) listing.versions.closeEntry()
    if (isLastmod(open)) listing.addLastmod(urlText, parser.line)
    urlText = ''
    open.pop()
    scopes.pop()
  })

  return {
    write: (text) =>
      guarded(() => {
        const whole = carried + text
        carried = /&#?\w{0,32}$/.exec(whole.slice(-40))?.[0] ?? ''
        parser.write(markStray(carried === '' ? whole : whole.slice(0, -carried.length)))
        if (parser.position - partStart > maxPartLength) stop('one part of it is too long')
      }),
    end: () =>
      guarded(() => {
        parser.write(markStray(carried)).close()
        if (locs === 0 && !isFeed) listing.addFault('empty', '', 1)
      }),
    isDone: () => isDone,
  }
}

/**
 * An unescaped ampersand is the most common mistake, and the parser would report it only at the next semicolon. It is
 * therefore replaced with an impossible entity, which the parser reports at once.
 */
const strayMark = '&\uE000;'
const markStray = (text: string) => text.replace(/&(?!#?\w{1,32};)/g, strayMark)

function problemOf(message: string): string {
  const text = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
  return text === 'disallowed character in entity name' ? 'an ampersand isn’t escaped as &amp;' : text
}

const isHtml = 'it’s an HTML page, not a sitemap'

/** Removes the namespace prefix. Its parent element distinguishes an `image:loc` from the `loc` of a page. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Google and sitemaps.org accept feeds as sitemaps. */
const kindOf = (root: string) =>
  ({ urlset: 'urlset', sitemapindex: 'index', rss: 'urlset', RDF: 'urlset', feed: 'urlset' } as const)[root]

/** The roots of the protocol, and their namespaces that search engines know: of sitemaps.org, and Google's old ones. */
const ownRoots = new Set(['urlset', 'sitemapindex'])
const namespaces = new Set([
  'http://www.sitemaps.org/schemas/sitemap/0.9',
  'http://www.google.com/schemas/sitemap/0.84',
  'http://www.google.com/schemas/sitemap/0.9',
])

/** Returns the namespace of an element, which it or the nearest element around it declares for its prefix. */
function namespaceOf(name: string, scopes: Record<string, string>[]): string {
  const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return scopes.findLast((attributes) => attributes[declaration] !== undefined)?.[declaration]?.trim() ?? ''
}

const isEntry = (open: string[]) => open.length === 2 && open[0] === 'urlset' && open[1] === 'url'
const isVersion = (open: string[]) => open.length === 3 && open[2] === 'link' && isEntry(open.slice(0, 2))

/** A loc begins with the protocol (sitemaps.org). */
const isFullUrl = (text: string) => /^https?:\/\/[^\s/]/i.test(text.trim())

const isLastmod = (open: string[]) => open.at(-1) === 'lastmod' && open.at(-2) === 'url'

function isUrlElement(open: string[]): boolean {
  const [parent, name] = open.slice(-2)
  return name === 'loc' ? parent === 'url' || parent === 'sitemap' : name === 'link' && parent === 'item'
}
