import { defaultTreeAdapter, html } from 'parse5'
import { declaredDisplay } from './inline-style.ts'
import { type Naming, namingOf } from './naming.ts'
import { isShadowRoot } from './shadow-roots.ts'
import { blockMark } from './tokens.ts'
import {
  attribute,
  type Element,
  type ParentNode,
  parseNoscript,
  type TextNode,
  tokens,
  type Tree,
  unshown,
} from './tree.ts'

/** The number of an element in document order. Evidence points to elements by it. */
export type Ordinal = number

/** The number of the first element of a rendered page. An HTML has fewer elements. */
export const firstOfRendered = 1_000_000

/** The position and surroundings of an element, for collectors. */
export type Position = {
  ordinal: Ordinal
  inHead: boolean
  /** Inside an element that a browser does not show, by its own rules (see {@link hidesItself}). */
  hidden: boolean
  /** Inside noscript. The ordinal is that of the noscript element. */
  noscript: boolean
  style: string | null
  id: string | null
  /** The element or one around it has aria-hidden="true". */
  ariaHidden: boolean
  /** Inside an element that is inert, or hidden until it is found. Visitors see it or find it, screen readers don't. */
  unannounced: boolean
  /** The element has a role. */
  hasRole: boolean
  /** Inside a shadow root, whose IDs are its own. */
  shadow: boolean
  /** The element has an attribute of microdata or RDFa. */
  described: boolean
  /** The element has data-nosnippet. */
  nosnippet: boolean
  /** Not part of the main content, by the element's role, ID or class. */
  region: 'consent' | 'other' | null
  /** The element's ID or class says that scripts fill it, or that it stands in for content that is loading. */
  fillable: 'list' | 'skeleton' | null
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
   * a role, data-nosnippet, a region, or an attribute of microdata or RDFa.
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
  isSilenced: boolean
  isUnannounced: boolean
  isHead: boolean
  isShadow: boolean
  endHandlers: ((position: Position) => void)[]
}

const nothing: Kind = { tag: '', silent: false, block: false, handlers: [], markedHandlers: [] }
const noFrame = { kind: nothing, hides: false, isSilenced: false, isUnannounced: false, isHead: false, isShadow: false }
const shadowRoot: Kind = { ...nothing, block: true }

/**
 * Visits all elements in document order and collects the visible text. Iterative, because recursion overflows the stack
 * on 100 KB of nested div elements.
 */
