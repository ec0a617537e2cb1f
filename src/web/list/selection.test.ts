import { beforeEach, describe, expect, it } from 'vitest'
import { createSelection, type Selection, selectionOf } from './selection.tsx'

const page = [9, 8, 7, 6, 5].map((id) => ({ id }))
const [first, , third, fourth, last] = page as [
  { id: number },
  { id: number },
  { id: number },
  { id: number },
  { id: number },
]
let selection: Selection<{ id: number }>
const selected = () => page.filter(selection.has).map(({ id }) => id)

beforeEach(() => {
  selection = createSelection()
})

describe('a selection of rows', () => {
  it('takes a row, and gives it back', () => {
    selection.toggle(third, page, false)
    expect(selected()).toEqual([7])
    selection.toggle(third, page, false)
    expect(selected()).toEqual([])
  })

  it('takes the range from the row before, in either direction', () => {
    selection.toggle(fourth, page, false)
    selection.toggle(first, page, true)
    expect(selected()).toEqual([9, 8, 7, 6])
    selection.toggle(third, page, true)
    expect(selected()).toEqual([6])
  })

  it('takes one row where the row before is on another page', () => {
    selection.toggle({ id: 100 }, [{ id: 100 }], false)
    selection.toggle(last, page, true)
    expect(selected()).toEqual([5])
    expect(selection.get().rows.size).toBe(2)
  })

  it('of everything that matches knows the rows that are left out', () => {
    selection.reset(true)
    expect(selected()).toEqual([9, 8, 7, 6, 5])
    selection.toggle(third, page, false)
    expect(selected()).toEqual([9, 8, 6, 5])
    expect([...selection.get().rows.keys()]).toEqual([7])
    selection.select(page, true)
    expect(selection.get().rows.size).toBe(0)
  })

  it('tells those who follow it, until they stop', () => {
    let told = 0
    const stop = selection.subscribe(() => (told += 1))
    selection.select(page, true)
    stop()
    selection.select(page, false)
    expect(told).toBe(1)
  })

  it('is the same under the same filters, and another under others', () => {
    expect(selectionOf('reports?result=bad')).toBe(selectionOf('reports?result=bad'))
    expect(selectionOf('reports?result=good')).not.toBe(selectionOf('reports?result=bad'))
  })
})
