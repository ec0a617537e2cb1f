import { pathsOf, type Rule } from '../rich-results/feature.ts'
import { decisive, featuresOf, isKnown } from '../rich-results/match.ts'
import { hasFormat, type InvalidValue, invalidValues } from './invalid-values.ts'
import { isJsonLd, indexById, readBlock, rootsOf, type Vocabulary } from './json-ld.ts'
import { collectMicrodata, collectRdfa, type Top } from './microdata-and-rdfa.ts'
import {
  valuesAt,
  isReference,
  isObject,
  type ObjectsById,
  ownValue,
  hasValueAt,
  textOf,
  type SchemaObject,
  typesOf,
  valuesOf,
} from './schema-objects.ts'
import { clip, collapse, type Cut, cutList, plain } from './text.ts'
import type { Handlers, OnElement, Ordinal } from './walk.ts'

/** An object described by structured data, with the properties for the rich results of its types. */
export type Entity = {
  source: 'json-ld' | 'microdata' | 'rdfa'
  /** The names of schema.org. Types of another vocabulary are kept as written. */
  types: string[]
  /** The name, headline or title. */
  name: string | null
  /** `none` means JSON-LD without a vocabulary. */
  vocabulary: Vocabulary
  /** The object is part of a list. */
  listed: boolean
  /** The properties it has of those that decide its purpose. */
  has: string[]
  /** The properties it lacks of those that its rich results require or recommend, by the key of the rule. */
  lacks: string[]
  /** Values that do not have the format of their property. Stored facts have them under this name. */
  odd: InvalidValue[]
  at: Ordinal
}

export type EntityFacts = Cut<Entity> & {
  /** The number of objects of each type, in descending order. */
  types: { type: string; source: Entity['source']; total: number }[]
  /** The names of the items of the first BreadcrumbList; null if there is none. Stored facts have this name. */
  trail: string[] | null
}

const maxTypes = 100

/** Properties that contain further subjects of the page. */
const containers = ['mainEntity', 'breadcrumb', 'video', 'event', 'itemListElement', 'item', 'hasVariant'] as const
const maxDepth = 6

/**
 * Collects objects described by JSON-LD, microdata and RDFa: those at the top level, and inside them those of types
 * with rich results.
 */
export function collectEntities() {
  const blocks: { value: unknown; at: Ordinal }[] = []
  const byId = new Map<string, SchemaObject>()
  const microdata = collectMicrodata()
  const rdfa = collectRdfa()
  const handlers: Handlers = {
    script(element, { ordinal, noscript }) {
      if (noscript || !isJsonLd(element)) return
      const { text, value, valid } = readBlock(element)
      if (!valid) return
      blocks.push({ value, at: ordinal })
      if (text.includes('"@id"')) indexById(value, byId)
    },
  }
  const onMarked: OnElement = (element, position) => {
    if (position.noscript || (position.id === null && !position.described)) return undefined
    const leaveItem = microdata.enter(element, position.ordinal)
    const leaveSubject = rdfa.enter(element, position.ordinal)
    if (!leaveItem || !leaveSubject) return leaveItem ?? leaveSubject
    return () => {
      leaveItem()
      leaveSubject()
    }
  }
  let objects: FoundObject[] | null = null
  /** Returns the objects at the top level, in document order. */
  const tops = (): FoundObject[] => {
    if (objects) return objects
    const inBlocks = blocks.flatMap(({ value, at }) =>
      rootsOf(value).map((root): FoundObject => ({ ...root, source: 'json-ld', listed: false, at })),
    )
    const inMarkup = (source: Entity['source'], tops: Top[]) =>
      tops.map((top): FoundObject => ({ ...top, source, vocabulary: 'other', listed: false }))
    objects = [inBlocks, inMarkup('microdata', microdata.finish()), inMarkup('rdfa', rdfa.finish())].flat()
    return objects
  }
  return { handlers, onMarked, tops, byId, finish: (): EntityFacts => readObjects(tops(), byId) }
}

function readObjects(tops: FoundObject[], byId: Map<string, SchemaObject>): EntityFacts {
  const entities = cutList<Entity>()
  const typeCounts = new Map<string, EntityFacts['types'][number]>()
  const seen = new Set<SchemaObject>()
  let breadcrumb: string[] | null = null

  const add = (found: FoundObject) => {
    const { types, isSchemaOrg } = typeNames(found)
    for (const type of types) {
      const counted = typeCounts.get(`${found.source} ${type}`)
      if (counted) counted.total++
      else if (typeCounts.size < maxTypes)
        typeCounts.set(`${found.source} ${type}`, { type, source: found.source, total: 1 })
    }
    if (isSchemaOrg && types.includes('BreadcrumbList')) breadcrumb ??= readBreadcrumb(found.object, byId)
    entities.add(() => readEntity(found, byId))
  }

  const merged = mergeById(tops, byId)
  const parts = partsOf(merged, byId)
  for (const top of merged) {
    if (parts.has(top.object)) continue
    const stack = [{ found: top, depth: 0, always: true }]
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { found, depth, always } = next
      if (seen.has(found.object)) continue
      seen.add(found.object)
      const { types } = typeNames(found)
      if (always || isKnown(types)) add(found)
      // The items of a breadcrumb name pages and do not describe them.
      if (depth === maxDepth || types.includes('BreadcrumbList')) continue
      stack.push(
        ...containedIn(found, byId)
          .reverse()
          .map((object) => ({ found: object, depth: depth + 1, always: false })),
      )
    }
  }
  const types = [...typeCounts.values()].toSorted((a, b) => b.total - a.total)
  return { ...plain(entities), types, trail: breadcrumb }
}

