import { pathsOf, type Rule } from '../rich-results/feature.ts'
import { decisive, featuresOf } from '../rich-results/match.ts'
import type { Entity } from './entities.ts'
import type { Vocabulary } from './json-ld.ts'
import { isRead, type OddValue, oddValues } from './odd-values.ts'
import { clip, collapse } from './text.ts'
import { gather, isThing, type Named, reaches, textOf, type Thing, typesOf, valuesOf } from './thing.ts'

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
