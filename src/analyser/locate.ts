import { clip } from './facts/text.ts'
import { attribute, type Element } from './facts/tree.ts'
import type { Ordinal, Place, Places } from './page-facts.ts'

const snippetLimit = 300
/** Levels a selector climbs when no id ends it earlier. */
const levelLimit = 12

/**
 * Where the elements that evidence points to stand: a selector, the source of the start tag and what follows, line and
 * column. Elements the parser made up have a selector alone.
 */
export function locate(ordinals: Iterable<Ordinal>, elements: Element[], source: string): Places {
  const places: Places = {}
  const wanted = [...new Set(ordinals)].toSorted((a, b) => a - b)
  if (wanted.length === 0) return places
  const unique = uniqueIds(elements)
  for (const ordinal of wanted) {
    const element = elements[ordinal]
    if (element) places[ordinal] = placeOf(element, source, unique)
  }
  return places
}

function placeOf(element: Element, source: string, unique: Set<string>): Place {
  const selector = selectorOf(element, unique)
  const { spot } = element
  if (!spot) return { selector }
  return { selector, snippet: snippetOf(element, source, spot), line: spot.startLine, column: spot.startCol }
}

/** Elements with one short text show it; of all others the start tag says enough. */
function snippetOf(element: Element, source: string, { startOffset, endOffset }: { startOffset: number; endOffset: number }): string {
  const [only, ...others] = element.childNodes
  const text = only && others.length === 0 && 'value' in only ? only.value : ''
  const closing = `</${element.tagName}>`
  const end = text !== '' && text.length < snippetLimit ? source.indexOf('>', endOffset + text.length) + 1 : 0
  const whole = source.slice(startOffset, Math.min(end, startOffset + snippetLimit + 1))
  return clip(whole.toLowerCase().endsWith(closing) ? whole : source.slice(startOffset, Math.min(endOffset, startOffset + snippetLimit + 1)), snippetLimit)
}

function uniqueIds(elements: Element[]): Set<string> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const element of elements) {
    const id = attribute(element, 'id')
    if (id === null || id.length > 60 || !/^[A-Za-z][\w-]*$/.test(id)) continue
    if (seen.has(id)) repeated.add(id)
    else seen.add(id)
  }
  for (const id of repeated) seen.delete(id)
  return seen
}

function selectorOf(element: Element, unique: Set<string>): string {
  const steps: string[] = []
  let current: Element | null = element
  while (current && steps.length < levelLimit) {
    const id = attribute(current, 'id')
    if (id !== null && unique.has(id)) {
      steps.unshift(`#${id}`)
      break
    }
    steps.unshift(stepOf(current))
    const { tagName, parentNode }: Element = current
    if (tagName === 'body' || tagName === 'head' || tagName === 'html') break
    current = parentNode && 'tagName' in parentNode ? parentNode : null
  }
  return steps.join(' > ')
}

function stepOf(element: Element): string {
  const { tagName, parentNode } = element
  const name = /^[a-zA-Z][\w-]{0,59}$/.test(tagName) ? tagName : '*'
  if (!parentNode || tagName === 'html' || tagName === 'head' || tagName === 'body') return name
  let same = 0
  let position = 0
  for (const sibling of parentNode.childNodes) {
    if (!('tagName' in sibling) || (name !== '*' && sibling.tagName !== tagName)) continue
    same++
    if (sibling === element) position = same
  }
  if (name === '*') return `*:nth-child(${position})`
  return same > 1 ? `${name}:nth-of-type(${position})` : name
}
