import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  Parser,
  parseFragment,
  type Token,
  type TreeAdapter,
} from 'parse5'
import { LeapingTokenizer } from './tokenizer.ts'

export type TextNode = DefaultTreeAdapterTypes.TextNode
export type ParentNode = DefaultTreeAdapterTypes.ParentNode
/** `from` and `to` enclose the start tag in the source; elements the parser made up have neither. */
export type Element = DefaultTreeAdapterTypes.Element & { from?: number; to?: number }

export type Tree = { document: DefaultTreeAdapterTypes.Document; nodes: number; cut: boolean }

/** A page of nested formatting elements makes nodes in the square of its length, so the tree stops growing here. */
export const nodeLimit = 150_000

class TreeFull extends Error {}

/** How many nodes may still be made; a page and its noscript elements share one. */
export type NodeBudget = { left: number }

/** Of the parse that is going on: parsing is synchronous, and an adapter made anew for each page halves its speed. */
let budget: NodeBudget = { left: 0 }
let document = defaultTreeAdapter.createDocument()

const spend = () => {
  if (--budget.left < 0) throw new TreeFull()
}

/** The first push to an empty array makes room for 17: too much for the many elements with a single child. */
function appendChild(parent: ParentNode, node: DefaultTreeAdapterTypes.ChildNode) {
  if (parent.childNodes.length === 0) parent.childNodes = [node]
  else parent.childNodes.push(node)
  node.parentNode = parent
}

/** The default adapter, counting nodes, and keeping no comment's text. */
const treeAdapter: TreeAdapter<DefaultTreeAdapterMap> = {
  ...defaultTreeAdapter,
  appendChild,
  createDocument() {
    document = defaultTreeAdapter.createDocument()
    return document
  },
  createElement(tagName, namespace, attributes) {
    spend()
    const element: Element = {
      nodeName: tagName,
      tagName,
      attrs: attributes,
      namespaceURI: namespace,
      childNodes: [],
      parentNode: null,
      from: -1,
      to: -1,
    }
    return element
  },
  createCommentNode() {
    spend()
    return defaultTreeAdapter.createCommentNode('')
  },
  insertText(parent, text) {
    const last = parent.childNodes[parent.childNodes.length - 1]
    if (last && defaultTreeAdapter.isTextNode(last)) last.value += text
    else {
      spend()
      appendChild(parent, { nodeName: '#text', value: text, parentNode: null })
    }
  },
  insertTextBefore(parent, text, reference) {
    spend()
    defaultTreeAdapter.insertTextBefore(parent, text, reference)
  },
}

/** Keeps of all positions only those of start tags, and makes no objects of them. */
class PageParser extends Parser<DefaultTreeAdapterMap> {
  override _attachElementToTree(
    element: Element,
    location: Token.Location | null,
    place: ReturnType<Parser<DefaultTreeAdapterMap>['_getInsertionLocation']>,
  ) {
    if (location) {
      element.from = location.startOffset
      element.to = location.endOffset
    }
    super._attachElementToTree(element, null, place)
  }
}

/** Parses as a browser with scripts does. Never throws: beyond {@link nodeLimit} nodes the tree built so far counts. */
export function parsePage(html: string): Tree & { budget: NodeBudget } {
  budget = { left: nodeLimit }
  const parser = new PageParser({ treeAdapter, scriptingEnabled: true })
  parser.tokenizer = new LeapingTokenizer(parser.options, parser)
  // A page is whole from the beginning: what was read of it need not be dropped.
  parser.tokenizer.preprocessor.bufferWaterline = Number.POSITIVE_INFINITY
  const cut = stopsEarly(() => parser.tokenizer.write(html, true))
  return { document, nodes: nodeLimit - Math.max(budget.left, 0), cut, budget }
}

/** The text of a noscript element as the elements a crawler without scripts sees; none when the node limit is reached. */
export function parseNoscript(html: string, shared: NodeBudget): ParentNode | null {
  if (!html.includes('<') || shared.left <= 0) return null
  budget = shared
  let fragment: ParentNode | null = null
  stopsEarly(() => {
    fragment = parseFragment(html, { treeAdapter, scriptingEnabled: false })
  })
  return fragment
}

function stopsEarly(work: () => void): boolean {
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof TreeFull) return true
    throw error
  }
}

const gone = defaultTreeAdapter.createTextNode('')

/**
 * Takes a tree apart that is no longer needed. V8 comes to make some of its nodes in the old generation, and one such node
 * keeps the whole dead page until the next full collection: that costs a quarter of the time of an analysis.
 */
export function release(elements: Element[]) {
  for (const element of elements) {
    const { childNodes } = element
    for (let at = 0; at < childNodes.length; at++) childNodes[at] = gone
    element.parentNode = null
  }
  elements.length = 0
}

/** The value of an attribute, or null when it is absent. */
export function attribute(element: Element, name: string): string | null {
  const { attrs } = element
  for (let at = 0; at < attrs.length; at++) {
    const one = attrs[at] as Element['attrs'][number]
    if (one.name === name) return one.value
  }
  return null
}

const isAsciiSpace = /[\t\n\f\r ]+/

/** The space-separated words of an attribute, lower case. */
export function tokens(value: string | null): string[] {
  return value ? value.slice(0, 1000).toLowerCase().split(isAsciiSpace).filter(Boolean) : []
}
