type Direction = 'asc' | 'desc'

const collations = [{}, { sensitivity: 'base' as const }, { ignorePunctuation: true }].map(
  (options) => new Intl.Collator('en', options).compare,
)
const byCodeUnits = <Value>(a: Value, b: Value) => (a < b ? -1 : a > b ? 1 : 0)
const withoutPrefix = (text: string) =>
  text
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/^www\./, '')

/** Databases sort text in different ways. Each of these counts as sorted. */
const textOrders = [byCodeUnits<string>, ...collations].flatMap((compare) =>
  [(text: string) => text, (text: string) => text.toLowerCase(), withoutPrefix].map(
    (key) => (a: string, b: string) => compare(key(a), key(b)),
  ),
)

/** Returns whether numbers or texts from any server are sorted. Missing and equal values can be anywhere. */
export function isSorted(values: readonly (string | number | null | undefined)[], direction: Direction): boolean {
  const present = values.filter((value) => value !== null && value !== undefined)
  const ascending = direction === 'asc' ? present : present.toReversed()
  const isInOrder = <Value>(all: readonly Value[], compare: (one: Value, other: Value) => number) =>
    all.every((value, at) => at === 0 || compare(all[at - 1]!, value) <= 0)
  if (ascending.every((value) => typeof value === 'number')) return isInOrder(ascending, byCodeUnits)
  return textOrders.some((compare) => isInOrder(ascending.map(String), compare))
}
