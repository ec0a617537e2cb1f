import { pathsOf, type Rule } from '../rich-results/feature.ts'
import { decisive, featuresOf, isKnown } from '../rich-results/match.ts'
import { hasFormat, type InvalidValue, invalidValues } from './invalid-values.ts'
import { isJsonLd, nameThings, readBlock, rootsOf, type Vocabulary } from './json-ld.ts'
import { collectMicrodata, collectRdfa, type Top } from './microdata-and-rdfa.ts'
import { clip, collapse, type Cut, cutList, plain } from './text.ts'
import {
  valuesAt,
  isReference,
  isThing,
  type Named,
  own,
  reaches,
  textOf,
  type Thing,
  typesOf,
  valuesOf,
} from './thing.ts'
import type { Handlers, Ordinal } from './walk.ts'

/** A thing described by structured data, with what matters for the rich results of its types. */
export type Entity = {
  source: 'json-ld' | 'microdata' | 'rdfa'
  /** As schema.org names them, or as written if the vocabulary is another. */
  types: string[]
  /** The name, headline or title. */
  name: string | null
  /** `none` means JSON-LD without a vocabulary. */
  vocabulary: Vocabulary
  /** The thing is part of a list. */
  listed: boolean
  /** The properties it has of those that decide its purpose. */
  has: string[]
  /** The properties it lacks of those that its rich results require or recommend, by the key of the rule. */
  lacks: string[]
  odd: InvalidValue[]
  at: Ordinal
}

export type EntityFacts = Cut<Entity> & {
  /** How often each type occurs, in descending order. */
  types: { type: string; source: Entity['source']; total: number }[]
  /** The names of the items of the first BreadcrumbList; null if there is none. */
  trail: string[] | null
}

const typeLimit = 100

/** Properties that contain further subjects of the page. */
const containers = ['mainEntity', 'breadcrumb', 'video', 'event', 'itemListElement', 'item', 'hasVariant'] as const
const depthLimit = 6

/**
 * Collects things described by JSON-LD, microdata and RDFa: those at the top level, and inside them those of types with
 * rich results.
 */
export function collectEntities() {
  const blocks: { value: unknown; at: Ordinal }[] = []
  const named = new Map<string, Thing>()
  const microdata = collectMicrodata()
  const rdfa = collectRdfa()
  const handlers: Handlers = {
    script(element, { ordinal, noscript }) {
      if (noscript || !isJsonLd(element)) return
      const { text, value, valid } = readBlock(element)
      if (!valid) return
      blocks.push({ value, at: ordinal })
      if (text.includes('"@id"')) nameThings(value, named)
    },
    '[marked]': (element, position) => {
      if (position.noscript || (position.id === null && !position.described)) return undefined
      const leaveItem = microdata.enter(element, position.ordinal)
      const leaveSubject = rdfa.enter(element, position.ordinal)
      if (!leaveItem || !leaveSubject) return leaveItem ?? leaveSubject
      return () => {
        leaveItem()
        leaveSubject()
      }
    },
  }
  const finish = (): EntityFacts => {
    const inBlocks = blocks.flatMap(({ value, at }) =>
      rootsOf(value).map((root): FoundThing => ({ ...root, source: 'json-ld', listed: false, at })),
    )
    const inMarkup = (source: Entity['source'], tops: Top[]) =>
      tops.map((top): FoundThing => ({ ...top, source, vocabulary: 'other', listed: false }))
    return readThings(
      [inBlocks, inMarkup('microdata', microdata.finish()), inMarkup('rdfa', rdfa.finish())].flat(),
      named,
    )
  }
  return { handlers, finish }
}

function readThings(tops: FoundThing[], named: Map<string, Thing>): EntityFacts {
  const entities = cutList<Entity>()
  const typeCounts = new Map<string, EntityFacts['types'][number]>()
  const seen = new Set<Thing>()
  let trail: string[] | null = null

  const add = (found: FoundThing) => {
    const { types, isSchemaOrg } = typeNames(found)
    for (const type of types) {
      const counted = typeCounts.get(`${found.source} ${type}`)
      if (counted) counted.total++
      else if (typeCounts.size < typeLimit)
        typeCounts.set(`${found.source} ${type}`, { type, source: found.source, total: 1 })
    }
    if (isSchemaOrg && types.includes('BreadcrumbList')) trail ??= readBreadcrumb(found.thing, named)
    entities.add(() => readEntity(found, named))
  }

  const merged = mergeById(tops, named)
  const parts = partsOf(merged, named)
  for (const top of merged) {
    if (parts.has(top.thing)) continue
    const stack = [{ found: top, depth: 0, always: true }]
    for (let next = stack.pop(); next; next = stack.pop()) {
      const { found, depth, always } = next
      if (seen.has(found.thing)) continue
      seen.add(found.thing)
      const { types } = typeNames(found)
      if (always || isKnown(types)) add(found)
      // The items of a breadcrumb name pages and do not describe them.
      if (depth === depthLimit || types.includes('BreadcrumbList')) continue
      stack.push(
        ...containedIn(found, named)
          .reverse()
          .map((one) => ({ found: one, depth: depth + 1, always: false })),
      )
    }
  }
  const types = [...typeCounts.values()].toSorted((a, b) => b.total - a.total)
  return { ...plain(entities), types, trail }
}

