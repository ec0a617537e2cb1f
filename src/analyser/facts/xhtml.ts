import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, parseFragment, type Token } from 'parse5'
import { SaxesParser, type SaxesTagNS } from 'saxes'
import type { ParentNode, TreeAdapter } from './tree.ts'

/** Public identifiers with which browsers know the named characters of HTML (HTML standard, 14.2) start with it. */
const xhtmlDoctype = '-//W3C//DTD XHTML'

/** Ends parsing where the document is not well-formed, as browsers do. */
class NotWellFormed extends Error {}

/**
 * Parses a page that is sent as application/xhtml+xml into the given document. Returns the line from which the page is
 * not well-formed, so that browsers show an error in place of the rest; null if it is well-formed.
 */
export function parseXhtml(
  source: string,
  document: DefaultTreeAdapterTypes.Document,
  adapter: TreeAdapter,
): number | null {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const open: ParentNode[] = [document]
  const parent = () => open.at(-1) ?? document
  let tagStart = { offset: 0, line: 0, column: 0 }
  /** The start of the content of a noscript element, which is parsed on its own, and the parser's depth in it. */
  let noscript: { from: number; depth: number } | null = null

  parser.on('error', () => {
    throw new NotWellFormed()
  })
  parser.on('doctype', (text) => {
    const [, name = '', , publicId = '', , systemId = ''] =
      /^\s{0,99}(\S{1,99})(?:\s{1,99}PUBLIC\s{1,99}(["'])(.{0,300}?)\2(?:\s{1,99}(["'])(.{0,300}?)\4)?)?/s.exec(text) ??
      []
    defaultTreeAdapter.setDocumentType(document, name, publicId, systemId)
    if (publicId.startsWith(xhtmlDoctype)) Object.assign(parser.ENTITIES, namedCharactersIn(source))
  })
  parser.on('opentagstart', () => {
    tagStart = { offset: source.lastIndexOf('<', parser.position - 1), line: parser.line, column: parser.column }
  })
  parser.on('opentag', (tag) => {
    if (noscript) {
      if (!tag.isSelfClosing) noscript.depth++
      return
    }
    const element = adapter.createElement(tag.local, namespaceOf(tag), attributesOf(tag))
    const position = { startOffset: tagStart.offset, startLine: tagStart.line, startCol: tagStart.column }
    const location = { ...position, endOffset: parser.position, endLine: parser.line, endCol: parser.column }
    adapter.setNodeSourceCodeLocation(element, { ...location, startTag: location })
    defaultTreeAdapter.appendChild(parent(), element)
    if (tag.isSelfClosing) return
    open.push(element)
    if (tag.local === 'noscript') noscript = { from: parser.position, depth: 0 }
  })
  parser.on('closetag', (tag) => {
    if (tag.isSelfClosing) return
    if (noscript && noscript.depth-- > 0) return
    if (noscript) {
      const end = source.lastIndexOf('</', parser.position - 1)
      adapter.insertText(parent(), source.slice(noscript.from, end))
      noscript = null
    }
    open.pop()
  })
  const onText = (text: string) => {
    if (!noscript && parent() !== document) adapter.insertText(parent(), text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  try {
    parser.write(source).close()
    return null
  } catch (error) {
    if (error instanceof NotWellFormed) return parser.line
    throw error
  }
}

const namespaceOf = ({ uri }: SaxesTagNS) => Object.values(html.NS).find((known) => known === uri) ?? (uri as html.NS)

/** Names are without prefix. In XML, the language is given by xml:lang, which counts more than lang. */
function attributesOf({ attributes }: SaxesTagNS): Token.Attribute[] {
  const list = Object.values(attributes)
  const language = list.find(({ name }) => name === 'xml:lang')
  return list.flatMap(({ name, value }) => {
    if (name === 'lang' && language) return []
    return [{ name: name === 'xml:lang' ? 'lang' : name, value }]
  })
}

/** Returns the named characters of HTML that occur in the source. */
function namedCharactersIn(source: string): Record<string, string> {
  const names = new Set(Array.from(source.matchAll(/&([a-zA-Z][a-zA-Z0-9]{1,31});/g), ([, name = '']) => name))
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const [node] = parseFragment(`&${name};`).childNodes
      const text = node && defaultTreeAdapter.isTextNode(node) ? node.value : ''
      return text === `&${name};` || text === '' ? [] : [[name, text]]
    }),
  )
}
