import { isKnown } from '../rich-results/match.ts'
import type { Cut, Ordinal } from '../page-facts.ts'
import { type FoundThing, readEntity, readTrail, typeNames } from './entity.ts'
import { isJsonLd, nameThings, readBlock, rootsOf, type Vocabulary } from './json-ld.ts'
import { collectMicrodata, type Top } from './microdata.ts'
import type { OddValue } from './odd-values.ts'
import { collectRdfa } from './rdfa.ts'
import { cutList, plain } from './text.ts'
import { isReference, isThing, type Named, own, type Thing, valuesOf } from './thing.ts'
import type { Handlers } from './walk.ts'

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
