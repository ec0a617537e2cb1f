import { beforeEach, describe, expect, it } from 'vitest'
import { createSelection, type Selection, selectionOf } from './selection.ts'

const page = [9, 8, 7, 6, 5].map((id) => ({ id }))
const [first, , third, fourth, last] = page as [
  { id: number },
  { id: number },
  { id: number },
  { id: number },
  { id: number },
]
let selection: Selection<{ id: number }>
const chosen = () => page.filter(selection.has).map(({ id }) => id)

beforeEach(() => {
  selection = createSelection()
})

describe('a selection of rows', () => {
  it('takes a row, and gives it back', () => {
    selection.pick(third, page, false)
    expect(chosen()).toEqual([7])
    selection.pick(third, page, false)
    expect(chosen()).toEqual([])
  })

  it('takes the range from the row before, in either direction', () => {
    selection.pick(fourth, page, false)
    selection.pick(first, page, true)
    expect(chosen()).toEqual([9, 8, 7, 6])
    selection.pick(third, page, true)
    expect(chosen()).toEqual([6])
  })

  it('takes one row where the row before is on another page', () => {
    selection.pick({ id: 100 }, [{ id: 100 }], false)
    selection.pick(last, page, true)
    expect(chosen()).toEqual([5])
    expect(selection.get().rows.size).toBe(2)
  })

  it('of everything that matches knows the rows that are left out', () => {
    selection.reset(true)
    expect(chosen()).toEqual([9, 8, 7, 6, 5])
    selection.pick(third, page, false)
    expect(chosen()).toEqual([9, 8, 6, 5])
    expect([...selection.get().rows.keys()]).toEqual([7])
    selection.choose(page, true)
    expect(selection.get().rows.size).toBe(0)
  })

  it('tells those who follow it, until they stop', () => {
    let told = 0
    const stop = selection.subscribe(() => (told += 1))
    selection.choose(page, true)
    stop()
    selection.choose(page, false)
    expect(told).toBe(1)
  })

  it('is the same under the same filters, and another under others', () => {
    expect(selectionOf('reports?result=bad')).toBe(selectionOf('reports?result=bad'))
    expect(selectionOf('reports?result=good')).not.toBe(selectionOf('reports?result=bad'))
  })
})
