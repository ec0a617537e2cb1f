/**
 * A schema.org object in the form of JSON-LD. Microdata and RDFa are converted to it. Its keys come from the page, so
 * only own properties are read.
 */
export type SchemaObject = Record<string, unknown>

/** Objects by @id, for references. */
export type ObjectsById = ReadonlyMap<string, SchemaObject>

/** Safety limit: many objects can refer to the same long list. */
const maxValues = 50

export const isObject = (value: unknown): value is SchemaObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

export const ownValue = (object: SchemaObject, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

const prefixes = ['schema:', 'https://schema.org/', 'http://schema.org/']

/** Returns a property by its plain name, or written with a prefix or in full. */
function property(object: SchemaObject, name: string): unknown {
  const value = ownValue(object, name)
  if (value !== undefined) return value
  const prefix = prefixes.find((prefix) => Object.hasOwn(object, prefix + name))
  return prefix === undefined ? undefined : object[prefix + name]
}

/** Returns the values of a property that are not empty, with references resolved. */
export function valuesOf(object: SchemaObject, name: string, byId: ObjectsById): unknown[] {
  const values: unknown[] = []
  let visited = 0
  for (const one of asList(property(object, name))) {
    for (const value of asList(unwrap(one))) {
      if (visited++ === maxValues) return values
      const plain = isObject(value) ? resolveReference(value, byId) : value
      if (isNotEmpty(plain)) values.push(plain)
    }
  }
  return values
}

/** Unwraps `@list`, `@set` and `@value`. */
function unwrap(value: unknown): unknown {
  if (!isObject(value)) return value
  for (const wrapper of ['@value', '@list', '@set']) if (Object.hasOwn(value, wrapper)) return value[wrapper]
  return value
}

function isNotEmpty(value: unknown): boolean {
  if (typeof value === 'string') return /\S/.test(value.slice(0, 1000))
  if (isObject(value)) return hasKeys(value)
  return typeof value === 'number' || typeof value === 'boolean'
}

function hasKeys(object: SchemaObject): boolean {
  for (const _ in object) return true
  return false
}

const resolveReference = (object: SchemaObject, byId: ObjectsById): SchemaObject =>
  isReference(object) ? (byId.get(object['@id'] as string) ?? object) : object

export function isReference(object: SchemaObject): boolean {
  if (typeof ownValue(object, '@id') !== 'string') return false
  for (const key in object) if (key !== '@id' && key !== '@type') return false
  return true
}

/** Properties that can be plain text: “Ada” for an author with that name. */
const textProperties = new Set(['name', 'url', 'text', 'addressCountry'])

/**
 * True if a value has something at a path. The target of a reference to another page is unknown and counts as present.
 */
export function hasValueAt(value: unknown, path: readonly string[], byId: ObjectsById): boolean {
  const [name, ...rest] = path
  if (name === undefined) return true
  if (!isObject(value)) return rest.length === 0 && textProperties.has(name)
  if (isReference(value)) return true
  // The item of a list item counts as text only if it is a URL.
  const found = valuesOf(value, name, byId).filter((value) => rest.length === 0 || name !== 'item' || isObject(value))
  return found.some((value) => hasValueAt(value, rest, byId))
}

/** Returns the values at a path, up to the limit. */
export function valuesAt(object: SchemaObject, path: readonly string[], byId: ObjectsById): unknown[] {
  let values: unknown[] = [object]
  for (const name of path) {
    values = values.flatMap((value) => (isObject(value) ? valuesOf(value, name, byId) : [])).slice(0, maxValues)
  }
  return values
}

/** Returns the first text at one of these names. */
export function textOf(object: SchemaObject, names: readonly string[], byId: ObjectsById): string | null {
  for (const name of names) {
    const text = valuesOf(object, name, byId).find((value) => typeof value === 'string')
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
export function typesOf(object: SchemaObject): { name: string; prefixed: boolean }[] {
  return asList(ownValue(object, '@type'))
    .slice(0, 10)
    .flatMap((type) => {
      if (typeof type !== 'string' || !/\S/.test(type)) return []
      const written = type.slice(0, 200).trim()
      const name = written.replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, '')
      return [{ name, prefixed: name !== written }]
    })
}
