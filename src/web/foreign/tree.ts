import type { AnyValue } from '#contract/any-results.ts'

/** Values as one tree, each inside its groups; one whose name is taken there stands under its id. */
export function treeOf(values: readonly AnyValue[]): Record<string, unknown> {
  const root = new Map<string, unknown>()
  for (const { id, name, group, value } of values) {
    let place = root
    for (const step of group) {
      const inside = place.get(step)
      const next = inside instanceof Map ? (inside as Map<string, unknown>) : new Map<string, unknown>()
      if (inside === undefined) place.set(step, next)
      place = inside === undefined || inside instanceof Map ? next : place
    }
    place.set(place.has(name) ? id : name, value)
  }
  return plain(root)
}

const plain = (map: ReadonlyMap<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    [...map].map(([name, value]) => [name, value instanceof Map ? plain(value as Map<string, unknown>) : value]),
  )
