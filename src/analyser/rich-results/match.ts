import type { Vocabulary } from '../facts/json-ld.ts'
import { type Feature, readable, type Rule, rulesOf } from './feature.ts'
import { features } from './features.ts'

type Known = { feature: Feature; rules: Rule[] }

const byType = new Map<string, Known[]>()
for (const feature of features) {
  const known = { feature, rules: rulesOf(feature) }
  for (const type of feature.types) byType.set(type, [...(byType.get(type) ?? []), known])
}

/** `has` contains the properties of the {@link decisive} conditions that hold. */
type Described = { types: readonly string[]; vocabulary: Vocabulary; has: readonly string[]; listed: boolean }

/** Returns the conditions that decide which features apply to entities of these types. */
export function decisive(types: readonly string[]): Required<Pick<Feature, 'onlyWith' | 'notOf'>>[] {
  const conditions = [
    ...types.flatMap((type) => byType.get(type) ?? []).map(({ feature }) => feature),
    ...retired.filter((feature) => isOf(feature, types)),
  ]
  const byProperty = new Map<string, Required<Pick<Feature, 'onlyWith' | 'notOf'>>>()
  for (const { onlyWith, notOf = [] } of conditions)
    if (onlyWith !== undefined) byProperty.set(onlyWith, { onlyWith, notOf })
  return [...byProperty.values()]
}

/** Returns the features that apply to an entity, with their requirements. */
export function featuresOf({ types, vocabulary, has, listed }: Described): Known[] {
  if (vocabulary === 'other') return []
  const known = new Set(types.flatMap((type) => byType.get(type) ?? []))
  return [...known].filter(
    ({ feature }) => (!feature.listed || listed) && (feature.onlyWith === undefined || has.includes(feature.onlyWith)),
  )
}

const isOf = (feature: Retired, types: readonly string[]) =>
  feature.types.every((type) => types.includes(type)) &&
  (feature.unless === undefined || !types.includes(feature.unless))

/** Returns the retired features that apply to an entity. */
export const retiredOf = ({ types, vocabulary, has }: Described): Retired[] =>
  vocabulary === 'other'
    ? []
    : retired.filter(
        (feature) => isOf(feature, types) && (feature.onlyWith === undefined || has.includes(feature.onlyWith)),
      )

/** Returns true if any feature exists for these types. */
export const isKnown = (types: readonly string[]) =>
  types.some((type) => byType.has(type)) || retired.some((feature) => isOf(feature, types))

export type FeatureMatch = {
  /** “Product snippet”, “Merchant listing” */
  features: string[]
  /** For display: “offers.price”, “review, aggregateRating or offers”. */
  missingRequired: string[]
  /** What the results for shops alone require. */
  missingForShops: { feature: string; properties: string[] }[]
  missingRecommended: string[]
  /** The paths of all properties that a feature requires, alternatives included. */
  required: ReadonlySet<string>
}

/**
 * Returns the features of an entity with the properties it lacks; null if Google has none for its types. Later features
 * are left out for reports that don't show what an item lacks for them.
 */
export function matchFeatures(
  entity: Described & { lacks: readonly string[] },
  { hasLater = true }: { hasLater?: boolean } = {},
): FeatureMatch | null {
  const matched = featuresOf(entity).filter(({ feature }) => hasLater || !feature.later)
  if (matched.length === 0) return null
  const lacks = (some: readonly Known[], required: boolean) =>
    new Set(
      some.flatMap(({ rules }) =>
        rules.filter((rule) => rule.required === required && entity.lacks.includes(rule.key)).map(({ key }) => key),
      ),
    )
  const forAll = matched.filter(({ feature }) => !feature.shopsOnly)
  const missing = lacks(forAll, true)
  const forShops = matched
    .filter(({ feature }) => feature.shopsOnly)
    .flatMap((known) => {
      const keys = [...lacks([known], true)].filter((key) => !missing.has(key))
      return keys.length === 0 ? [] : [{ feature: known.feature.name, properties: keys.map(readable) }]
    })
  const alternatives = new Set([...missing].flatMap((key) => key.split('|')))
  const namedForShops = new Set(forShops.flatMap(({ properties }) => properties))
  return {
    features: [...new Set(matched.map(({ feature }) => feature.name))],
    required: new Set(
      forAll.flatMap(({ rules }) => rules.flatMap(({ required, key }) => (required ? key.split('|') : []))),
    ),
    missingRequired: [...missing].map(readable),
    missingForShops: forShops,
    missingRecommended: [...lacks(matched, false)]
      .filter((key) => !missing.has(key) && !key.split('|').every((path) => alternatives.has(path)))
      .map(readable)
      .filter((name) => !namedForShops.has(name)),
  }
}

/** Returns true if Google has a feature for these types that older reports say nothing about. */
export const hasLaterFeature = (entity: Described): boolean => featuresOf(entity).some(({ feature }) => feature.later)

/** A rich result that Google no longer shows. */
export type Retired = {
  name: string
  /** The entity has all of these types. */
  types: readonly string[]
  /** The entity has none of these types. */
  unless?: string
  /** The entity has one of these properties. */
  onlyWith?: string
  notOf?: never
  since: string
  source: string
}

const blog = 'https://developers.google.com/search/blog/'
const updates = 'https://developers.google.com/search/updates'
const june2025 = { since: 'announced on 12 June 2025', source: `${blog}2025/06/simplifying-search-results` }

export const retired: readonly Retired[] = [
  { name: 'How-to', types: ['HowTo'], since: 'since 13 September 2023', source: `${blog}2023/08/howto-faq-changes` },
  { name: 'FAQ', types: ['FAQPage'], since: 'since 7 May 2026', source: updates },
  {
    name: 'Sitelinks search box',
    types: ['WebSite'],
    onlyWith: 'potentialAction.query-input|potentialAction.query',
    since: 'since 21 November 2024',
    source: `${blog}2024/10/sitelinks-search-box`,
  },
  { name: 'Book actions', types: ['Book'], onlyWith: 'potentialAction|workExample.potentialAction', ...june2025 },
  { name: 'Claim review', types: ['ClaimReview'], ...june2025 },
  { name: 'Course info', types: ['Course'], onlyWith: 'hasCourseInstance', ...june2025 },
  { name: 'Estimated salary', types: ['Occupation'], onlyWith: 'estimatedSalary', ...june2025 },
  { name: 'Estimated salary', types: ['OccupationAggregationByEmployer'], ...june2025 },
  { name: 'Learning video', types: ['VideoObject', 'LearningResource'], ...june2025 },
  { name: 'Special announcement', types: ['SpecialAnnouncement'], ...june2025 },
  { name: 'Vehicle listing', types: ['Car'], unless: 'Product', ...june2025 },
  { name: 'Vehicle listing', types: ['Vehicle'], unless: 'Product', ...june2025 },
  { name: 'Practice problem', types: ['Quiz', 'LearningResource'], since: 'since January 2026', source: updates },
]
