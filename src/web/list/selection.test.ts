import { beforeEach, describe, expect, it } from 'vitest'
import { createSelection, keepOneSelection, type Selection } from './selection.tsx'

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
  it('toggles a row', () => {
    selection.toggle(third, page, false)
    expect(selected()).toEqual([7])
    selection.toggle(third, page, false)
    expect(selected()).toEqual([])
  })

  it('selects the range since the last row, in either direction', () => {
    selection.toggle(fourth, page, false)
    selection.toggle(first, page, true)
    expect(selected()).toEqual([9, 8, 7, 6])
    selection.toggle(third, page, true)
    expect(selected()).toEqual([6])
  })

  it('selects one row if the last row is on another page', () => {
    selection.toggle({ id: 100 }, [{ id: 100 }], false)
    selection.toggle(last, page, true)
    expect(selected()).toEqual([5])
    expect(selection.get().rows.size).toBe(2)
  })

  it('of all matches excludes the rows that were deselected', () => {
    selection.reset(true)
    expect(selected()).toEqual([9, 8, 7, 6, 5])
    selection.toggle(third, page, false)
    expect(selected()).toEqual([9, 8, 6, 5])
    expect([...selection.get().rows.keys()]).toEqual([7])
    selection.select(page, true)
    expect(selection.get().rows.size).toBe(0)
  })

  it('notifies its subscribers until they unsubscribe', () => {
    let calls = 0
    const stop = selection.subscribe(() => (calls += 1))
    selection.select(page, true)
    stop()
    selection.select(page, false)
    expect(calls).toBe(1)
  })

  it('is kept under the same filters and new under others', () => {
    const selectionUnder = keepOneSelection()
    const bad = selectionUnder('reports?result=bad')
    expect(selectionUnder('reports?result=bad')).toBe(bad)
    expect(selectionUnder('reports?result=good')).not.toBe(bad)
    expect(selectionUnder('reports?result=bad')).not.toBe(bad)
  })
})
