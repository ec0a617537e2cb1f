import { SaxesParser } from 'saxes'
import type { SitemapListing, SitemapParser } from './listing.ts'

/** Safety limit: sitemaps with the image, video and news extensions are far less deep. */
const maxDepth = 64
/** Safety limit in characters for one tag, comment or text, which the parser keeps in memory. */
const maxPartLength = 256 * 1024

type Attributes = Record<string, string>

/** Ends parsing from within an event of the parser. */
class StopParsing extends Error {}

/** Parses sitemaps, sitemap indexes, and feeds in RSS and Atom. The parser expands no entities that a file declares. */
export class XmlSitemapParser implements SitemapParser {
  readonly #listing: SitemapListing
  readonly #parser = new SaxesParser()
  /** The names of the open elements. */
  readonly #open: string[] = []
  /** The attributes of the open elements, which can declare namespaces. */
  readonly #scopes: Attributes[] = []
  /** The URL or date in the current element. */
  #text = ''
  /** The end of the last chunk, if it may be the start of an entity. */
  #carried = ''
  #partStart = 0
  #isFeed = false
  /** The number of elements that can name a URL, in the file and in the current entry. */
  #locs = 0
  #locsOfEntry = 0
  #isDone = false

  constructor(listing: SitemapListing) {
    this.#listing = listing
    const parser = this.#parser
    parser.on('error', ({ message }) => this.#stop(problemOf(message)))
    parser.on('doctype', (doctype) => {
      this.#onPart()
      if (/^\s*html/i.test(doctype)) this.#stop(isHtml)
    })
    parser.on('comment', () => this.#onPart())
    parser.on('processinginstruction', () => this.#onPart())
    parser.on('text', (text) => this.#onText(text))
    parser.on('cdata', (text) => this.#onText(text))
    parser.on('opentag', ({ name, attributes }) => this.#onOpenTag(name, attributes))
    parser.on('closetag', () => this.#onCloseTag())
  }

  write(text: string) {
    this.#unlessDone(() => {
      const whole = this.#carried + text
      const carried = /&#?\w{0,32}$/.exec(whole.slice(-40))?.[0] ?? ''
      this.#carried = carried
      this.#parser.write(markStray(carried === '' ? whole : whole.slice(0, -carried.length)))
      if (this.#parser.position - this.#partStart > maxPartLength) this.#stop('one part of it is too long')
    })
  }

  end() {
    this.#unlessDone(() => {
      this.#parser.write(markStray(this.#carried)).close()
      if (this.#locs === 0 && !this.#isFeed) this.#listing.addFault('empty', '', 1)
    })
  }

  isDone() {
    return this.#isDone
  }

  #unlessDone(work: () => void) {
    try {
      if (!this.#isDone) work()
    } catch (error) {
      if (!(error instanceof StopParsing)) throw error
      this.#isDone = true
    }
  }

  #stop(problem: string): never {
    this.#listing.addProblem(problem, this.#parser.line)
    throw new StopParsing()
  }

  #onPart() {
    this.#partStart = this.#parser.position
  }

  #onText(text: string) {
    this.#onPart()
    if (isUrlElement(this.#open) || datedElement(this.#open)) this.#text += text.replaceAll(strayMark, '&')
  }

  #onOpenTag(name: string, attributes: Attributes) {
    this.#onPart()
    const local = localName(name)
    this.#scopes.push(attributes)
    for (const one of [name, ...Object.keys(attributes)]) this.#checkPrefix(one)
    if (this.#open.length === 0) this.#onRoot(name, local)
    if (this.#open.push(local) > maxDepth) this.#stop('its elements are nested too deeply')
    this.#text = ''
    if (isEntry(this.#open)) this.#listing.versions.openEntry()
    if (isEntry(this.#open) || isListedSitemap(this.#open)) this.#locsOfEntry = 0
    this.#addLink(name, attributes)
  }

  /** XML without a declaration for a prefix isn't well-formed (Namespaces in XML). */
  #checkPrefix(name: string) {
    const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
    if (prefix === '' || prefix === 'xml' || prefix === 'xmlns' || namespaceOf(name, this.#scopes) !== '') return
    this.#stop(`the namespace prefix “${prefix.slice(0, 100)}” isn’t declared (xmlns)`)
  }

  #onRoot(name: string, local: string) {
    this.#listing.kind = kindOf(local) ?? this.#stop(local === 'html' ? isHtml : 'it’s XML, but not a sitemap')
    this.#isFeed = !ownRoots.has(local)
    const namespace = namespaceOf(name, this.#scopes)
    if (!this.#isFeed && !namespaces.has(namespace)) this.#listing.addFault('namespace', namespace, this.#parser.line)
  }

  /** Adds the language version of an entry, or the URL of one of Atom. */
  #addLink(name: string, attributes: Attributes) {
    const { href, hreflang, rel } = attributes
    if (isVersion(this.#open) && hreflang !== undefined && /(?:^|\s)alternate(?:\s|$)/i.test(rel ?? ''))
      this.#listing.versions.addLink({
        hreflang,
        href: href ?? '',
        line: this.#parser.line,
        namespace: namespaceOf(name, this.#scopes),
      })
    const [parent, local] = this.#open.slice(-2)
    if (local === 'link' && parent === 'entry' && href !== undefined && (rel ?? 'alternate') === 'alternate')
      this.#listing.addUrl(href)
  }

  #onCloseTag() {
    this.#onPart()
    if (isUrlElement(this.#open)) this.#addUrl(this.#text)
    if (isEntry(this.#open)) this.#listing.versions.closeEntry()
    if (isEntry(this.#open) || isListedSitemap(this.#open)) this.#checkLocs()
    const dated = datedElement(this.#open)
    if (dated) this.#listing.addLastmod(this.#text, this.#parser.line, dated)
    this.#text = ''
    this.#open.pop()
    this.#scopes.pop()
  }

  /** Each entry has one loc. */
  #checkLocs() {
    const { line } = this.#parser
    if (this.#locsOfEntry === 0) this.#listing.addFault('no_loc', '', line)
    if (this.#locsOfEntry > 1) this.#listing.addFault('more_locs', '', line)
  }

  #addUrl(text: string) {
    this.#locs += 1
    if (this.#open.at(-1) === 'loc') this.#locsOfEntry += 1
    if (this.#open.at(-1) === 'loc' && !isFullUrl(text)) this.#listing.addFault('url', text, this.#parser.line)
    if (text.trim() === '') return
    if (this.#open.at(-2) === 'sitemap') this.#listing.addChild(text)
    else this.#listing.addUrl(text)
    this.#listing.versions.addLoc(text)
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
function namespaceOf(name: string, scopes: Attributes[]): string {
  const prefix = name.slice(0, Math.max(0, name.indexOf(':')))
  const declaration = prefix === '' ? 'xmlns' : `xmlns:${prefix}`
  return scopes.findLast((attributes) => attributes[declaration] !== undefined)?.[declaration]?.trim() ?? ''
}

const isEntry = (open: string[]) => open.length === 2 && open[0] === 'urlset' && open[1] === 'url'
const isListedSitemap = (open: string[]) => open.length === 2 && open[0] === 'sitemapindex' && open[1] === 'sitemap'
const isVersion = (open: string[]) => open.length === 3 && open[2] === 'link' && isEntry(open.slice(0, 2))

/** A loc begins with the protocol (sitemaps.org). */
const isFullUrl = (text: string) => /^https?:\/\/[^\s/]/i.test(text.trim())

/** Returns the element that an open lastmod is about; null if there is none. */
function datedElement(open: string[]): 'url' | 'sitemap' | null {
  const [parent, name] = open.slice(-2)
  return name === 'lastmod' && (parent === 'url' || parent === 'sitemap') ? parent : null
}

function isUrlElement(open: string[]): boolean {
  const [parent, name] = open.slice(-2)
  return name === 'loc' ? parent === 'url' || parent === 'sitemap' : name === 'link' && parent === 'item'
}
