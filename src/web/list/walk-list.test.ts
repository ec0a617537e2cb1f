import { describe, expect, it } from 'vitest'
import type { PageOfList } from '#contract/responses/envelope.ts'
import { emptyPage } from '#testing/store/lists.ts'
import { ApiError } from '#web/data/api-error.ts'
import { type Walk, walkList } from './walk-list.ts'

type Row = { id: number }
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => ({ id: from + index }))
const pageOf = (rows: Row[], rest: Partial<PageOfList<Row>> = {}): PageOfList<Row> => ({
  ...emptyPage,
  rows,
  sent: rows.length,
  perPage: 10,
  ...rest,
})

async function walk(
  fetchPage: (page: number) => PageOfList<Row> | Promise<PageOfList<Row>>,
  signal = new AbortController().signal,
) {
  const steps: Walk<Row>[] = []
  for await (const step of walkList(async (page) => fetchPage(page), signal, 10)) steps.push(step)
  return { steps, ids: steps.flatMap(({ rows }) => rows.map(({ id }) => id)) }
}

describe('walking the pages of a list', () => {
  it('yields every row once and in order, with at most four requests at a time', async () => {
    let most = 0
    let now = 0
    const all = ids(1, 95)
    const { ids: found, steps } = await walk(async (page) => {
      most = Math.max(most, (now += 1))
      await Promise.resolve()
      now -= 1
      return pageOf(all.slice((page - 1) * 10, page * 10), { total: 95, lastPage: 10 })
    })
    expect(found).toEqual(all.map(({ id }) => id))
    expect(steps.at(-1)?.total).toBe(95)
    expect(most).toBeLessThanOrEqual(4)
  })

  it('continues after full pages if the server sends no total', async () => {
    const { ids: found } = await walk((page) => {
      return pageOf(ids(1, 25).slice((page - 1) * 10, page * 10))
    })
    expect(found).toHaveLength(25)
  })

  it('stops if the server sends the same page for every number', async () => {
    const { ids: found, steps } = await walk(() => pageOf(ids(1, 10)))
    expect(found).toHaveLength(10)
    expect(steps.at(-1)?.repeats).toBe(true)
  })

  it('requests one more page after a short page if the server sends no page counts', async () => {
    const all = ids(1, 23)
    const { ids: found } = await walk((page) => ({ ...pageOf(all.slice((page - 1) * 7, page * 7)), perPage: null }))
    expect(found).toHaveLength(23)
  })

  it('ends without reporting repetition if the server repeats its last page', async () => {
    const { ids: found, steps } = await walk((page) => pageOf(page === 1 ? ids(1, 10) : ids(11, 20)))
    expect(found).toHaveLength(20)
    expect(steps.some(({ repeats }) => repeats)).toBe(false)
  })

  it('stops if the server sends all rows on every page', async () => {
    const { ids: found, steps } = await walk(() => pageOf(ids(1, 300), { perPage: null }))
    expect(found).toHaveLength(300)
    expect(steps.at(-1)?.repeats).toBe(true)
  })

  it('stops at another page than requested, and if no next page is announced', async () => {
    expect((await walk((page) => pageOf(ids(page, page + 9), { current: 1 }))).steps).toHaveLength(2)
    expect((await walk(() => pageOf(ids(1, 10), { next: false }))).steps).toHaveLength(1)
  })

  it('counts unreadable rows', async () => {
    const { ids: found, steps } = await walk((page) =>
      pageOf(ids(page * 10, page * 10 + 7), {
        sent: 10,
        lastPage: 2,
        unreadable: [
          { id: '4', given: {} },
          { id: null, given: null },
        ],
      }),
    )
    expect(found).toHaveLength(16)
    expect(steps.map(({ unreadable }) => unreadable)).toEqual([2, 2])
  })

  it('yields rows once that move to the next page meanwhile', async () => {
    const { ids: found, steps } = await walk((page) =>
      pageOf(page === 1 ? ids(1, 10) : ids(8, 12), { total: 15, lastPage: 2 }),
    )
    expect(found).toEqual(ids(1, 12).map(({ id }) => id))
    expect(steps.some(({ repeats }) => repeats)).toBe(false)
  })

  it('ends at the new end of a list that shrinks meanwhile', async () => {
    const { ids: found } = await walk((page) =>
      page === 1
        ? pageOf(ids(1, 10), { total: 95, lastPage: 10 })
        : pageOf(page === 2 ? ids(11, 13) : [], { total: 13, lastPage: 2 }),
    )
    expect(found).toHaveLength(13)
  })

  it('waits for a rate limit and throws lasting errors', async () => {
    let refused = false
    const limited = walk((page) => {
      if (page === 2 && !refused) {
        refused = true
        throw new ApiError('limited', '', { status: 429, retryAfter: 0 })
      }
      return pageOf(page === 1 ? ids(1, 10) : ids(11, 12))
    })
    await expect(limited.then(({ ids: found }) => found)).resolves.toHaveLength(12)
    await expect(walk(() => Promise.reject(new ApiError('forbidden')))).rejects.toMatchObject({ kind: 'forbidden' })
  })
})
