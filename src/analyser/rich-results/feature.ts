/**
 * What Google asks of structured data for one of its features. A property is a path ("offers.price"); several of which one
 * suffices stand with a bar between ("ratingCount|reviewCount").
 */
export type Feature = {
  name: string
  /** Google's page, under developers.google.com/search/docs. */
  page: string
  types: readonly string[]
  required: readonly string[]
  recommended: readonly string[]
  /** What each value of a property needs, where that property is there. */
  inside?: Readonly<Record<string, Inside>>
  /** Only as part of a list, as in a carousel. */
  listed?: true
  /** Only where one of these is there. */
  onlyWith?: string
}

export type Inside = {
  required?: readonly string[]
  /** Of a list, in all values but the last. */
  requiredButLast?: readonly string[]
  recommended?: readonly string[]
}

/** One demand of a feature; `key` names it, in facts and to readers. */
export type Rule = {
  key: string
  required: boolean
  /** The property whose values it is about; null for the thing itself. */
  within: readonly string[] | null
  /** Paths of which one suffices. */
  paths: readonly (readonly string[])[]
  exceptLast: boolean
}

export const pathsOf = (property: string) => property.split('|').map((path) => path.split('.'))

/** The demands of a feature, one by one. */
export function rulesOf({ required, recommended, inside = {} }: Feature): Rule[] {
  const rule = (property: string, isRequired: boolean, within: string | null = null, exceptLast = false): Rule => ({
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
  })
  return [
    ...required.map((property) => rule(property, true)),
    ...recommended.map((property) => rule(property, false)),
    ...Object.entries(inside).flatMap(([within, needs]) => [
      ...(needs.required ?? []).map((property) => rule(property, true, within)),
      ...(needs.requiredButLast ?? []).map((property) => rule(property, true, within, true)),
      ...(needs.recommended ?? []).map((property) => rule(property, false, within)),
    ]),
  ]
}

/** "offers.price", "review, aggregateRating or offers", "gtin, mpn, sku or one of 5 others" */
export function readable(key: string): string {
  const names = key.split('|')
  if (names.length > 4) return `${names.slice(0, 3).join(', ')} or one of ${names.length - 3} others`
  return names.length === 1 ? key : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}
