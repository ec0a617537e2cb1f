import type { Ordinal } from '../page-facts.ts'
import { addValue, newThing, valueOf, wordsOf } from './element-value.ts'
import type { Top } from './microdata.ts'
import { isSchemaOrg, type Thing } from './thing.ts'
import { attribute, type Element } from './tree.ts'

/** `vocab` is whether plain names are those of schema.org. */
type Frame = { vocab: boolean; subject: Thing | null }

/** Things of RDFa Lite: `enter` is called for every element, `finish` gives those that are no property of another. */
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
    const speaks = vocab === null ? (outer?.vocab ?? false) : isSchemaOrg(vocab.slice(0, 100))
    const owner = outer?.subject ?? null
    const types = wordsOf(type)
    const thing = types.length > 0 ? newSubject(element, types, speaks) : null
    const properties = owner ? wordsOf(property) : []
    if (owner)
      for (const name of properties) addValue(owner, name, thing ?? attribute(element, 'resource') ?? valueOf(element))
    if (thing && properties.length === 0) tops.push({ thing, at: ordinal })
    if (vocab === null && !thing) return undefined
    open.push({ vocab: speaks, subject: thing ?? owner })
    return () => void open.pop()
  }
  return { enter, finish: () => tops }
}

function newSubject(element: Element, types: string[], speaks: boolean): Thing {
  const thing = newThing()
  thing['@type'] = types.map((type) => (speaks && !type.includes(':') ? `https://schema.org/${type}` : type))
  const id = attribute(element, 'resource') ?? attribute(element, 'about')
  if (id !== null) thing['@id'] = id
  return thing
}
