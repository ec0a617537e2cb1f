import { defaultTreeAdapter, html } from 'parse5'
import { attribute, type Element, type NodeBudget, type ParentNode, parseNoscript, tokens } from './tree.ts'
import type { Ordinal } from '../page-facts.ts'

/** What collectors know about the element they are shown. */
export type Position = {
  ordinal: Ordinal
  inHead: boolean
  /** Inside an element that nobody sees: hidden, or display:none in its own style attribute. */
  hidden: boolean
  /** Inside noscript, where only crawlers and browsers without scripts look. Its ordinal is that of the noscript element. */
  noscript: boolean
  /** Visible text so far, in UTF-16 units: two such marks cut out what stands between them. */
  textMark: number
}

/** Called when an element opens; a returned function is called when it closes. Positions are only valid during the call. */
export type OnElement = (element: Element, position: Position) => void | ((position: Position) => void)

/** Handlers by tag name of HTML elements; `svg ` before the name for those of SVG, `*` for every element. */
export type Handlers = Record<string, OnElement>

export type Walked = { elements: Element[]; depth: number; text: string }

const inline = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i img ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(' '),
)
const silent = new Set('audio canvas head iframe noembed noframes noscript script select style template textarea title video'.split(' '))
const silentSvg = new Set('title desc metadata style script'.split(' '))

/** Many small noscript elements cost a parser each. */
const noscriptLimit = 1000

type Frame = { node: ParentNode; next: number; hidden: boolean; silent: boolean; head: boolean; block: boolean; onLeave: ((position: Position) => void)[] | null }

const isHidden = (element: Element) => {
  for (const { name, value } of element.attrs) {
    if (name === 'hidden') return value.toLowerCase() !== 'until-found'
    if (name === 'style' && /display\s{0,9}:\s{0,9}none/i.test(value.slice(0, 1000))) return true
  }
  return false
}

/** One iterative pass in document order: a recursive one would overflow on 100 KB of nested div. */
export function walk(root: ParentNode, budget: NodeBudget, groups: Handlers[]): Walked {
  const handlers = new Map<string, OnElement[]>()
  for (const group of groups) {
    for (const [tag, handler] of Object.entries(group)) handlers.set(tag, [...(handlers.get(tag) ?? []), handler])
  }
  const everywhere = handlers.get('*') ?? []
  const elements: Element[] = []
  const text: string[] = []
  const position: Position = { ordinal: 0, inHead: false, hidden: false, noscript: false, textMark: 0 }
  let quiet = 0
  let concealed = 0
  let depth = 0
  let noscripts = 0

  const say = (words: string) => {
    text.push(words)
    position.textMark += words.length
  }

  const enter = (element: Element, parent: ParentNode): Frame => {
    const isHtml = element.namespaceURI === html.NS.HTML
    const tag = element.tagName
    if (!position.noscript) position.ordinal = elements.push(element) - 1
    const frame: Frame = {
      node: element,
      next: 0,
      hidden: isHidden(element),
      silent: (isHtml ? silent : silentSvg).has(tag),
      head: isHtml && tag === 'head' && parent.nodeName === 'html' && !position.noscript,
      block: isHtml && !inline.has(tag),
      onLeave: null,
    }
    if (frame.block && quiet === 0 && concealed === 0) say(' ')
    if (frame.hidden) concealed++
    if (frame.silent) quiet++
    if (frame.head) position.inHead = true
    position.hidden = concealed > 0
    const own = handlers.get(isHtml ? tag : `svg ${tag}`)
    if (own) for (const handler of own) call(handler, element, frame)
    for (const handler of everywhere) call(handler, element, frame)
    if (isHtml && tag === 'noscript' && !position.noscript && noscripts++ < noscriptLimit) visitNoscript(element)
    return frame
  }

  const call = (handler: OnElement, element: Element, frame: Frame) => {
    const onLeave = handler(element, position)
    if (onLeave) (frame.onLeave ??= []).push(onLeave)
  }

  const leave = (frame: Frame) => {
    if (frame.onLeave) for (const onLeave of frame.onLeave) onLeave(position)
    if (frame.hidden) concealed--
    if (frame.silent) quiet--
    if (frame.head) position.inHead = false
    position.hidden = concealed > 0
    if (frame.block && quiet === 0 && concealed === 0) say(' ')
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
    const stack: Frame[] = [{ node: top, next: 0, hidden: false, silent: false, head: false, block: false, onLeave: null }]
    for (let frame = stack.at(-1); frame; frame = stack.at(-1)) {
      const child = frame.node.childNodes[frame.next++]
      if (child === undefined) {
        stack.pop()
        leave(frame)
      } else if (defaultTreeAdapter.isTextNode(child)) {
        if (quiet === 0 && concealed === 0) say(child.value)
      } else if (defaultTreeAdapter.isElementNode(child)) {
        stack.push(enter(child, frame.node))
        if (stack.length > depth) depth = stack.length
      }
    }
  }

  visit(root)
  return { elements, depth: Math.max(0, depth - 1), text: text.join('') }
}

/** The text directly inside an element: all there is in title, script and style. */
export function childText(element: Element): string {
  let text = ''
  for (const child of element.childNodes) if (defaultTreeAdapter.isTextNode(child)) text += child.value
  return text
}

/** Whether assistive technology is told to pass over the element. */
export const isDecoration = (element: Element) =>
  attribute(element, 'aria-hidden') === 'true' || tokens(attribute(element, 'role')).some((role) => role === 'presentation' || role === 'none')
