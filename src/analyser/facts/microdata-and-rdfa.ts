import { isSchemaOrg, type SchemaObject } from './schema-objects.ts'
import { attribute, type Element, type ParentNode, type TextNode } from './tree.ts'
import type { Ordinal } from './walk.ts'

export type Top = { object: SchemaObject; at: Ordinal }

const maxIds = 20_000
/** Safety limit: many items can refer to the same large part of a page. */
const maxVisits = 20_000

/**
 * Collects items of HTML's microdata. `enter` is called for every element. `finish` returns the items that are no
 * property of another.
 */
export function collectMicrodata() {
  const tops: Top[] = []
  const open: SchemaObject[] = []
  const items = new Map<Element, SchemaObject>()
  const referring: { object: SchemaObject; ids: string[] }[] = []
  const ids = new Map<string, Element>()

  const enter = (element: Element, ordinal: Ordinal): (() => void) | undefined => {
    let scope = false
    let properties: string | null = null
    for (const { name, value } of element.attrs) {
      if (name === 'itemscope') scope = true
      else if (name === 'itemprop') properties = value
      else if (name === 'id' && ids.size < maxIds && !ids.has(value)) ids.set(value, element)
    }
    if (!scope && properties === null) return undefined
    const owner = open.at(-1)
    const object = scope ? newItem(element) : null
    if (owner) for (const property of wordsOf(properties)) addValue(owner, property, object ?? valueOf(element))
    if (!object) return undefined
    items.set(element, object)
    if (properties === null) tops.push({ object, at: ordinal })
    const references = wordsOf(attribute(element, 'itemref'))
    if (references.length > 0) referring.push({ object, ids: references })
    open.push(object)
    return () => void open.pop()
  }

  const finish = (): Top[] => {
    let visits = 0
    for (const { object, ids: wanted } of referring) {
      for (const id of wanted) {
        const stack = [ids.get(id)]
        while (stack.length > 0 && visits < maxVisits) {
          const element = stack.pop()
          visits += 1 + (element?.childNodes.length ?? 0)
          if (!element) continue
          const item = items.get(element)
          for (const property of wordsOf(attribute(element, 'itemprop')))
            addValue(object, property, item ?? valueOf(element))
          if (!item)
            for (const child of element.childNodes.toReversed()) if ('tagName' in child) stack.push(child as Element)
        }
      }
    }
    return tops
  }
  return { enter, finish }
}

function newItem(element: Element): SchemaObject {
  const object = newObject()
  const types = wordsOf(attribute(element, 'itemtype'))
  if (types.length > 0) object['@type'] = types
  const id = attribute(element, 'itemid')
  if (id !== null) object['@id'] = id
  return object
}

/** `vocab` decides whether plain names are those of schema.org. */
type Frame = { vocab: boolean; subject: SchemaObject | null }

/**
 * Collects objects of RDFa Lite. `enter` is called for every element. `finish` returns the objects that are no property
 * of another.
 */
export function collectRdfa() {
  const tops: Top[] = []
  const open: Frame[] = []

  const enter = (element: Element, ordinal: Ordinal): (() => void) | undefined => {
    let vocab: string | null = null
    let type: string | null = null
    let property: string | null = null
    for (const { name, value } of element.attrs) {
      if (name === 'vocab') vocab = value
      else if (name === 'typeof') type = value
      else if (name === 'property') property = value
    }
    if (vocab === null && type === null && property === null) return undefined
    const outer = open.at(-1)
    const isSchemaOrgVocabulary = vocab === null ? (outer?.vocab ?? false) : isSchemaOrg(vocab.slice(0, 100))
    const owner = outer?.subject ?? null
    const types = wordsOf(type)
    const object = types.length > 0 ? newSubject(element, types, isSchemaOrgVocabulary) : null
    const properties = owner ? wordsOf(property) : []
    if (owner)
      for (const name of properties) addValue(owner, name, object ?? attribute(element, 'resource') ?? valueOf(element))
    if (object && properties.length === 0) tops.push({ object, at: ordinal })
    if (vocab === null && !object) return undefined
    open.push({ vocab: isSchemaOrgVocabulary, subject: object ?? owner })
    return () => void open.pop()
  }
  return { enter, finish: () => tops }
}

function newSubject(element: Element, types: string[], isSchemaOrgVocabulary: boolean): SchemaObject {
  const object = newObject()
  object['@type'] = types.map((type) =>
    isSchemaOrgVocabulary && !type.includes(':') ? `https://schema.org/${type}` : type,
  )
  const id = attribute(element, 'resource') ?? attribute(element, 'about')
  if (id !== null) object['@id'] = id
  return object
}

const maxTextLength = 300
const maxNodes = 100

/**
 * Returns the start of the text inside an element, hidden or not. Text that starts too deep is represented by an
 * ellipsis.
 */
export function startOfText(element: Element): string {
  let text = ''
  let visited = 0
  const stack: { node: ParentNode; next: number }[] = [{ node: element, next: 0 }]
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const child = top.node.childNodes[top.next++]
    if (child === undefined) stack.pop()
    else if (child.nodeName === '#text') text += (child as TextNode).value.slice(0, maxTextLength)
    else if ('childNodes' in child) stack.push({ node: child, next: 0 })
    if (text.length >= maxTextLength && /\S/.test(text)) break
    if (visited++ === maxNodes) return /\S/.test(text) ? text : '…'
  }
  return text
}

const valueAttributes: Record<string, string> = {
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

/** Returns the value of a property as the element gives it: its content attribute, its URL or date, or its text. */
export function valueOf(element: Element): string {
  const content = attribute(element, 'content')
  if (content !== null) return content
  const name = element.tagName
  const given = Object.hasOwn(valueAttributes, name) ? attribute(element, valueAttributes[name] ?? '') : null
  return given ?? (name === 'meta' ? '' : startOfText(element))
}

/** Adds a value to a property of an object made by {@link newObject}. */
export function addValue(object: SchemaObject, name: string, value: unknown) {
  const values = object[name]
  if (Array.isArray(values)) values.push(value)
  else object[name] = values === undefined ? [value] : [values, value]
}

/** Creates an object without a prototype, because the page names its keys. */
export const newObject = (): SchemaObject => Object.create(null) as SchemaObject

/** Returns the space-separated words of an attribute as written. */
export const wordsOf = (value: string | null): string[] =>
  value === null
    ? []
    : value
        .slice(0, 1000)
        .split(/[\t\n\f\r ]+/)
        .filter(Boolean)
        .slice(0, 20)
