import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, parseFragment, type TreeAdapter } from 'parse5'

export type TextNode = DefaultTreeAdapterTypes.TextNode
export type ParentNode = DefaultTreeAdapterTypes.ParentNode
/** `spot` is the start tag in the source; elements the parser made up have none. */
export type Element = DefaultTreeAdapterTypes.Element & { spot?: Spot | null }
export type Spot = { startOffset: number; endOffset: number; startLine: number; startCol: number }

export type Tree = { document: DefaultTreeAdapterTypes.Document; nodes: number; cut: boolean }

/** A page of nested formatting elements makes nodes in the square of its length, so the tree stops growing here. */
export const nodeLimit = 150_000

class TreeFull extends Error {}

export type NodeBudget = { left: number }

/**
 * The default adapter, counting nodes, keeping no comment's text, and of all source positions only start tags: that
 * costs a tenth of the speed where the adapter's own bookkeeping costs a quarter.
 */
function countingAdapter(budget: NodeBudget, onDocument: (document: DefaultTreeAdapterTypes.Document) => void): TreeAdapter<DefaultTreeAdapterMap> {
  const spend = () => {
    if (--budget.left < 0) throw new TreeFull()
  }
  return {
    ...defaultTreeAdapter,
    createDocument() {
      const document = defaultTreeAdapter.createDocument()
      onDocument(document)
      return document
    },
    createElement(tagName, namespace, attributes) {
      spend()
      const element: Element = { nodeName: tagName, tagName, attrs: attributes, namespaceURI: namespace, childNodes: [], parentNode: null, spot: null }
      return element
    },
    createCommentNode() {
      spend()
      return defaultTreeAdapter.createCommentNode('')
    },
    insertText(parent, text) {
      const last = parent.childNodes.at(-1)
      if (last && defaultTreeAdapter.isTextNode(last)) last.value += text
      else {
        spend()
        defaultTreeAdapter.appendChild(parent, defaultTreeAdapter.createTextNode(text))
      }
    },
    insertTextBefore(parent, text, reference) {
      spend()
      defaultTreeAdapter.insertTextBefore(parent, text, reference)
    },
    setNodeSourceCodeLocation(node, location) {
      if (location && 'startTag' in location && location.startTag) (node as Element).spot = location.startTag
    },
    getNodeSourceCodeLocation: () => null,
    updateNodeSourceCodeLocation() {},
  }
}

/** Parses as a browser with scripts does. Never throws: beyond {@link nodeLimit} nodes the tree built so far counts. */
export function parsePage(html: string): Tree & { budget: NodeBudget } {
  const budget = { left: nodeLimit }
  let document = defaultTreeAdapter.createDocument()
  const treeAdapter = countingAdapter(budget, (made) => {
    document = made
  })
  const cut = stopsEarly(() => parse(html, { treeAdapter, sourceCodeLocationInfo: true, scriptingEnabled: true }))
  return { document, nodes: nodeLimit - Math.max(budget.left, 0), cut, budget }
}

/** The text of a noscript element as the elements a crawler without scripts sees; none when the node limit is reached. */
export function parseNoscript(html: string, budget: NodeBudget): ParentNode | null {
  if (!html.includes('<') || budget.left <= 0) return null
  let fragment: ParentNode | null = null
  stopsEarly(() => {
    fragment = parseFragment(html, { treeAdapter: countingAdapter(budget, () => {}), scriptingEnabled: false })
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

/** The value of an attribute, or null when it is absent. */
export function attribute(element: Element, name: string): string | null {
  for (const one of element.attrs) if (one.name === name) return one.value
  return null
}

const isAsciiSpace = /[\t\n\f\r ]+/

/** The space-separated words of an attribute, lower case. */
export function tokens(value: string | null): string[] {
  return value ? value.slice(0, 1000).toLowerCase().split(isAsciiSpace).filter(Boolean) : []
}
