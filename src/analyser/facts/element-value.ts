import { attribute, type Element, type ParentNode, type TextNode } from './tree.ts'
import type { Thing } from './thing.ts'

const textLimit = 300
const nodeLimit = 100

/** The start of the text inside an element, hidden or not. Where it begins too deep to be looked for, it is not missed. */
export function startOfText(element: Element): string {
  let text = ''
  let visited = 0
  const stack: { node: ParentNode; next: number }[] = [{ node: element, next: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = top.node.childNodes[top.next++]
    if (child === undefined) stack.pop()
    else if (child.nodeName === '#text') text += (child as TextNode).value.slice(0, textLimit)
    else if ('childNodes' in child) stack.push({ node: child, next: 0 })
    if (text.length >= textLimit && /\S/.test(text)) break
    if (visited++ === nodeLimit) return /\S/.test(text) ? text : '…'
  }
  return text
}

const addressIn: Record<string, string> = {
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  a: 'href',
  area: 'href',
  link: 'href',
  object: 'data',
  data: 'value',
  meter: 'value',
  time: 'datetime',
}

/** The value of a property as the element gives it: its content attribute, its address or date, or its text. */
export function valueOf(element: Element): string {
  const content = attribute(element, 'content')
  if (content !== null) return content
  const name = element.tagName
  const given = Object.hasOwn(addressIn, name) ? attribute(element, addressIn[name] ?? '') : null
  return given ?? (name === 'meta' ? '' : startOfText(element))
}

/** Adds a value to a property of a thing made by {@link newThing}. */
export function addValue(thing: Thing, name: string, value: unknown) {
  const values = thing[name]
  if (Array.isArray(values)) values.push(value)
  else thing[name] = values === undefined ? [value] : [values, value]
}

/** Without a prototype, because the page names its keys. */
export const newThing = (): Thing => Object.create(null) as Thing

/** The space-separated words of an attribute as they are written. */
export const wordsOf = (value: string | null): string[] =>
  value === null
    ? []
    : value
        .slice(0, 1000)
        .split(/[\t\n\f\r ]+/)
        .filter(Boolean)
        .slice(0, 20)
