import { describe, expect, it } from 'vitest'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { emptyPage } from '#testing/store/lists.ts'
import { ownChanges } from '#web/data/query-client.ts'
import { holdRows } from './use-resource-list.ts'

const pageOf = (ids: number[], total: number | null = ids.length): PageOfList<{ id: number; score?: number }> => ({
  ...emptyPage,
  rows: ids.map((id) => ({ id })),
  sent: ids.length,
  total,
})
const newestFirst = { sort_by: 'id', sort: 'desc', page: 1, per_page: 4 }
const lowestFirst = { ...newestFirst, sort_by: 'score' }
const held = (
  shown: number[],
  fresh: number[],
  query = newestFirst,
  totals: [number, number] = [shown.length, fresh.length],
) => {
  const result = holdRows('reports', pageOf(shown, totals[0]), pageOf(fresh, totals[1]), query)
  return result && { rows: result.page.rows.map((row) => row.id), added: result.update.added }
}

describe('new rows of a shown list', () => {
  it('replace the shown rows if no row moves', () => {
    expect(held([9, 8, 7, 6], [9, 8, 7, 6])).toBeNull()
    expect(held([9, 8], [9, 8, 7])).toBeNull()
    expect(held([], [3, 2])).toBeNull()
  })

  it('are held back and counted if they come first', () => {
    expect(held([9, 8, 7, 6], [11, 10, 9, 8])).toEqual({ rows: [9, 8, 7, 6], added: 2 })
  })

  it('are counted by the totals for a whole page of new rows, and in another order', () => {
    expect(held([9, 8, 7, 6], [14, 13, 12, 11], newestFirst, [60, 67])).toMatchObject({ added: 7 })
    expect(held([3, 5, 1, 2], [3, 12, 5, 1], lowestFirst, [60, 61])).toEqual({
      rows: [3, 5, 1, 2],
      added: 1,
    })
    expect(held([3, 5, 1, 2], [3, 12, 5, 1], lowestFirst, [60, 60])).toMatchObject({ added: null })
  })

  it('name the shown rows that are deleted, without those that this tab deleted', () => {
    ownChanges.add('reports', 70)
    const fresh = { ...pageOf([72, 71, 69, 68]), deleted: [73, 70] }
    const { page, update } = holdRows('reports', pageOf([73, 72, 71, 70]), fresh, newestFirst)!
    expect(page.rows.map(({ id }) => id)).toEqual([73, 72, 71])
    expect([...update.deleted]).toEqual([73])
  })

  it('are not called deleted once they are back', () => {
    const { update } = holdRows('reports', pageOf([73, 72, 71]), pageOf([74, 73, 72]), newestFirst, new Set([73, 71]))!
    expect([...update.deleted]).toEqual([71])
  })

  it('are held back if only the order differs', () => {
    expect(held([1, 2, 3, 4], [2, 1, 3, 4], lowestFirst)).toMatchObject({ rows: [1, 2, 3, 4] })
  })

  it('update the values of the rows that stay', () => {
    const fresh = { ...pageOf([10, 9]), rows: [{ id: 10 }, { id: 9, score: 70 }] }
    expect(holdRows('reports', pageOf([9, 8]), fresh, { ...newestFirst, per_page: 2 })?.page.rows).toEqual([
      { id: 9, score: 70 },
      { id: 8 },
    ])
  })

  it('replace the shown rows after changes made in this tab', () => {
    ownChanges.add('reports', 100)
    ownChanges.add('reports', 88)
    expect(held([90, 89, 88, 87], [100, 90, 89, 88])).toBeNull()
    expect(held([90, 89, 88, 87], [90, 89, 87, 86])).toBeNull()
    expect(held([90, 89, 88, 87], [101, 90, 89, 87])).toEqual({ rows: [90, 89, 87], added: 1 })
    expect(holdRows('websites', pageOf([90, 88]), pageOf([100, 90]), { ...newestFirst, per_page: 2 })).not.toBeNull()
  })
})