const containedIn = (found: FoundObject, byId: ObjectsById): FoundObject[] =>
  containers.flatMap((property) =>
    valuesOf(found.object, property, byId)
      .filter(isObject)
      .filter((object) => !isReference(object))
      .map((object) => ({
        ...found,
        object,
        listed: property === 'itemListElement' || (property === 'item' && found.listed),
      })),
  )

/** Returns the ratings and reviews that another object refers to. They are parts of that object. */
const partsOf = (tops: FoundObject[], byId: ObjectsById) =>
  new Set(
    tops.flatMap(({ object }) =>
      ['review', 'aggregateRating'].flatMap((property) => valuesOf(object, property, byId).filter(isObject)),
    ),
  )

/** Merges objects with the same @id. */
function mergeById(tops: FoundObject[], byId: Map<string, SchemaObject>): FoundObject[] {
  const first = new Map<string, SchemaObject>()
  return tops.filter(({ object }) => {
    const id = ownValue(object, '@id')
    if (typeof id !== 'string') return true
    const known = first.get(id)
    if (!known || known === object) {
      first.set(id, object)
      byId.set(id, object)
      return true
    }
    for (const key of Object.keys(object))
      if (key !== '__proto__' && !Object.hasOwn(known, key)) known[key] = object[key]
    return false
  })
}

const maxInvalidValues = 5
const maxBreadcrumbItems = 10

/** A schema.org object with its location, before it is reduced to an {@link Entity}. */
export type FoundObject = Pick<Entity, 'source' | 'at' | 'listed'> & { object: SchemaObject; vocabulary: Vocabulary }

/** Returns the types by the plain names of schema.org; those of other vocabularies as written. */
export function typeNames({ object, vocabulary }: Pick<FoundObject, 'object' | 'vocabulary'>): {
  types: string[]
  isSchemaOrg: boolean
} {
  const types = typesOf(object)
  const isSchemaOrg = types
    .filter(({ prefixed }) => prefixed || vocabulary !== 'other')
    .map(({ name }) => clip(name, 100))
  return isSchemaOrg.length > 0
    ? { types: isSchemaOrg, isSchemaOrg: true }
    : { types: types.map(({ name }) => clip(name, 100)), isSchemaOrg: false }
}

/** Reduces an object to the properties that the checks and the report need. */
export function readEntity(found: FoundObject, byId: ObjectsById): Entity {
  const { object, vocabulary, source, at, listed } = found
  const { types, isSchemaOrg } = typeNames(found)
  const name = textOf(object, ['name', 'headline', 'title'], byId)
  const entity: Entity = {
    source,
    types,
    name: name === null ? null : clip(collapse(name.slice(0, 500)), 100),
    vocabulary: isSchemaOrg
      ? vocabulary === 'none' && !typesOf(object).some(({ prefixed }) => prefixed)
        ? 'none'
        : 'schema.org'
      : 'other',
    listed,
    has: [],
    lacks: [],
    odd: [],
    at,
  }
  if (!isSchemaOrg) return entity
  entity.has = decisive(types).filter((property) => pathsOf(property).some((path) => hasValueAt(object, path, byId)))
  const rules = featuresOf(entity).flatMap((known) => known.rules)
  entity.lacks = [...new Set(rules.filter((rule) => !isMet(rule, object, byId)).map(({ key }) => key))]
  entity.odd = findInvalidValues(rules, object, byId)
  return entity
}

function isMet({ within, paths, exceptLast }: Rule, object: SchemaObject, byId: ObjectsById): boolean {
  const owners = within === null ? [object] : valuesAt(object, within, byId)
  const asked = exceptLast ? owners.slice(0, -1) : owners
  return asked.every((owner) => paths.some((path) => hasValueAt(owner, path, byId)))
}

function findInvalidValues(rules: Rule[], object: SchemaObject, byId: ObjectsById): InvalidValue[] {
  const invalid = new Map<string, InvalidValue>()
  for (const { within, paths } of rules) {
    for (const path of paths) {
      if (invalid.size >= maxInvalidValues) return [...invalid.values()]
      if (!hasFormat(path.at(-1) ?? '')) continue
      for (const one of invalidValues(object, [...(within ?? []), ...path], byId))
        if (invalid.size < maxInvalidValues) invalid.set(`${one.property} ${one.value}`, one)
    }
  }
  return [...invalid.values()]
}

/** Returns the names of the items of a BreadcrumbList, in order. */
export function readBreadcrumb(object: SchemaObject, byId: ObjectsById): string[] {
  const steps = valuesOf(object, 'itemListElement', byId)
    .filter(isObject)
    .map((step, index) => {
      const item = valuesOf(step, 'item', byId)[0]
      const position = Number(valuesOf(step, 'position', byId)[0])
      const name = textOf(step, ['name'], byId) ?? (isObject(item) ? textOf(item, ['name'], byId) : null)
      return { name, position: Number.isFinite(position) ? position : index + 1 }
    })
  const ordered = steps.toSorted((a, b) => a.position - b.position)
  return ordered
    .flatMap(({ name }) => (name === null ? [] : [clip(collapse(name.slice(0, 300)), 60)]))
    .slice(0, maxBreadcrumbItems)
}
