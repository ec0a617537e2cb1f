import { SaxesParser } from 'saxes'
import type { Listing } from './sitemap-listing.ts'

/** Takes text as it comes; `isOver` when nothing that follows can change what was found. */
export type TextReader = { write: (text: string) => void; end: () => void; isOver: () => boolean }

/** Deeper than any sitemap with its extensions for images, videos and news. */
const depthLimit = 64
/** A tag, comment or text longer than this is made to cost memory. */
const pieceLimit = 256 * 1024

class Stop extends Error {}

/** Sitemaps, their indexes, and feeds in RSS and Atom. Entities that a file declares itself are not expanded. */
export function readXml(listing: Listing): TextReader {
  const parser = new SaxesParser()
  const open: string[] = []
  let address = ''
  let carried = ''
  let lastPiece = 0
  let over = false

  const stop = (text: string): never => {
    listing.report(text, parser.line)
    throw new Stop()
  }
  const within = (work: () => void) => {
    try {
      if (!over) work()
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      over = true
    }
  }
  const piece = () => {
    lastPiece = parser.position
  }
  const onText = (text: string) => {
    piece()
    if (isAddress(open)) address += text.replaceAll(strayMark, '&')
  }

  parser.on('error', ({ message }) => stop(wordsOf(message)))
  parser.on('doctype', (doctype) => {
    piece()
    if (/^\s*html/i.test(doctype)) stop(isHtml)
  })
  parser.on('comment', piece)
  parser.on('processinginstruction', piece)
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('opentag', ({ name, attributes }) => {
    piece()
    const local = localName(name)
    if (open.length === 0) listing.kind = kindOf(local) ?? stop(local === 'html' ? isHtml : 'it is XML, but no sitemap')
    if (open.push(local) > depthLimit) stop('its elements are nested too deep')
    address = ''
    const { href, rel = 'alternate' } = attributes
    if (local === 'link' && open.at(-2) === 'entry' && href !== undefined && rel === 'alternate') listing.addUrl(href)
  })
  parser.on('closetag', () => {
    piece()
    if (isAddress(open) && address.trim() !== '') {
      if (open.at(-2) === 'sitemap') listing.addChild(address)
      else listing.addUrl(address)
    }
    address = ''
    open.pop()
  })

  return {
    write: (text) =>
      within(() => {
        const whole = carried + text
        carried = /&#?\w{0,32}$/.exec(whole.slice(-40))?.[0] ?? ''
        parser.write(markStray(carried === '' ? whole : whole.slice(0, -carried.length)))
        if (parser.position - lastPiece > pieceLimit) stop('one part of it is too long')
      }),
    end: () =>
      within(() => {
        parser.write(markStray(carried)).close()
      }),
    isOver: () => over,
  }
}

/**
 * The commonest fault of all, an ampersand left as it is, would be found by the parser only at the next semicolon: it is
 * marked as an entity that cannot be.
 */
const strayMark = '&\uE000;'
const markStray = (text: string) => text.replace(/&(?!#?\w{1,32};)/g, strayMark)

function wordsOf(message: string): string {
  const text = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
  return text === 'disallowed character in entity name' ? 'an ampersand is not written as &amp;' : text
}

const isHtml = 'it is an HTML page, no sitemap'

/** Names are told by what follows the prefix; but an image's `image:loc` is no page, as its parent shows. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Feeds serve as sitemaps too (sitemaps.org, Google). */
const kindOf = (root: string) =>
  ({ urlset: 'urlset', sitemapindex: 'index', rss: 'urlset', RDF: 'urlset', feed: 'urlset' } as const)[root]

function isAddress(open: string[]): boolean {
  const [parent, name] = open.slice(-2)
  return name === 'loc' ? parent === 'url' || parent === 'sitemap' : name === 'link' && parent === 'item'
}
