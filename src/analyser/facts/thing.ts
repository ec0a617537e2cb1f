/**
 * A thing as JSON-LD writes it; those of microdata and RDFa are brought into the same form. It comes from the page: keys are
 * only ever looked up as own ones.
 */
export type Thing = Record<string, unknown>

/** Things by their @id, to which others refer. */
export type Named = ReadonlyMap<string, Thing>

/** More of a list is not looked at: many things may refer to the same long one. */
const valueLimit = 50

export const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

export const own = (thing: Thing, key: string): unknown => (Object.hasOwn(thing, key) ? thing[key] : undefined)

const prefixes = ['schema:', 'https://schema.org/', 'http://schema.org/']

/** A property by its plain name, or written with a prefix or in full. */
function property(thing: Thing, name: string): unknown {
  const value = own(thing, name)
  if (value !== undefined) return value
  const prefix = prefixes.find((one) => Object.hasOwn(thing, one + name))
  return prefix === undefined ? undefined : thing[prefix + name]
}

/** The values of a property that say something, references followed. Empty text is no value. */
export function valuesOf(thing: Thing, name: string, named: Named): unknown[] {
  const values: unknown[] = []
  let looked = 0
  for (const one of list(property(thing, name))) {
    for (const value of list(unwrap(one))) {
      if (looked++ === valueLimit) return values
      const plain = isThing(value) ? follow(value, named) : value
      if (saysSomething(plain)) values.push(plain)
    }
  }
  return values
}

/** `@list`, `@set` and `@value` only wrap. */
function unwrap(value: unknown): unknown {
  if (!isThing(value)) return value
  for (const wrapper of ['@value', '@list', '@set']) if (Object.hasOwn(value, wrapper)) return value[wrapper]
  return value
}

function saysSomething(value: unknown): boolean {
  if (typeof value === 'string') return /\S/.test(value.slice(0, 1000))
  if (isThing(value)) return hasKeys(value)
  return typeof value === 'number' || typeof value === 'boolean'
}

function hasKeys(thing: Thing): boolean {
  for (const _ in thing) return true
  return false
}

/** A thing that is only a name stands for the one of that name. */
const follow = (thing: Thing, named: Named): Thing =>
  isReference(thing) ? (named.get(thing['@id'] as string) ?? thing) : thing

export function isReference(thing: Thing): boolean {
  if (typeof own(thing, '@id') !== 'string') return false
  for (const key in thing) if (key !== '@id' && key !== '@type') return false
  return true
}

/** What text may stand for when a thing is asked for: "Ada" for an author with that name. */
const inText = new Set(['name', 'url', 'text', 'addressCountry'])

/** Whether a value has something at a path. What a reference leads to on another page is not known, and not missed. */
export function reaches(value: unknown, path: readonly string[], named: Named): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  if (!isThing(value)) return rest.length === 0 && inText.has(name)
  if (isReference(value)) return true
  // What a list item is about is text only as an address.
  const found = valuesOf(value, name, named).filter((one) => rest.length === 0 || name !== 'item' || isThing(one))
  return found.some((one) => reaches(one, rest, named))
}

/** All values at a path, as many as are looked at. */
export function gather(thing: Thing, path: readonly string[], named: Named): unknown[] {
  let values: unknown[] = [thing]
  for (const name of path) {
    values = values.flatMap((value) => (isThing(value) ? valuesOf(value, name, named) : [])).slice(0, valueLimit)
  }
  return values
}

/** The first text at one of these names. */
export function textOf(thing: Thing, names: readonly string[], named: Named): string | null {
  for (const name of names) {
    const text = valuesOf(thing, name, named).find((value) => typeof value === 'string')
    if (typeof text === 'string') return text
  }
  return null
}

const schemaOrg = /^\s{0,9}https?:\/\/(?:www\.)?schema\.org(?:[/#]|$)/i

export const isSchemaOrg = (iri: unknown) => typeof iri === 'string' && schemaOrg.test(iri)

/** Types as written, and as schema.org names them: "https://schema.org/Product" and "schema:Product" are "Product". */
export function typesOf(thing: Thing): { name: string; prefixed: boolean }[] {
  return list(own(thing, '@type'))
    .slice(0, 10)
    .flatMap((type) => {
      if (typeof type !== 'string' || !/\S/.test(type)) return []
      const written = type.slice(0, 200).trim()
      const name = written.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '')
      return [{ name, prefixed: name !== written }]
    })
}
