/**
 * Google's requirements for one rich result. A property is a path (“offers.price”). Alternatives are separated by a bar
 * (“ratingCount|reviewCount”).
 */
export type Feature = {
  name: string
  /** The path of Google's page below developers.google.com/search/docs. */
  page: string
  types: readonly string[]
  required: readonly string[]
  recommended: readonly string[]
  /** Requirements for each value of a property, if the property exists; a list of them if its type decides. */
  inside?: Readonly<Record<string, NestedProperties | readonly NestedProperties[]>>
  /** The fewest values of a property. */
  fewest?: Readonly<Record<string, number>>
  /** Only shops get this result, and we can't recognise a shop's page: what it lacks is only noted. */
  shopsOnly?: true
  /** Reports without `itemNotes` don't show what items lack for it. */
  later?: true
  /** Applies only inside a list, as in a carousel. */
  listed?: true
  /** Applies only if one of these properties exists. */
  onlyWith?: string
  /** Types whose properties don't count for `onlyWith`. */
  notOf?: readonly string[]
}

export type NestedProperties = {
  /** The requirements are for values of these types only. */
  of?: readonly string[]
  /** The requirements are for values of other types than these, or of none. */
  notOf?: readonly string[]
  required?: readonly string[]
  /** Required in all values of a list but the last. */
  requiredButLast?: readonly string[]
  recommended?: readonly string[]
}

/** A requirement of a feature. `key` names it in facts and for readers. */
export type Rule = {
  key: string
  required: boolean
  /** The property whose values the rule applies to; null for the entity itself. */
  within: readonly string[] | null
  /** Alternative paths. */
  paths: readonly (readonly string[])[]
  exceptLast: boolean
  of: readonly string[] | null
  notOf: readonly string[]
}

export const pathsOf = (property: string) => property.split('|').map((path) => path.split('.'))

export function rulesOf({ required, recommended, inside = {} }: Feature): Rule[] {
  const rule = (
    property: string,
    isRequired: boolean,
    within: string | null = null,
    { of, notOf = [] }: NestedProperties = {},
    exceptLast = false,
  ): Rule => ({
    key:
      within === null
        ? property
        : property
            .split('|')
            .map((path) => `${within}.${path}`)
            .join('|'),
    required: isRequired,
    within: within === null ? null : within.split('.'),
    paths: pathsOf(property),
    exceptLast,
    of: of ?? null,
    notOf,
  })
  return [
    ...required.map((property) => rule(property, true)),
    ...recommended.map((property) => rule(property, false)),
    ...Object.entries(inside).flatMap(([within, nested]) =>
      [nested]
        .flat()
        .flatMap((needs) => [
          ...(needs.required ?? []).map((property) => rule(property, true, within, needs)),
          ...(needs.requiredButLast ?? []).map((property) => rule(property, true, within, needs, true)),
          ...(needs.recommended ?? []).map((property) => rule(property, false, within, needs)),
        ]),
    ),
  ]
}

/** “offers.price”, “review, aggregateRating or offers”, “gtin, mpn, sku or one of 5 others” */
export function readable(key: string): string {
  const names = key.split('|')
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} or one of ${names.length - 3} others`
  return names.length === 1 ? key : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
