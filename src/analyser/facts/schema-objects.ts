/**
 * A schema.org object in the form of JSON-LD. Microdata and RDFa are converted to it. Its keys come from the page, so
 * only own properties are read.
 */
export type SchemaObject = Record<string, unknown>

/** Objects by @id. Each has the properties of all objects with this @id. */
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
      const plain = isObject(value) ? objectOf(value, byId) : value
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

/** The objects that others with the same @id were merged into. Entries go with their objects. */
const mergedInto = new WeakMap<SchemaObject, SchemaObject>()

/** Returns the object that a reference means, or that an object was merged into. */
export const objectOf = (object: SchemaObject, byId: ObjectsById): SchemaObject =>
  isReference(object) ? (byId.get(object['@id'] as string) ?? object) : (mergedInto.get(object) ?? object)

const maxNodeTypes = 10

/**
 * Registers every object in a value that has an @id and further properties, nested ones too. Objects with the same @id
 * describe one node (JSON-LD 1.1, merging of node objects): the first gets the types of all and the properties that it
 * lacks. Only a part that has the @id of what it is inside, and another type, stays apart: that @id is a mistake.
 * Iterative, because the nesting can be deep.
 */
export function mergeById(value: unknown, byId: Map<string, SchemaObject>) {
  const seen = new Set<object>()
  const open = new Set<string>()
  const stack: { value: unknown; leaves?: string }[] = [{ value }]
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.leaves !== undefined) open.delete(next.leaves)
    const one = next.value
    // Microdata can refer to one item several times.
    if (typeof one !== 'object' || one === null || seen.has(one)) continue
    seen.add(one)
    const id = isObject(one) && !isReference(one) ? ownValue(one, '@id') : null
    if (isObject(one) && typeof id === 'string' && id !== '') {
      const known = byId.get(id)
      if (!known) byId.set(id, one)
      else if (known !== one && (!open.has(id) || haveCommonType(known, one))) {
        addProperties(known, one)
        mergedInto.set(one, known)
      }
      if (!open.has(id)) {
        open.add(id)
        stack.push({ value: null, leaves: id })
      }
    }
    const inside = Object.entries(one)
    for (let at = inside.length - 1; at >= 0; at--) {
      const [name, part] = inside[at]!
      if (typeof part === 'object' && name !== '@context') stack.push({ value: part })
    }
  }
}

const typeValues = (object: SchemaObject) => asList(ownValue(object, '@type')).slice(0, maxNodeTypes)

function haveCommonType(one: SchemaObject, other: SchemaObject): boolean {
  const [types, others] = [typeValues(one), typeValues(other)]
  return types.length === 0 || others.length === 0 || types.some((type) => others.includes(type))
}

function addProperties(known: SchemaObject, other: SchemaObject) {
  for (const key of Object.keys(other))
    if (key !== '__proto__' && key !== '@context' && !Object.hasOwn(known, key)) known[key] = other[key]
  const types = typeValues(known)
  const more = typeValues(other).filter((type) => !types.includes(type))
  if (more.length > 0) known['@type'] = [...types, ...more].slice(0, maxNodeTypes)
}

export function isReference(object: SchemaObject): boolean {
  if (typeof ownValue(object, '@id') !== 'string') return false
  for (const key in object) if (key !== '@id' && key !== '@type') return false
  return true
}

/** True for an object of one of these types. */
export const isOfType = (value: unknown, types: readonly string[]): boolean =>
  isObject(value) && typesOf(value).some(({ name }) => types.includes(name))

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
