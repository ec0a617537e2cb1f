import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { lenientInteger, orNull, withOther } from './lenient.ts'

describe('an object with more fields than are known', () => {
  const Thing = withOther({ id: lenientInteger, name: orNull(z.string()) })

  it('keeps them apart, as they came', () => {
    const read: { id: number; name: string | null; other: Record<string, unknown> } = z.parse(Thing, {
      id: '4',
      colour: 'red',
      deep: { a: [1] },
    })
    expect(read).toEqual({ id: 4, name: null, other: { colour: 'red', deep: { a: [1] } } })
  })

  it('has none where there are none, and takes one called other for what it is', () => {
    expect(z.parse(Thing, { id: 1, name: 'x' })).toEqual({ id: 1, name: 'x', other: {} })
    expect(z.parse(Thing, { id: 1, other: 'x' }).other).toEqual({ other: 'x' })
  })

  it('is not misled by names that objects have from birth', () => {
    const read = z.parse(Thing, JSON.parse('{"id":1,"constructor":2,"toString":3,"__proto__":{"name":"no"}}'))
    expect(read.name).toBeNull()
    expect(read.other).toMatchObject({ constructor: 2, toString: 3 })
    expect(Object.getPrototypeOf(read.other)).toBe(Object.prototype)
  })

  it('is refused as any other when a known field is wrong, or when it is no object', () => {
    expect(z.safeParse(Thing, { name: 'x' }).success).toBe(false)
    expect(z.safeParse(Thing, null).success).toBe(false)
  })
})
