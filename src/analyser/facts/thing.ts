/**
 * A schema.org thing in the form of JSON-LD. Microdata and RDFa are converted to it. Its keys come from the page, so
 * only own properties are read.
 */
export type Thing = Record<string, unknown>

/** Things by @id, for references. */
export type Named = ReadonlyMap<string, Thing>

/** Safety limit: many things can refer to the same long list. */
const valueLimit = 50

export const isThing = (value: unknown): value is Thing =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

export const own = (thing: Thing, key: string): unknown => (Object.hasOwn(thing, key) ? thing[key] : undefined)

const prefixes = ['schema:', 'https://schema.org/', 'http://schema.org/']

/** Returns a property by its plain name, or written with a prefix or in full. */
function property(thing: Thing, name: string): unknown {
  const value = own(thing, name)
  if (value !== undefined) return value
  const prefix = prefixes.find((one) => Object.hasOwn(thing, one + name))
  return prefix === undefined ? undefined : thing[prefix + name]
}

/** Returns the values of a property that are not empty, with references resolved. */
export function valuesOf(thing: Thing, name: string, named: Named): unknown[] {
  const values: unknown[] = []
  let visited = 0
  for (const one of list(property(thing, name))) {
    for (const value of list(unwrap(one))) {
      if (visited++ === valueLimit) return values
      const plain = isThing(value) ? resolveReference(value, named) : value
      if (isNotEmpty(plain)) values.push(plain)
    }
  }
  return values
}

/** Unwraps `@list`, `@set` and `@value`. */
function unwrap(value: unknown): unknown {
  if (!isThing(value)) return value
  for (const wrapper of ['@value', '@list', '@set']) if (Object.hasOwn(value, wrapper)) return value[wrapper]
  return value
}

function isNotEmpty(value: unknown): boolean {
  if (typeof value === 'string') return /\S/.test(value.slice(0, 1000))
  if (isThing(value)) return hasKeys(value)
  return typeof value === 'number' || typeof value === 'boolean'
}

function hasKeys(thing: Thing): boolean {
  for (const _ in thing) return true
  return false
}

/** Resolves a reference. */
const resolveReference = (thing: Thing, named: Named): Thing =>
  isReference(thing) ? (named.get(thing['@id'] as string) ?? thing) : thing

export function isReference(thing: Thing): boolean {
  if (typeof own(thing, '@id') !== 'string') return false
  for (const key in thing) if (key !== '@id' && key !== '@type') return false
  return true
}

/** Properties that a plain text can stand for: “Ada” for an author with that name. */
const textProperties = new Set(['name', 'url', 'text', 'addressCountry'])

/**
 * Whether a value has something at a path. The target of a reference to another page is unknown and counts as present.
 */
export function reaches(value: unknown, path: readonly string[], named: Named): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  if (!isThing(value)) return rest.length === 0 && textProperties.has(name)
  if (isReference(value)) return true
  // The item of a list item counts as text only if it is a URL.
  const found = valuesOf(value, name, named).filter((one) => rest.length === 0 || name !== 'item' || isThing(one))
  return found.some((one) => reaches(one, rest, named))
}

/** Returns the values at a path, up to the limit. */
export function valuesAt(thing: Thing, path: readonly string[], named: Named): unknown[] {
  let values: unknown[] = [thing]
  for (const name of path) {
    values = values.flatMap((value) => (isThing(value) ? valuesOf(value, name, named) : [])).slice(0, valueLimit)
  }
  return values
}

/** Returns the first text at one of these names. */
export function textOf(thing: Thing, names: readonly string[], named: Named): string | null {
  for (const name of names) {
    const text = valuesOf(thing, name, named).find((value) => typeof value === 'string')
    if (typeof text === 'string') return text
  }
  return null
}

const schemaOrg = /^\s{0,9}https?:\/\/(?:www\.)?schema\.org(?:[/#]|$)/i

export const isSchemaOrg = (iri: unknown) => typeof iri === 'string' && schemaOrg.test(iri)

/**
 * Returns the types without the prefix of schema.org: “https://schema.org/Product” and “schema:Product” become
 * “Product”.
 */
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