const containedIn = (found: FoundThing, named: Named): FoundThing[] =>
  containers.flatMap((property) =>
    valuesOf(found.thing, property, named)
      .filter(isThing)
      .filter((thing) => !isReference(thing))
      .map((thing) => ({
        ...found,
        thing,
        listed: property === 'itemListElement' || (property === 'item' && found.listed),
      })),
  )

/** Returns the ratings and reviews that another thing refers to. They are parts of that thing. */
const partsOf = (tops: FoundThing[], named: Named) =>
  new Set(
    tops.flatMap(({ thing }) =>
      ['review', 'aggregateRating'].flatMap((property) => valuesOf(thing, property, named).filter(isThing)),
    ),
  )

/** Merges things with the same @id. */
function mergeById(tops: FoundThing[], named: Map<string, Thing>): FoundThing[] {
  const first = new Map<string, Thing>()
  return tops.filter(({ thing }) => {
    const id = own(thing, '@id')
    if (typeof id !== 'string') return true
    const known = first.get(id)
    if (!known || known === thing) {
      first.set(id, thing)
      named.set(id, thing)
      return true
    }
    for (const key of Object.keys(thing)) if (key !== '__proto__' && !Object.hasOwn(known, key)) known[key] = thing[key]
    return false
  })
}

const maxInvalidValues = 5
const maxBreadcrumbItems = 10

/** A thing as found in the page. */
export type FoundThing = Pick<Entity, 'source' | 'at' | 'listed'> & { thing: Thing; vocabulary: Vocabulary }

/** Returns the types by the plain names of schema.org; those of other vocabularies as written. */
export function typeNames({ thing, vocabulary }: Pick<FoundThing, 'thing' | 'vocabulary'>): {
  types: string[]
  isSchemaOrg: boolean
} {
  const types = typesOf(thing)
  const isSchemaOrg = types
    .filter(({ prefixed }) => prefixed || vocabulary !== 'other')
    .map(({ name }) => clip(name, 100))
  return isSchemaOrg.length > 0
    ? { types: isSchemaOrg, isSchemaOrg: true }
    : { types: types.map(({ name }) => clip(name, 100)), isSchemaOrg: false }
}

/** Reduces a thing to what the checks and the report need. */
export function readEntity(found: FoundThing, named: Named): Entity {
  const { thing, vocabulary, source, at, listed } = found
  const { types, isSchemaOrg } = typeNames(found)
  const name = textOf(thing, ['name', 'headline', 'title'], named)
  const entity: Entity = {
    source,
    types,
    name: name === null ? null : clip(collapse(name.slice(0, 500)), 100),
    vocabulary: isSchemaOrg
      ? vocabulary === 'none' && !typesOf(thing).some(({ prefixed }) => prefixed)
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
  entity.has = decisive(types).filter((property) => pathsOf(property).some((path) => reaches(thing, path, named)))
  const rules = featuresOf(entity).flatMap((known) => known.rules)
  entity.lacks = [...new Set(rules.filter((rule) => !isMet(rule, thing, named)).map(({ key }) => key))]
  entity.odd = findInvalidValues(rules, thing, named)
  return entity
}

function isMet({ within, paths, exceptLast }: Rule, thing: Thing, named: Named): boolean {
  const owners = within === null ? [thing] : valuesAt(thing, within, named)
  const asked = exceptLast ? owners.slice(0, -1) : owners
  return asked.every((owner) => paths.some((path) => reaches(owner, path, named)))
}

function findInvalidValues(rules: Rule[], thing: Thing, named: Named): InvalidValue[] {
  const invalid = new Map<string, InvalidValue>()
  for (const { within, paths } of rules) {
    for (const path of paths) {
      if (invalid.size >= maxInvalidValues) return [...invalid.values()]
      if (!hasFormat(path.at(-1) ?? '')) continue
      for (const one of invalidValues(thing, [...(within ?? []), ...path], named))
        if (invalid.size < maxInvalidValues) invalid.set(`${one.property} ${one.value}`, one)
    }
  }
  return [...invalid.values()]
}

/** Returns the names of the items of a BreadcrumbList, in order. */
export function readBreadcrumb(thing: Thing, named: Named): string[] {
  const steps = valuesOf(thing, 'itemListElement', named)
    .filter(isThing)
    .map((step, index) => {
      const item = valuesOf(step, 'item', named)[0]
      const position = Number(valuesOf(step, 'position', named)[0])
      const name = textOf(step, ['name'], named) ?? (isThing(item) ? textOf(item, ['name'], named) : null)
      return { name, position: Number.isFinite(position) ? position : index + 1 }
    })
  const ordered = steps.toSorted((a, b) => a.position - b.position)
  return ordered
    .flatMap(({ name }) => (name === null ? [] : [clip(collapse(name.slice(0, 300)), 60)]))
    .slice(0, maxBreadcrumbItems)
}
