import { type Feature, pathsOf, type Rule } from '../rich-results/feature.ts'
import { decisive, featuresOf, isKnown } from '../rich-results/match.ts'
import { hasFormat, type InvalidValue, invalidValues } from './invalid-values.ts'
import { isJsonLd, readBlock, rootsOf, type Vocabulary } from './json-ld.ts'
import { collectMicrodata, collectRdfa, type Top } from './microdata-and-rdfa.ts'
import {
  valuesAt,
  isReference,
  isObject,
  isOfType,
  mergeById,
  objectOf,
  type ObjectsById,
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
      const { value, valid } = readBlock(element)
      if (valid) blocks.push({ value, at: ordinal })
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
  /** Returns the objects at the top level, in document order, those of one @id as one. */
  const tops = (): FoundObject[] => {
    if (objects) return objects
    const inBlocks = blocks.flatMap(({ value, at }) =>
      rootsOf(value).map((root): FoundObject => ({ ...root, source: 'json-ld', listed: false, at })),
    )
    const inMarkup = (source: Entity['source'], tops: Top[]) =>
      tops.map((top): FoundObject => ({ ...top, source, vocabulary: 'other', listed: false }))
    const markup = [...inMarkup('microdata', microdata.finish()), ...inMarkup('rdfa', rdfa.finish())]
    mergeById([...blocks.map(({ value }) => value), ...markup.map(({ object }) => object)], byId)
    const byObject = new Map<SchemaObject, FoundObject>()
    for (const found of [...inBlocks, ...markup]) {
      const object = objectOf(found.object, byId)
      if (!byObject.has(object)) byObject.set(object, { ...found, object })
    }
    objects = [...byObject.values()]
    return objects
  }
  let list: FoundObject[] | null = null
  /** Returns the objects at the top level, and inside them those of types with rich results. */
  const described = () => (list ??= [...describedIn(tops(), byId)])
  return { handlers, onMarked, tops, described, byId, finish: (url: string) => readObjects(described(), byId, url) }
}

function readObjects(described: FoundObject[], byId: ObjectsById, url: string): EntityFacts {
  const entities = cutList<Entity>()
  const typeCounts = new Map<string, EntityFacts['types'][number]>()
  const isHome = new URL(url).pathname === '/'
  let breadcrumb: string[] | null = null
  for (const found of described) {
    const { types, isSchemaOrg } = typeNames(found)
    for (const type of types) {
      const counted = typeCounts.get(`${found.source} ${type}`)
      if (counted) counted.total++
      else if (typeCounts.size < maxTypes)
        typeCounts.set(`${found.source} ${type}`, { type, source: found.source, total: 1 })
    }
    if (isSchemaOrg && types.includes('BreadcrumbList')) breadcrumb ??= readBreadcrumb(found.object, byId)
    entities.add(() => readEntity(found, byId, isHome))
  }
  const types = [...typeCounts.values()].toSorted((a, b) => b.total - a.total)
  return { ...plain(entities), types, trail: breadcrumb }
}

function* describedIn(tops: FoundObject[], byId: ObjectsById): Generator<FoundObject> {
  const seen = new Set<SchemaObject>()
  const parts = partsOf(tops, byId)
  for (const top of tops) {
    if (parts.has(top.object)) continue
    const stack = [{ found: top, depth: 0, always: true }]
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { found, depth, always } = next
      if (seen.has(found.object)) continue
      seen.add(found.object)
      const { types } = typeNames(found)
      if (always || isKnown(types)) yield found
      // The items of a breadcrumb name pages and do not describe them.
      if (depth === maxDepth || types.includes('BreadcrumbList')) continue
      stack.push(
        ...containedIn(found, byId)
          .reverse()
          .map((object) => ({ found: object, depth: depth + 1, always: false })),
      )
    }
  }
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
export function readEntity(found: FoundObject, byId: ObjectsById, isHome = false): Entity {
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
  entity.has = decisive(types)
    .filter(({ onlyWith, notOf }) => pathsOf(onlyWith).some((path) => hasValueOf(object, path, notOf, byId)))
    .map(({ onlyWith }) => onlyWith)
  const known = featuresOf(entity)
  const rules = known.flatMap((one) => one.rules)
  entity.lacks = [...new Set(rules.filter((rule) => !isMet(rule, object, byId)).map(({ key }) => key))]
  entity.odd = [
    // A home page can't be below another page.
    ...(isHome ? [] : known.flatMap(({ feature }) => shortLists(feature, object, byId))),
    ...findInvalidValues(rules, object, byId),
  ]
  return entity
}

const hasValueOf = (object: SchemaObject, path: readonly string[], notOf: readonly string[], byId: ObjectsById) => {
  const [first = '', ...rest] = path
  return notOf.length === 0
    ? hasValueAt(object, path, byId)
    : valuesOf(object, first, byId).some((value) => !isOfType(value, notOf) && hasValueAt(value, rest, byId))
}

function isMet({ within, paths, exceptLast, of, notOf }: Rule, object: SchemaObject, byId: ObjectsById): boolean {
  const owners = (within === null ? [object] : valuesAt(object, within, byId)).filter(
    (owner) => (of === null || isOfType(owner, of)) && !isOfType(owner, notOf),
  )
  const asked = exceptLast ? withoutLast(owners, byId) : owners
  return asked.every((owner) => paths.some((path) => hasValueAt(owner, path, byId)))
}

/** Returns the items of a list without the last one by position. Positions that are no numbers tell no last one. */
function withoutLast(items: unknown[], byId: ObjectsById): unknown[] {
  const positions = items.map((item) => (isObject(item) ? valuesOf(item, 'position', byId)[0] : undefined))
  if (positions.every((position) => position === undefined)) return items.slice(0, -1)
  const numbers = positions.map((position) => (position === undefined ? Number.NEGATIVE_INFINITY : Number(position)))
  const last = Math.max(...numbers)
  return Number.isNaN(last) ? items : items.toSpliced(numbers.lastIndexOf(last), 1)
}

const shortLists = ({ fewest = {} }: Feature, object: SchemaObject, byId: ObjectsById): InvalidValue[] =>
  Object.entries(fewest).flatMap(([property, least]) => {
    const values = valuesOf(object, property, byId).length
    return values === 0 || values >= least
      ? []
      : [{ property, value: `${values} ${values === 1 ? 'item' : 'items'}`, should: `a list of at least ${least}` }]
  })

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
