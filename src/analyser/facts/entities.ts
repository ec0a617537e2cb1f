import { pathsOf, type Rule } from '../rich-results/feature.ts'
import { decisive, featuresOf, isKnown } from '../rich-results/match.ts'
import { isRead, type OddValue, oddValues } from './invalid-values.ts'
import { isJsonLd, nameThings, readBlock, rootsOf, type Vocabulary } from './json-ld.ts'
import { collectMicrodata, collectRdfa, type Top } from './microdata-and-rdfa.ts'
import { clip, collapse, type Cut, cutList, plain } from './text.ts'
import {
  gather,
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

/** A thing described by structured data, with what matters for the features its type can win. */
export type Entity = {
  source: 'json-ld' | 'microdata' | 'rdfa'
  /** As schema.org names them, or as written where the vocabulary is another. */
  types: string[]
  /** Its name, headline or title. */
  name: string | null
  /** `none`: JSON-LD that does not say what vocabulary it speaks. */
  vocabulary: Vocabulary
  /** It is part of a list. */
  listed: boolean
  /** Of the properties that decide what it is meant for, those it has. */
  has: string[]
  /** Of the properties its features ask for, those it does not have, by the key of their rule. */
  lacks: string[]
  odd: OddValue[]
  at: Ordinal
}

export type EntityFacts = Cut<Entity> & {
  /** How often each type is described, the most frequent first. */
  types: { type: string; source: Entity['source']; total: number }[]
  /** The names of the steps of the first BreadcrumbList; null without one. */
  trail: string[] | null
}

const typeLimit = 100

/** Properties by which a thing holds what else the page is about, and not only mentions it. */
const holding = ['mainEntity', 'breadcrumb', 'video', 'event', 'itemListElement', 'item', 'hasVariant'] as const
const depthLimit = 6

/** Things described by JSON-LD, microdata and RDFa: those at the top, and inside them those of types that have features. */
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
  const census = new Map<string, EntityFacts['types'][number]>()
  const seen = new Set<Thing>()
  let trail: string[] | null = null

  const add = (found: FoundThing) => {
    const { types, ours } = typeNames(found)
    for (const type of types) {
      const counted = census.get(`${found.source} ${type}`)
      if (counted) counted.total++
      else if (census.size < typeLimit) census.set(`${found.source} ${type}`, { type, source: found.source, total: 1 })
    }
    if (ours && types.includes('BreadcrumbList')) trail ??= readTrail(found.thing, named)
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
      // The steps of a breadcrumb name pages, and do not describe them.
      if (depth === depthLimit || types.includes('BreadcrumbList')) continue
      stack.push(
        ...heldBy(found, named)
          .reverse()
          .map((one) => ({ found: one, depth: depth + 1, always: false })),
      )
    }
  }
  const types = [...census.values()].toSorted((a, b) => b.total - a.total)
  return { ...plain(entities), types, trail }
}

const heldBy = (found: FoundThing, named: Named): FoundThing[] =>
  holding.flatMap((property) =>
    valuesOf(found.thing, property, named)
      .filter(isThing)
      .filter((thing) => !isReference(thing))
      .map((thing) => ({
        ...found,
        thing,
        listed: property === 'itemListElement' || (property === 'item' && found.listed),
      })),
  )

/** Ratings and reviews beside the thing that refers to them are parts of it, and do not say again what they are about. */
const partsOf = (tops: FoundThing[], named: Named) =>
  new Set(
    tops.flatMap(({ thing }) =>
      ['review', 'aggregateRating'].flatMap((property) => valuesOf(thing, property, named).filter(isThing)),
    ),
  )

/** What several blocks say of the same @id is said of one thing. */
function mergeById(tops: FoundThing[], named: Map<string, Thing>): FoundThing[] {
  const first = new Map<string, Thing>()
  return tops.filter(({ thing }) => {
    const id = own(thing, '@id')
    if (typeof id !== 'string') return true
    const duplicate = first.get(id)
    if (!duplicate || duplicate === thing) {
      first.set(id, thing)
      named.set(id, thing)
      return true
    }
    for (const key of Object.keys(thing))
      if (key !== '__proto__' && !Object.hasOwn(duplicate, key)) duplicate[key] = thing[key]
    return false
  })
}

const oddLimit = 5
const stepLimit = 10

/** A thing as it was found, before it is known what it lacks. */
export type FoundThing = Pick<Entity, 'source' | 'at' | 'listed'> & { thing: Thing; vocabulary: Vocabulary }

/** Types by the plain name schema.org gives them; those of other vocabularies as written. */
export function typeNames({ thing, vocabulary }: Pick<FoundThing, 'thing' | 'vocabulary'>): {
  types: string[]
  ours: boolean
} {
  const types = typesOf(thing)
  const ours = types.filter(({ prefixed }) => prefixed || vocabulary !== 'other').map(({ name }) => clip(name, 100))
  return ours.length > 0
    ? { types: ours, ours: true }
    : { types: types.map(({ name }) => clip(name, 100)), ours: false }
}

/** What the checks and the report need of a thing, and nothing else of it. */
export function readEntity(found: FoundThing, named: Named): Entity {
  const { thing, vocabulary, source, at, listed } = found
  const { types, ours } = typeNames(found)
  const name = textOf(thing, ['name', 'headline', 'title'], named)
  const entity: Entity = {
    source,
    types,
    name: name === null ? null : clip(collapse(name.slice(0, 500)), 100),
    vocabulary: ours
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
  if (!ours) return entity
  entity.has = decisive(types).filter((property) => pathsOf(property).some((path) => reaches(thing, path, named)))
  const rules = featuresOf(entity).flatMap((known) => known.rules)
  entity.lacks = [...new Set(rules.filter((rule) => !isMet(rule, thing, named)).map(({ key }) => key))]
  entity.odd = findOdd(rules, thing, named)
  return entity
}

function isMet({ within, paths, exceptLast }: Rule, thing: Thing, named: Named): boolean {
  const owners = within === null ? [thing] : gather(thing, within, named)
  const asked = exceptLast ? owners.slice(0, -1) : owners
  return asked.every((owner) => paths.some((path) => reaches(owner, path, named)))
}

function findOdd(rules: Rule[], thing: Thing, named: Named): OddValue[] {
  const odd = new Map<string, OddValue>()
  for (const { within, paths } of rules) {
    for (const path of paths) {
      if (odd.size >= oddLimit) return [...odd.values()]
      if (!isRead(path.at(-1) ?? '')) continue
      for (const one of oddValues(thing, [...(within ?? []), ...path], named))
        if (odd.size < oddLimit) odd.set(`${one.property} ${one.value}`, one)
    }
  }
  return [...odd.values()]
}

/** The names of the steps of a BreadcrumbList, in their order. */
export function readTrail(thing: Thing, named: Named): string[] {
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
    .slice(0, stepLimit)
}