export function walk(
  { document, budget, hasScripts }: Pick<Tree, 'document' | 'budget' | 'hasScripts'>,
  collectors: Collector[],
  firstOrdinal = 0,
): WalkResult {
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
    unannounced: false,
    hasRole: false,
    shadow: false,
    described: false,
    nosnippet: false,
    region: null,
    fillable: null,
    textMark: 0,
  }
  let silentDepth = 0
  let hiddenDepth = 0
  let ariaHiddenDepth = 0
  let unannouncedDepth = 0
  let shadowDepth = 0
  let depth = 0
  let noscripts = 0
  let wrapper: Element | null = null
  const named = new Map<string, Naming>()

  const append = (part: string) => {
    text.push(part)
    position.textMark += part.length
  }

  /**
   * True for the body, and for a wrapper that is all of it. A page that hides all of its content waits for a script to
   * show it.
   */
  const isWholePage = (element: Element) =>
    element.tagName === 'body' || element.tagName === 'html' || element === wrapper

  const enter = (element: Element, parent: ParentNode): Frame => {
    const isShadow = isShadowRoot(element)
    const kind = isShadow ? shadowRoot : kindOf(element)
    if (!position.noscript) position.ordinal = firstOrdinal + elements.push(element) - 1
    if (kind.tag === 'body' && !position.noscript) wrapper ??= wrapperIn(element)
    const isHead = kind.tag === 'head' && parent.nodeName === 'html' && !position.noscript
    const own = readAttributes(element, position, named)
    const hides = hidesItself(element, position, own) && !(hasScripts && isWholePage(element))
    if (kind.block && silentDepth === 0 && hiddenDepth === 0) append(blockMark)
    if (hides) hiddenDepth++
    if (own.ariaHidden) ariaHiddenDepth++
    if (own.unannounced) unannouncedDepth++
    if (isShadow) shadowDepth++
    if (kind.silent) silentDepth++
    if (isHead) position.inHead = true
    position.hidden = hiddenDepth > 0
    position.ariaHidden = ariaHiddenDepth > 0
    position.unannounced = unannouncedDepth > 0
    position.shadow = shadowDepth > 0
    const endHandlers: Frame['endHandlers'] = []
    for (const handler of isMarked(position, own) ? kind.markedHandlers : kind.handlers) {
      const endHandler = handler(element, position)
      if (endHandler) endHandlers.push(endHandler)
    }
    if (kind.tag === 'noscript' && !position.noscript && noscripts++ < maxNoscripts) visitNoscript(element)
    const { ariaHidden: isSilenced, unannounced: isUnannounced } = own
    return { node: element, next: 0, kind, hides, isSilenced, isUnannounced, isHead, isShadow, endHandlers }
  }

  const leave = ({ kind, hides, isSilenced, isUnannounced, isHead, isShadow, endHandlers }: Frame) => {
    for (const handler of endHandlers) handler(position)
    if (hides) hiddenDepth--
    if (isSilenced) ariaHiddenDepth--
    if (isUnannounced) unannouncedDepth--
    if (isShadow) shadowDepth--
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
    const open: Frame[] = [{ ...noFrame, node: top, next: 0, endHandlers: [] }]
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

  visit(document)
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

const isMarked = (
  { id, style, described, hasRole, nosnippet, region, fillable }: Position,
  { ariaHidden }: OwnAttributes,
) =>
  id !== null ||
  style !== null ||
  ariaHidden ||
  described ||
  hasRole ||
  nosnippet ||
  region !== null ||
  fillable !== null

const otherRoles = /^\s*(?:navigation|banner|contentinfo|complementary|search|dialog|alertdialog)\s*$/i

/** Attributes that the element itself has, as opposed to those around it. */
type OwnAttributes = { ariaHidden: boolean; unannounced: boolean; hidden: boolean; open: boolean; popover: boolean }

/** Reads all attributes that the position needs in one pass. */
function readAttributes({ tagName, attrs }: Element, position: Position, named: Map<string, Naming>): OwnAttributes {
  const own = { ariaHidden: false, unannounced: false, hidden: false, open: false, popover: false }
  position.style = null
  position.id = null
  position.described = false
  position.hasRole = false
  position.nosnippet = false
  position.region = null
  // Custom elements are named for what they show, as in <product-list>.
  position.fillable = tagName.includes('-') ? namingOf(tagName, named).fillable : null
  const note = ({ isConsent, fillable }: Naming) => {
    if (isConsent) position.region = 'consent'
    position.fillable ??= fillable
  }
  for (const { name, value } of attrs) {
    switch (name) {
      case 'id':
        position.id = value
        note(namingOf(value, named))
        break
      case 'class':
        note(namingOf(value, named))
        break
      case 'aria-busy':
        if (value === 'true') position.fillable = 'skeleton'
        break
      case 'role':
        position.hasRole = true
        if (otherRoles.test(value)) position.region ??= 'other'
        break
      case 'style':
        position.style = value
        break
      case 'hidden':
        if (value.toLowerCase() === 'until-found') own.unannounced = true
        else own.hidden = true
        break
      case 'inert':
        own.unannounced = true
        break
      case 'open':
        own.open = true
        break
      case 'popover':
        own.popover = true
        break
      case 'aria-hidden':
        own.ariaHidden = value === 'true'
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
  return own
}

/**
 * True if a browser does not show the element: `display: none` in its style attribute, or by the browser's style sheet
 * (HTML standard, 15.3.1), which the style attribute overrides.
 */
function hidesItself({ tagName }: Element, { style }: Position, { hidden, open, popover }: OwnAttributes): boolean {
  const isDialog = tagName === 'dialog'
  const byBrowser = hidden || tagName === 'datalist' || (isDialog && !open) || (popover && !(isDialog && open))
  const display = declaredDisplay(style)
  return display === null ? byBrowser : display === 'none'
}

const wrappers = new Set(['div', 'main', 'section', 'article'])

/** Returns the child of the body that is all it shows, if it is a wrapper. */
function wrapperIn(body: Element): Element | null {
  const shown = body.childNodes.filter(
    (child) =>
      child.nodeName !== '#comment' && !unshown.has(child.nodeName) && !('value' in child && child.value.trim() === ''),
  )
  const [only] = shown
  return shown.length === 1 && only && 'tagName' in only && wrappers.has(only.tagName) ? only : null
}

/** Returns the text directly inside an element, which is all the text of title, script and style elements. */
export function childText(element: Element): string {
  let text = ''
  for (const child of element.childNodes) if (defaultTreeAdapter.isTextNode(child)) text += child.value
  return text
}

/** True if assistive technology ignores the element. */
export const isDecoration = (element: Element, { ariaHidden }: Position) =>
  ariaHidden || tokens(attribute(element, 'role')).some((role) => role === 'presentation' || role === 'none')
