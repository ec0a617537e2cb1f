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

/** What collectors know about the element they are shown. */
export type Position = {
  ordinal: Ordinal
  inHead: boolean
  /** Inside an element that nobody sees: hidden, or display:none in its own style attribute. */
  hidden: boolean
  /** Inside noscript, where only crawlers and browsers without scripts look. Its ordinal is that of the noscript element. */
  noscript: boolean
  /** The style attribute. */
  style: string | null
  id: string | null
  /** aria-hidden="true" on the element itself. */
  ariaHidden: boolean
  /** It has an attribute of microdata or RDFa. */
  described: boolean
  /** Visible text so far, in UTF-16 units: two such marks cut out what stands between them. */
  textMark: number
}

/** Called when an element opens; a returned function is called when it closes. Positions are only valid during the call. */
export type OnElement = (element: Element, position: Position) => void | ((position: Position) => void)

/**
 * Handlers by tag name of HTML elements, with `svg ` before the name for those of SVG; `[marked]` for every element that
 * has an id, a style attribute, aria-hidden="true" or an attribute of microdata or RDFa.
 */
export type Handlers = Record<string, OnElement>

export type Walked = { elements: Element[]; depth: number; text: string }

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
)
const silent = new Set(
  'audio canvas head iframe noembed noframes noscript script select style template textarea title video'.split(' '),
)
const silentSvg = new Set('title desc metadata style script'.split(' '))

/** Many small noscript elements cost a parser each. */
const noscriptLimit = 1000

/** All that is known of an element by its name, looked up once. */
type Kind = { tag: string; silent: boolean; block: boolean; handlers: OnElement[]; ofMarked: OnElement[] }
type Frame = {
  node: ParentNode
  next: number
  kind: Kind
  hides: boolean
  isHead: boolean
  onLeave: ((position: Position) => void)[] | null
}

const nothing: Kind = { tag: '', silent: false, block: false, handlers: [], ofMarked: [] }
const newFrame = (node: ParentNode): Frame => ({
  node,
  next: 0,
  kind: nothing,
  hides: false,
  isHead: false,
  onLeave: null,
})

/** One iterative pass in document order: a recursive one would overflow on 100 KB of nested div. */
export function walk(root: ParentNode, budget: NodeBudget, groups: Handlers[]): Walked {
  const kindOf = kindsWith(groups)
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
    textMark: 0,
  }
  let quiet = 0
  let concealed = 0
  let depth = 0
  let noscripts = 0

  const say = (words: string) => {
    text.push(words)
    position.textMark += words.length
  }

  const enter = (element: Element, parent: ParentNode, frame: Frame) => {
    const kind = kindOf(element)
    if (!position.noscript) position.ordinal = elements.push(element) - 1
    const isHead = kind.tag === 'head' && parent.nodeName === 'html' && !position.noscript
    const hides = readAttributes(element, position)
    frame.node = element
    frame.next = 0
    frame.kind = kind
    frame.hides = hides
    frame.isHead = isHead
    frame.onLeave = null
    if (kind.block && quiet === 0 && concealed === 0) say(blockMark)
    if (hides) concealed++
    if (kind.silent) quiet++
    if (isHead) position.inHead = true
    position.hidden = concealed > 0
    for (const handler of isMarked(position) ? kind.ofMarked : kind.handlers) {
      const onLeave = handler(element, position)
      if (onLeave) (frame.onLeave ??= []).push(onLeave)
    }
    if (kind.tag === 'noscript' && !position.noscript && noscripts++ < noscriptLimit) visitNoscript(element)
  }

  const leave = ({ kind, hides, isHead, onLeave }: Frame) => {
    if (onLeave) for (const handler of onLeave) handler(position)
    if (hides) concealed--
    if (kind.silent) quiet--
    if (isHead) position.inHead = false
    if (kind.block && quiet === 0 && concealed === 0) say(blockMark)
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
    // Frames are used again: a page has thousands of elements, and few are open at a time.
    const frames = [newFrame(top)]
    for (let level = 0; level >= 0;) {
      const frame = frames[level] as Frame
      const child = frame.node.childNodes[frame.next++]
      if (child === undefined) {
        level--
        leave(frame)
      } else if (child.nodeName === '#text') {
        if (quiet === 0 && concealed === 0) say((child as TextNode).value)
      } else if ('tagName' in child) {
        level++
        enter(child, frame.node, (frames[level] ??= newFrame(child)))
        if (level >= depth) depth = level + 1
      }
    }
  }

  visit(root)
  return { elements, depth: Math.max(0, depth - 1), text: text.join('') }
}

function kindsWith(groups: Handlers[]): (element: Element) => Kind {
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
        ofMarked: [],
      }
      for (const group of groups) {
        const own = Object.hasOwn(group, name) ? group[name] : undefined
        const ofMarked = group['[marked]']
        if (own) kind.handlers.push(own)
        if (own) kind.ofMarked.push(own)
        if (ofMarked) kind.ofMarked.push(ofMarked)
      }
      known.set(tag, kind)
    }
    return kind
  }
}

const isMarked = ({ id, style, ariaHidden, described }: Position) =>
  id !== null || style !== null || ariaHidden || described

/** Notes in one pass what every element is asked for, and says whether the element hides itself. */
function readAttributes({ attrs }: Element, position: Position): boolean {
  let hides = false
  position.style = null
  position.id = null
  position.ariaHidden = false
  position.described = false
  for (let at = 0; at < attrs.length; at++) {
    const { name, value } = attrs[at] as Element['attrs'][number]
    switch (name.charCodeAt(0)) {
      case letter.a:
        if (name === 'aria-hidden') position.ariaHidden = value === 'true'
        break
      case letter.h:
        if (name === 'hidden') hides = value.toLowerCase() !== 'until-found'
        break
      case letter.i:
        if (name === 'id') position.id = value
        else if (name === 'itemscope' || name === 'itemprop') position.described = true
        break
      case letter.p:
        if (name === 'property') position.described = true
        break
      case letter.s:
        if (name === 'style') position.style = value
        break
      case letter.t:
        if (name === 'typeof') position.described = true
        break
      case letter.v:
        if (name === 'vocab') position.described = true
    }
  }
  return hides || (position.style !== null && /display\s{0,9}:\s{0,9}none/i.test(position.style.slice(0, 1000)))
}

const letter = { a: 97, h: 104, i: 105, p: 112, s: 115, t: 116, v: 118 } as const

/** The text directly inside an element: all there is in title, script and style. */
export function childText(element: Element): string {
  let text = ''
  for (const child of element.childNodes) if (defaultTreeAdapter.isTextNode(child)) text += child.value
  return text
}

/** Whether assistive technology is told to pass over the element. */
export const isDecoration = (element: Element) =>
  attribute(element, 'aria-hidden') === 'true' ||
  tokens(attribute(element, 'role')).some((role) => role === 'presentation' || role === 'none')
