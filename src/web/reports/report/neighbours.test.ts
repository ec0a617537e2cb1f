import { describe, expect, it } from 'vitest'
import { emptyPage } from '#testing/store/lists.ts'
import { findInPages } from './neighbours.tsx'

const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

/** A list of reports with these IDs, in pages of 10. `counted` servers send the total; others ignore the page. */
function listOf(all: number[], { counted = true, pages = true } = {}) {
  const loaded: number[] = []
  const load = async (page: number) => {
    loaded.push(page)
    const rows = all
      .slice(pages ? (page - 1) * 10 : 0)
      .slice(0, 10)
      .map((id) => ({ id, url: `https://example.com/${id}` }))
    const known = counted
      ? { total: all.length, lastPage: Math.ceil(all.length / 10) }
      : { total: null, lastPage: null }
    return { ...emptyPage, rows, sent: rows.length, ...known }
  }
  const find = async (id: number, page: number) => {
    const { position, total, previous, next } = await findInPages(id, { page, per_page: 10 }, load)
    return [previous?.id ?? null, position, total, next?.id ?? null]
  }
  return { find, loaded }
}

describe('the neighbours of a report, on a server without that extension', () => {
  const all = ids(101, 147)

  it.each([
    { id: 101, page: 1, found: [null, 1, 47, 102] },
    { id: 115, page: 2, found: [114, 15, 47, 116] },
    { id: 110, page: 1, found: [109, 10, 47, 111] },
    { id: 121, page: 3, found: [120, 21, 47, 122] },
    { id: 147, page: 5, found: [146, 47, 47, null] },
  ])('are found from the page of the report: $id on page $page', async ({ id, page, found }) => {
    expect(await listOf(all).find(id, page)).toEqual(found)
  })

  it('are found if the report has moved by up to two pages', async () => {
    expect(await listOf(all).find(125, 5)).toEqual([124, 25, 47, 126])
    expect(await listOf(all).find(125, 1)).toEqual([124, 25, 47, 126])
  })

  it('are not found if the report has moved further', async () => {
    const list = listOf(ids(1, 1000))
    expect(await list.find(5, 50)).toEqual([null, null, null, null])
    expect(list.loaded).toEqual([50, 51, 49, 52, 48])
  })

  it('have no total if the server sends none', async () => {
    expect(await listOf(all, { counted: false }).find(110, 1)).toEqual([109, 10, null, 111])
    expect(await listOf(ids(1, 10), { counted: false }).find(10, 1)).toEqual([9, 10, null, null])
  })

  it('are not repeated rows if the server ignores the page', async () => {
    expect(await listOf(ids(1, 10), { counted: false, pages: false }).find(10, 1)).toEqual([9, 10, null, null])
  })
})
