import { collapse } from './text.ts'
import { attribute, type Element, type ParentNode } from './tree.ts'
import { childText } from './walk.ts'

/** Enough for any icon inside a link; of more nothing is said. */
const mostNodes = 200
/** Beyond what any page nests, and few enough for a page of many links nested deeply. */
const mostAncestors = 500

/** What may show something that the markup does not tell. */
const opaque = new Set('audio canvas embed iframe noscript object slot template video'.split(' '))

const said = (element: Element, name: string) => collapse((attribute(element, name) ?? '').slice(0, 300))

/**
 * What stands for the text of a link without one, in the order of browsers: its label, what is in it (the alternative texts
 * of images, titles and labels of icons), its title. Empty when there is nothing; null when the markup alone does not tell.
 */
export function nameOf(link: Element, what: 'all' | 'images' = 'all'): string | null {
  if (what === 'all') {
    if (attribute(link, 'aria-labelledby')?.trim()) return null
    const label = said(link, 'aria-label')
    if (label !== '') return label
  }
  const parts: string[] = []
  const open: ParentNode[] = [link]
  let left = mostNodes
  for (let node = open.pop(); node; node = open.pop()) {
    for (const child of node.childNodes.slice(0, mostNodes)) {
      if (!('tagName' in child)) continue
      if (--left < 0) return null
      if (child.tagName === 'img' || child.tagName === 'input') parts.push(said(child, 'alt'))
      if (what === 'images') {
        open.push(child)
        continue
      }
      if (opaque.has(child.tagName) || child.tagName.includes('-') || attribute(child, 'aria-labelledby')) return null
      parts.push(
        child.tagName === 'title'
          ? collapse(childText(child).slice(0, 300))
          : said(child, 'aria-label') || said(child, 'title'),
      )
      open.push(child)
    }
  }
  const inside = parts.filter(Boolean).join(' ')
  return inside === '' && what === 'all' ? said(link, 'title') : inside
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
