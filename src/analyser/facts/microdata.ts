import type { Ordinal } from '../page-facts.ts'
import { addValue, newThing, valueOf, wordsOf } from './element-value.ts'
import type { Thing } from './thing.ts'
import { attribute, type Element } from './tree.ts'

export type Top = { thing: Thing; at: Ordinal }

const idLimit = 20_000
/** Many items that refer to the same large part of the page would read it again and again. */
const visitLimit = 20_000

/** Items of HTML's microdata: `enter` is called for every element, `finish` gives those that are no property of another. */
export function collectMicrodata() {
  const tops: Top[] = []
  const open: Thing[] = []
  const items = new Map<Element, Thing>()
  const referring: { thing: Thing; ids: string[] }[] = []
  const ids = new Map<string, Element>()

  const enter = (element: Element, ordinal: Ordinal): (() => void) | undefined => {
    let scope = false
    let properties: string | null = null
    for (const { name, value } of element.attrs) {
      if (name === 'itemscope') scope = true
      else if (name === 'itemprop') properties = value
      else if (name === 'id' && ids.size < idLimit && !ids.has(value)) ids.set(value, element)
    }
    if (!scope && properties === null) return undefined
    const owner = open.at(-1)
    const thing = scope ? newItem(element) : null
    if (owner) for (const property of wordsOf(properties)) addValue(owner, property, thing ?? valueOf(element))
    if (!thing) return undefined
    items.set(element, thing)
    if (properties === null) tops.push({ thing, at: ordinal })
    const references = wordsOf(attribute(element, 'itemref'))
    if (references.length > 0) referring.push({ thing, ids: references })
    open.push(thing)
    return () => void open.pop()
  }

  const finish = (): Top[] => {
    let visits = 0
    for (const { thing, ids: wanted } of referring) {
      for (const id of wanted) {
        const stack = [ids.get(id)]
        while (stack.length > 0 && visits < visitLimit) {
          const element = stack.pop()
          visits += 1 + (element?.childNodes.length ?? 0)
          if (!element) continue
          const item = items.get(element)
          for (const property of wordsOf(attribute(element, 'itemprop')))
            addValue(thing, property, item ?? valueOf(element))
          if (!item)
            for (const child of element.childNodes.toReversed()) if ('tagName' in child) stack.push(child as Element)
        }
      }
    }
    return tops
  }
  return { enter, finish }
}

function newItem(element: Element): Thing {
  const thing = newThing()
  const types = wordsOf(attribute(element, 'itemtype'))
  if (types.length > 0) thing['@type'] = types
  const id = attribute(element, 'itemid')
  if (id !== null) thing['@id'] = id
  return thing
}
