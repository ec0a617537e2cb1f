import type { Direction } from '#contract/list-query.ts'

/**
 * The order of a list as its index has it, for the few rows of a page: by code unit, as stored texts are ASCII, what is
 * missing last in both directions, ties by id.
 */
export function byColumn<Row extends { id: number }>(column: keyof Row, direction: Direction) {
  const sign = direction === 'asc' ? 1 : -1
  return (a: Row, b: Row): number => {
    const [one, other] = [a[column], b[column]]
    if (one === other) return sign * (a.id - b.id)
    if (one === null || one === undefined) return 1
    if (other === null || other === undefined) return -1
    return one < other ? -sign : sign
  }
}
