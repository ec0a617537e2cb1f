import {
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  defaultTreeAdapter,
  parseFragment,
  type TreeAdapter as Adapter,
} from 'parse5'

export type TextNode = DefaultTreeAdapterTypes.TextNode
export type ParentNode = DefaultTreeAdapterTypes.ParentNode
/** `sourceCodeLocation.startTag` is missing if the parser inserted the element. */
export type Element = DefaultTreeAdapterTypes.Element

export type TreeAdapter = Adapter<DefaultTreeAdapterMap>

export type Tree = {
  document: DefaultTreeAdapterTypes.Document
  nodes: number
  cut: boolean
  /** The page has scripts, which can show what is hidden. */
  hasScripts: boolean
  /** The line from which XHTML is not well-formed, so that browsers show an error in place of the rest. */
  brokenAt: number | null
  budget: NodeBudget
}

/**
 * Safety limit: with nested formatting elements, the number of nodes grows with the square of the page's length.
 */
export const maxNodes = 150_000

class TreeFull extends Error {}

/** The number of nodes that can still be created. A page and its noscript elements share one budget. */
export type NodeBudget = { left: number }

/**
 * Returns parse5's default adapter, which throws `TreeFull` beyond the budget and keeps neither comments' text nor ends
 * of elements but the head's.
 */
export function createTreeAdapter(budget: NodeBudget, onElement: (element: Element) => void = () => {}): TreeAdapter {
  const spend = () => {
    if (--budget.left < 0) throw new TreeFull()
  }
  return {
    ...defaultTreeAdapter,
    createElement(tagName, namespace, attributes) {
      spend()
      const element = defaultTreeAdapter.createElement(tagName, namespace, attributes)
      onElement(element)
      return element
    },
    createCommentNode() {
      spend()
      return defaultTreeAdapter.createCommentNode('')
    },
    insertText(parent, text) {
      const last = parent.childNodes.at(-1)
      if (!last || !defaultTreeAdapter.isTextNode(last)) spend()
      defaultTreeAdapter.insertText(parent, text)
    },
    insertTextBefore(parent, text, reference) {
      spend()
      defaultTreeAdapter.insertTextBefore(parent, text, reference)
    },
    setNodeSourceCodeLocation(node, location) {
      if (defaultTreeAdapter.isElementNode(node)) node.sourceCodeLocation = location
    },
    updateNodeSourceCodeLocation(node, end) {
      const location = node.nodeName === 'head' && 'sourceCodeLocation' in node ? node.sourceCodeLocation : null
      if (location) Object.assign(location, end)
    },
  }
}

/** Parses the text of a noscript element as a crawler without scripts does. Returns null when the budget is spent. */
export function parseNoscript(html: string, budget: NodeBudget): ParentNode | null {
  if (!html.includes('<') || budget.left <= 0) return null
  let fragment: ParentNode | null = null
  stopsEarly(() => {
    fragment = parseFragment(html, { treeAdapter: createTreeAdapter(budget), scriptingEnabled: false })
  })
  return fragment
}

/** Runs a parser. Returns true if it was stopped because the budget is spent. */
export function stopsEarly(work: () => void): boolean {
  try {
    work()
    return false
  } catch (error) {
    if (error instanceof TreeFull) return true
    throw error
  }
}

/** Returns the value of an attribute, or null if it is absent. */
export function attribute(element: Element, name: string): string | null {
  return element.attrs.find((attr) => attr.name === name)?.value ?? null
}

/** Elements that act without being shown, wherever they are. */
export const unshown = new Set('script style link meta template noscript'.split(' '))

const isAsciiSpace = /[\t\n\f\r ]+/

/** Returns the space-separated words of an attribute in lower case. */
export function tokens(value: string | null): string[] {
  return value ? value.slice(0, 1000).toLowerCase().split(isAsciiSpace).filter(Boolean) : []
}

/** The media types of scripts (WHATWG MIME Sniffing, 4.6). */
const scriptTypes =
  /^(?:(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:javascript1\.[0-5]|jscript|livescript))$/i

/** True for the media type of a script, without parameters. */
export const isScriptType = (type: string) => scriptTypes.test(type.slice(0, 100))

/** Returns the kind of a script element. Browsers run no data, such as JSON-LD (HTML standard, 4.12.1.1). */
export function scriptKind(element: Element): 'classic' | 'module' | 'data' {
  const language = attribute(element, 'language')
  const given = attribute(element, 'type') ?? (language ? `text/${language}` : '')
  const type = given.slice(0, 200).trim().toLowerCase()
  if (type === 'module') return 'module'
  return type === '' || isScriptType(type) ? 'classic' : 'data'
}

/** True for an element whose style sheet browsers read: one without a type, or with that of CSS. */
export function isStyle(element: Element): boolean {
  const [type = ''] = (attribute(element, 'type') ?? '').slice(0, 200).split(';')
  return type === '' || type.trim().toLowerCase() === 'text/css'
}

/** True if browsers load the style sheet of a link. They leave out alternative, disabled and foreign ones. */
export const loadsSheet = (link: Element, rels: readonly string[]) =>
  rels.includes('stylesheet') && !rels.includes('alternate') && attribute(link, 'disabled') === null && isStyle(link)

export const isScript = (element: Element) => scriptKind(element) !== 'data'
