import { defaultTreeAdapter } from 'parse5'
import { declaredDisplay } from './inline-style.ts'
import { collapse } from './text.ts'
import { attribute, type Element, type ParentNode, tokens } from './tree.ts'
import { childText } from './walk.ts'

/** Safety limit of visited nodes per page. Beyond it, an element counts as named, so that no valid one is reported. */
const maxSearchedNodes = 300_000

/** Elements whose content is not read, or is a field's own content and not its name. */
const wordless = new Set('script style template noscript select textarea datalist head object iframe canvas'.split(' '))

const hasText = (element: Element, name: string) => Boolean(attribute(element, name)?.trim())

/**
 * Determines whether elements have an accessible name, as far as a static page shows (W3C Accessible Name Computation
 * 1.2, HTML Accessibility API Mappings). Labels are the caller's job.
 */
export function namesOf(ids: ReadonlyMap<string, Element>) {
  const known = new Map<Element, boolean>()
  let left = maxSearchedNodes

  /** True if the element contains anything readable: text, an image's alt text, or an aria-label. */
  const isReadable = (element: Element): boolean => {
    const before = known.get(element)
    if (before !== undefined) return before
    const answer = hasText(element, 'aria-label') || hasText(element, 'alt') || containsReadable(element)
    known.set(element, answer)
    return answer
  }

  const containsReadable = (root: Element): boolean => {
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

  const isReadableId = (id: string) => {
    const element = ids.get(id)
    return element !== undefined && isReadable(element)
  }

  const isNamed = (element: Element): boolean => {
    const references = attribute(element, 'aria-labelledby')
    if (references !== null && referenced(references).some(isReadableId)) return true
    if (hasText(element, 'aria-label') || hasText(element, 'title')) return true
    return tokens(attribute(element, 'type'))[0] === 'image' && element.tagName === 'input' && hasText(element, 'alt')
  }
  return { isReadable, isNamed }
}

const isHidden = (element: Element) =>
  attribute(element, 'hidden') !== null ||
  attribute(element, 'aria-hidden') === 'true' ||
  declaredDisplay(attribute(element, 'style')) === 'none'

/** Returns the IDs of a list of references, as they are written, because IDs are case-sensitive. */
const referenced = (value: string) =>
  value
    .slice(0, 1000)
    .split(/[\t\n\f\r ]+/)
    .filter(Boolean)

/** Elements that are read of a link. More than any icon has; the name of a link with more is unknown. */
const maxNodes = 200
/** Safety limit: more levels than any page nests, few enough for many deeply nested links. */
const maxAncestors = 500

/** Elements that can show something the markup does not contain. */
const opaque = new Set('audio canvas embed iframe noscript object slot template video'.split(' '))

const attributeText = (element: Element, name: string) => collapse((attribute(element, name) ?? '').slice(0, 300))

const firstChildren = ({ childNodes }: ParentNode) => childNodes.slice(0, maxNodes).toReversed()

/**
 * Returns the substitute for a link's text in the order of browsers: its label, its content (alt texts of images,
 * titles and labels of icons), its title. Empty if there is none; null if the markup alone doesn't determine it.
 */
export function linkName(link: Element, what: 'all' | 'images' = 'all'): string | null {
  if (what === 'all') {
    if (attribute(link, 'aria-labelledby')?.trim()) return null
    const label = attributeText(link, 'aria-label')
    if (label !== '') return label
  }
  const parts: string[] = []
  // A stack: the node to visit next is the last one.
  const open = firstChildren(link)
  let left = maxNodes
  for (let node = open.pop(); node; node = open.pop()) {
    if (!('tagName' in node) || isHidden(node)) continue
    if (--left < 0) return null
    if (node.tagName === 'img' || node.tagName === 'input') parts.push(attributeText(node, 'alt'))
    if (what === 'all') {
      if (opaque.has(node.tagName) || node.tagName.includes('-') || attribute(node, 'aria-labelledby')) return null
      parts.push(
        node.tagName === 'title'
          ? collapse(childText(node).slice(0, 300))
          : attributeText(node, 'aria-label') || attributeText(node, 'title'),
      )
    }
    open.push(...firstChildren(node))
  }
  const inside = parts.filter(Boolean).join(' ')
  return inside === '' && what === 'all' ? attributeText(link, 'title') : inside
}

/** Returns the nearest language declared around an element, or null. */
function declaredLanguageOf(element: Element): string | null {
  for (const ancestor of ancestry(element)) {
    const lang = attribute(ancestor, 'lang') ?? attribute(ancestor, 'xml:lang')
    if (lang !== null) return lang.slice(0, 100).trim()
  }
  return null
}

/** Returns the language of a link's text: the one declared inside it around all of the text, else the link's own. */
export function linkLanguageOf(link: Element): string | null {
  const inside = new Set<string | null>()
  const open: { node: ParentNode['childNodes'][number]; lang: string | null }[] = []
  const enter = ({ childNodes }: ParentNode, lang: string | null) =>
    open.push(...childNodes.slice(0, maxNodes).map((node) => ({ node, lang })))
  enter(link, null)
  for (let left = maxNodes, one = open.pop(); one && left > 0; one = open.pop(), left--) {
    const { node, lang } = one
    if (defaultTreeAdapter.isTextNode(node) && /\S/.test(node.value)) inside.add(lang)
    else if ('tagName' in node) enter(node, attribute(node, 'lang')?.slice(0, 100).trim() ?? lang)
  }
  const [lang] = inside
  return inside.size === 1 && lang != null ? lang : declaredLanguageOf(link)
}

/** True if assistive technology ignores the element. */
export function isHiddenFromAssistiveTechnology(element: Element): boolean {
  for (const ancestor of ancestry(element))
    if (attribute(ancestor, 'aria-hidden') === 'true' || attribute(ancestor, 'inert') !== null) return true
  return false
}

function* ancestry(element: Element): Generator<Element> {
  let one: Element | ParentNode | null = element
  for (let step = 0; one && 'tagName' in one && step < maxAncestors; step++) {
    yield one
    one = one.parentNode
  }
}
