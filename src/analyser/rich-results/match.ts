import type { Entity } from '../facts/entities.ts'
import { type Feature, readable, type Rule, rulesOf } from './feature.ts'
import { type Retired, retired } from './retired.ts'
import { features } from './table.ts'

type Known = { feature: Feature; rules: Rule[] }

const byType = new Map<string, Known[]>()
for (const feature of features) {
  const known = { feature, rules: rulesOf(feature) }
  for (const type of feature.types) byType.set(type, [...(byType.get(type) ?? []), known])
}

/** What decides whether a feature is meant; `has` holds those of {@link decisive} that are there. */
type Described = Pick<Entity, 'types' | 'vocabulary' | 'has' | 'listed'>

/** Properties on which it depends what a thing of these types is meant for. */
export function decisive(types: readonly string[]): string[] {
  const conditions = [
    ...types.flatMap((type) => byType.get(type) ?? []).map(({ feature }) => feature),
    ...retired.filter((one) => isOf(one, types)),
  ]
  return [...new Set(conditions.flatMap(({ onlyWith }) => onlyWith ?? []))]
}

/** The features that a thing could win, with all that they ask for. */
export function featuresOf({ types, vocabulary, has, listed }: Described): Known[] {
  if (vocabulary === 'other') return []
  const known = new Set(types.flatMap((type) => byType.get(type) ?? []))
  return [...known].filter(
    ({ feature }) => (!feature.listed || listed) && (feature.onlyWith === undefined || has.includes(feature.onlyWith)),
  )
}

const isOf = (one: Retired, types: readonly string[]) =>
  one.types.every((type) => types.includes(type)) && (one.unless === undefined || !types.includes(one.unless))

/** The retired features that a thing was made for. */
export const retiredOf = ({ types, vocabulary, has }: Described): Retired[] =>
  vocabulary === 'other'
    ? []
    : retired.filter((one) => isOf(one, types) && (one.onlyWith === undefined || has.includes(one.onlyWith)))

/** Whether there is anything to say about things of these types. */
export const isKnown = (types: readonly string[]) =>
  types.some((type) => byType.has(type)) || retired.some((one) => isOf(one, types))

export type Judged = {
  /** "Product snippet", "Merchant listing" */
  features: string[]
  /** Properties for a reader: "offers.price", "review, aggregateRating or offers". */
  missingRequired: string[]
  missingRecommended: string[]
}

/** What a thing lacks for the features it could win; null where Google has none for it. */
export function judgeEntity(entity: Entity): Judged | null {
  const meant = featuresOf(entity)
  if (meant.length === 0) return null
  const lacks = (required: boolean) =>
    new Set(
      meant.flatMap(({ rules }) =>
        rules.filter((rule) => rule.required === required && entity.lacks.includes(rule.key)).map(({ key }) => key),
      ),
    )
  const missing = lacks(true)
  const alternatives = new Set([...missing].flatMap((key) => key.split('|')))
  return {
    features: [...new Set(meant.map(({ feature }) => feature.name))],
    missingRequired: [...missing].map(readable),
    missingRecommended: [...lacks(false)]
      .filter((key) => !missing.has(key) && !key.split('|').every((path) => alternatives.has(path)))
      .map(readable),
  }
}
