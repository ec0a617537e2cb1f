import { defaultTreeAdapter, html } from 'parse5'
import { blockMark } from './tokens.ts'
import {
  attribute,
  type Element,
  type NodeBudget,
  type ParentNode,
  parseNoscript,
  type TextNode,
  tokens,
} from './tree.ts'

/** The number of an element in document order. Evidence points to elements by it. */
export type Ordinal = number

/** The position and surroundings of an element, for collectors. */
export type Position = {
  ordinal: Ordinal
  inHead: boolean
  /** Inside an element that is not shown: `hidden`, or `display:none` in its own style attribute. */
  hidden: boolean
  /** Inside noscript. The ordinal is that of the noscript element. */
  noscript: boolean
  style: string | null
  id: string | null
  /** The element itself has aria-hidden="true". */
  ariaHidden: boolean
  /** The element has an attribute of microdata or RDFa. */
  described: boolean
  /** The element has data-nosnippet. */
  nosnippet: boolean
  /** Length of the visible text before this point, in UTF-16 units. Two marks delimit the text between them. */
  textMark: number
}

/**
 * Called at the start of an element. A returned function is called at its end. Positions are valid during the call
 * only.
 */
export type OnElement = (element: Element, position: Position) => void | ((position: Position) => void)

/** Handlers by tag name. `svg ` precedes the names of SVG elements. */
export type Handlers = Record<string, OnElement>

/** Callbacks for the elements of a walk. */
export type Collector = {
  handlers: Handlers
  /**
   * Called after the handler of the tag name for every element that has an id, a style attribute, aria-hidden="true",
   * data-nosnippet or an attribute of microdata or RDFa.
   */
  onMarked?: OnElement
}

export type WalkResult = { elements: Element[]; depth: number; text: string }

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const silent = new Set(
  'audio canvas head iframe noembed noframes noscript script select style template textarea title video'.split(' '),
)
const silentSvg = new Set('title desc metadata style script'.split(' '))

/** Safety limit: each noscript element starts a parser. */
const maxNoscripts = 1000

/** Properties shared by all elements of one name. */
type Kind = { tag: string; silent: boolean; block: boolean; handlers: OnElement[]; markedHandlers: OnElement[] }
/** An element whose children are being visited. */
type Frame = {
  node: ParentNode
  /** The index of the next child. */
  next: number
  kind: Kind
  hides: boolean
  isHead: boolean
  endHandlers: ((position: Position) => void)[]
}

const nothing: Kind = { tag: '', silent: false, block: false, handlers: [], markedHandlers: [] }

/**
 * Visits all elements in document order and collects the visible text. Iterative, because recursion overflows the stack
 * on 100 KB of nested div elements.
 */
