import { defaultTreeAdapter } from 'parse5'
import { collapse } from './text.ts'
import { attribute, type Element, type ParentNode, tokens } from './tree.ts'
import { childText } from './walk.ts'

/** Names are looked for in this many nodes of a page; beyond them an element counts as named, so that none is accused wrongly. */
const searchLimit = 300_000

/** What is read by nobody, or is a field's own content and not its name. */
const wordless = new Set('script style template noscript select textarea datalist head object iframe canvas'.split(' '))

const hasText = (element: Element, name: string) => Boolean(attribute(element, name)?.trim())

/**
 * Whether elements have an accessible name by what a static page decides (W3C Accessible Name Computation 1.2, HTML
 * Accessibility API Mappings). Labels are the caller's business.
 */
export function namesOf(ids: ReadonlyMap<string, Element>) {
  const known = new Map<Element, boolean>()
  let left = searchLimit

  /** Whether anything is hasText inside an element: text, an image's alternative text, an aria-label. */
  const hasWords = (element: Element): boolean => {
    const before = known.get(element)
    if (before !== undefined) return before
    const answer = hasText(element, 'aria-label') || hasText(element, 'alt') || search(element)
    known.set(element, answer)
    return answer
  }

  const search = (root: Element): boolean => {
    const stack: ParentNode[] = [root]
    for (let node = stack.pop(); node; node = stack.pop()) {
      for (const child of node.childNodes) {
        if (left-- <= 0) return true
        if (defaultTreeAdapter.isTextNode(child)) {
          if (/\S/.test(child.value)) return true
        } else if ('tagName' in child && !wordless.has(child.tagName) && !isHidden(child)) {
          if (hasText(child, 'aria-label') || (child.tagName === 'img' && hasText(child, 'alt'))) return true
          stack.push(child)
        }
      }
    }
    return false
  }

  const isNamed = (element: Element): boolean => {
    const references = attribute(element, 'aria-labelledby')
    if (references !== null && referenced(references).some((id) => ids.has(id) && hasWords(ids.get(id) as Element)))
      return true
    if (hasText(element, 'aria-label') || hasText(element, 'title')) return true
    return tokens(attribute(element, 'type'))[0] === 'image' && element.tagName === 'input' && hasText(element, 'alt')
  }
  return { hasWords, isNamed }
}

const isHidden = (element: Element) =>
  attribute(element, 'hidden') !== null ||
  attribute(element, 'aria-hidden') === 'true' ||
  /display\s{0,9}:\s{0,9}none/i.test((attribute(element, 'style') ?? '').slice(0, 1000))

/** Ids are told apart by case. */
const referenced = (value: string) =>
  value
    .slice(0, 1000)
    .split(/[\t\n\f\r ]+/)
    .filter(Boolean)

/** Enough for any icon inside a link; of more nothing is textOf. */
const mostNodes = 200
/** Beyond what any page nests, and few enough for a page of many links nested deeply. */
const mostAncestors = 500

/** What may show something that the markup does not tell. */
const opaque = new Set('audio canvas embed iframe noscript object slot template video'.split(' '))

const textOf = (element: Element, name: string) => collapse((attribute(element, name) ?? '').slice(0, 300))

/**
 * What stands for the text of a link without one, in the order of browsers: its label, what is in it (the alternative texts
 * of images, titles and labels of icons), its title. Empty when there is nothing; null when the markup alone does not tell.
 */
export function linkName(link: Element, what: 'all' | 'images' = 'all'): string | null {
  if (what === 'all') {
    if (attribute(link, 'aria-labelledby')?.trim()) return null
    const label = textOf(link, 'aria-label')
    if (label !== '') return label
  }
  const parts: string[] = []
  const open: ParentNode[] = [link]
  let left = mostNodes
  for (let node = open.pop(); node; node = open.pop()) {
    for (const child of node.childNodes.slice(0, mostNodes)) {
      if (!('tagName' in child)) continue
      if (--left < 0) return null
      if (child.tagName === 'img' || child.tagName === 'input') parts.push(textOf(child, 'alt'))
      if (what === 'images') {
        open.push(child)
        continue
      }
      if (opaque.has(child.tagName) || child.tagName.includes('-') || attribute(child, 'aria-labelledby')) return null
      parts.push(
        child.tagName === 'title'
          ? collapse(childText(child).slice(0, 300))
          : textOf(child, 'aria-label') || textOf(child, 'title'),
      )
      open.push(child)
    }
  }
  const inside = parts.filter(Boolean).join(' ')
  return inside === '' && what === 'all' ? textOf(link, 'title') : inside
}

/** The nearest language declared around an element; null when there is none. */
export function languageOf(element: Element): string | null {
  for (const one of ancestry(element)) {
    const lang = attribute(one, 'lang') ?? attribute(one, 'xml:lang')
    if (lang !== null) return lang.slice(0, 100).trim()
  }
  return null
}

/** Kept from whoever would ask for a name: assistive technology passes over it. */
export function isBeyondReading(element: Element): boolean {
  for (const one of ancestry(element))
    if (attribute(one, 'aria-hidden') === 'true' || attribute(one, 'inert') !== null) return true
  return false
}

function* ancestry(element: Element): Generator<Element> {
  let one: Element | ParentNode | null = element
  for (let step = 0; one && 'tagName' in one && step < mostAncestors; step++) {
    yield one
    one = one.parentNode
  }
}
