import { defaultTreeAdapter } from 'parse5'
import { attribute, type Element, type ParentNode, tokens } from './tree.ts'

/** Names are looked for in this many nodes of a page; beyond them an element counts as named, so that none is accused wrongly. */
const searchLimit = 300_000

/** What is read by nobody, or is a field's own content and not its name. */
const wordless = new Set('script style template noscript select textarea datalist head object iframe canvas'.split(' '))

const said = (element: Element, name: string) => Boolean(attribute(element, name)?.trim())

/**
 * Whether elements have an accessible name by what a static page decides (W3C Accessible Name Computation 1.2, HTML
 * Accessibility API Mappings). Labels are the caller's business.
 */
export function namesOf(ids: ReadonlyMap<string, Element>) {
  const known = new Map<Element, boolean>()
  let left = searchLimit

  /** Whether anything is said inside an element: text, an image's alternative text, an aria-label. */
  const hasWords = (element: Element): boolean => {
    const before = known.get(element)
    if (before !== undefined) return before
    const answer = said(element, 'aria-label') || said(element, 'alt') || search(element)
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
          if (said(child, 'aria-label') || (child.tagName === 'img' && said(child, 'alt'))) return true
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
    if (said(element, 'aria-label') || said(element, 'title')) return true
    return tokens(attribute(element, 'type'))[0] === 'image' && element.tagName === 'input' && said(element, 'alt')
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
