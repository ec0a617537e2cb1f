import type { Direction } from '#contract/list-query.ts'

/** Where to start walking an order, and how far. `backwards`: from its other end, and the rows come in reverse. */
export type Window = { offset: number; limit: number; backwards: boolean }

/** The shorter way to rows `offset` to `offset + limit` of `total`; null when there are none. */
export function windowOf(total: number, offset: number, limit: number): Window | null {
  if (offset >= total) return null
  const count = Math.min(limit, total - offset)
  const after = total - offset - count
  return after < offset ? { offset: after, limit: count, backwards: true } : { offset, limit: count, backwards: false }
}

export const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')