export function walk(root: ParentNode, budget: NodeBudget, collectors: Collector[]): WalkResult {
  const kindOf = kindsWith(collectors)
  const elements: Element[] = []
  const text: string[] = []
  const position: Position = {
    ordinal: 0,
    inHead: false,
    hidden: false,
    noscript: false,
    style: null,
    id: null,
    ariaHidden: false,
    described: false,
    nosnippet: false,
    textMark: 0,
  }
  let silentDepth = 0
  let hiddenDepth = 0
  let depth = 0
  let noscripts = 0

  const append = (part: string) => {
    text.push(part)
    position.textMark += part.length
  }

  const enter = (element: Element, parent: ParentNode): Frame => {
    const kind = kindOf(element)
    if (!position.noscript) position.ordinal = elements.push(element) - 1
    const isHead = kind.tag === 'head' && parent.nodeName === 'html' && !position.noscript
    const hides = readAttributes(element, position)
    if (kind.block && silentDepth === 0 && hiddenDepth === 0) append(blockMark)
    if (hides) hiddenDepth++
    if (kind.silent) silentDepth++
    if (isHead) position.inHead = true
    position.hidden = hiddenDepth > 0
    const endHandlers: Frame['endHandlers'] = []
    for (const handler of isMarked(position) ? kind.markedHandlers : kind.handlers) {
      const endHandler = handler(element, position)
      if (endHandler) endHandlers.push(endHandler)
    }
    if (kind.tag === 'noscript' && !position.noscript && noscripts++ < maxNoscripts) visitNoscript(element)
    return { node: element, next: 0, kind, hides, isHead, endHandlers }
  }

  const leave = ({ kind, hides, isHead, endHandlers }: Frame) => {
    for (const handler of endHandlers) handler(position)
    if (hides) hiddenDepth--
    if (kind.silent) silentDepth--
    if (isHead) position.inHead = false
    if (kind.block && silentDepth === 0 && hiddenDepth === 0) append(blockMark)
  }

  const visitNoscript = (element: Element) => {
    const fragment = parseNoscript(childText(element), budget)
    if (!fragment) return
    const { inHead } = position
    position.noscript = true
    position.inHead = false
    visit(fragment)
    position.noscript = false
    position.inHead = inHead
  }

  const visit = (top: ParentNode) => {
    const open: Frame[] = [{ node: top, next: 0, kind: nothing, hides: false, isHead: false, endHandlers: [] }]
    while (open.length > 0) {
      const frame = open.at(-1)!
      const child = frame.node.childNodes[frame.next++]
      if (child === undefined) {
        open.pop()
        leave(frame)
      } else if (child.nodeName === '#text') {
        if (silentDepth === 0 && hiddenDepth === 0) append((child as TextNode).value)
      } else if ('tagName' in child) {
        open.push(enter(child, frame.node))
        depth = Math.max(depth, open.length)
      }
    }
  }

  visit(root)
  return { elements, depth: Math.max(0, depth - 1), text: text.join('') }
}

function kindsWith(collectors: Collector[]): (element: Element) => Kind {
  const kinds = { html: new Map<string, Kind>(), other: new Map<string, Kind>() }
  return ({ tagName: tag, namespaceURI }) => {
    const isHtml = namespaceURI === html.NS.HTML
    const known = isHtml ? kinds.html : kinds.other
    let kind = known.get(tag)
    if (!kind) {
      const name = isHtml ? tag : `svg ${tag}`
      kind = {
        tag: isHtml ? tag : '',
        silent: (isHtml ? silent : silentSvg).has(tag),
        block: isHtml && !inline.has(tag),
        handlers: [],
        markedHandlers: [],
      }
      for (const { handlers, onMarked } of collectors) {
        const own = Object.hasOwn(handlers, name) ? handlers[name] : undefined
        if (own) kind.handlers.push(own)
        if (own) kind.markedHandlers.push(own)
        if (onMarked) kind.markedHandlers.push(onMarked)
      }
      known.set(tag, kind)
    }
    return kind
  }
}

const isMarked = ({ id, style, ariaHidden, described, nosnippet }: Position) =>
  id !== null || style !== null || ariaHidden || described || nosnippet

/** Reads all attributes that the position needs in one pass. Returns whether the element hides itself. */
function readAttributes({ attrs }: Element, position: Position): boolean {
  let hides = false
  position.style = null
  position.id = null
  position.ariaHidden = false
  position.described = false
  position.nosnippet = false
  for (const { name, value } of attrs) {
    switch (name) {
      case 'id':
        position.id = value
        break
      case 'style':
        position.style = value
        break
      case 'hidden':
        hides = value.toLowerCase() !== 'until-found'
        break
      case 'aria-hidden':
        position.ariaHidden = value === 'true'
        break
      case 'data-nosnippet':
        position.nosnippet = true
        break
      case 'itemscope':
      case 'itemprop':
      case 'property':
      case 'typeof':
      case 'vocab':
        position.described = true
    }
  }
  return hides || (position.style !== null && /display\s{0,9}:\s{0,9}none/i.test(position.style.slice(0, 1000)))
}

/** Returns the text directly inside an element, which is all the text of title, script and style elements. */
export function childText(element: Element): string {
  let text = ''
  for (const child of element.childNodes) if (defaultTreeAdapter.isTextNode(child)) text += child.value
  return text
}

/** True if assistive technology ignores the element. */
export const isDecoration = (element: Element) =>
  attribute(element, 'aria-hidden') === 'true' ||
  tokens(attribute(element, 'role')).some((role) => role === 'presentation' || role === 'none')
