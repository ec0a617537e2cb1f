import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { jsonText, lenientInteger, orNull, withOther } from './lenient.ts'

describe('an object with unknown fields', () => {
  const Thing = withOther({ id: lenientInteger, name: orNull(z.string()) })

  it('keeps them unchanged in `other`', () => {
    const read: { id: number; name: string | null; other: Record<string, unknown> } = Thing.parse({
      id: '4',
      colour: 'red',
      deep: { a: [1] },
    })
    expect(read).toEqual({ id: 4, name: null, other: { colour: 'red', deep: { a: [1] } } })
  })

  it('has an empty `other` without them, and keeps a field that is itself called `other`', () => {
    expect(Thing.parse({ id: 1, name: 'x' })).toEqual({ id: 1, name: 'x', other: {} })
    expect(Thing.parse({ id: 1, other: 'x' }).other).toEqual({ other: 'x' })
  })

  it('handles names that every object inherits', () => {
    const read = Thing.parse(JSON.parse('{"id":1,"constructor":2,"toString":3,"__proto__":{"name":"no"}}'))
    expect(read.name).toBeNull()
    expect(read.other).toMatchObject({ constructor: 2, toString: 3 })
    expect(Object.getPrototypeOf(read.other)).toBe(Object.prototype)
  })

  it('is rejected when a known field is wrong, or when it is not an object', () => {
    expect(Thing.safeParse({ name: 'x' }).success).toBe(false)
    expect(Thing.safeParse(null).success).toBe(false)
  })
})

it('JSON text is empty for values nested too deeply to write', () => {
  expect(jsonText({ a: [1] }, 1)).toBe('{\n "a": [\n  1\n ]\n}')
  expect(jsonText(undefined)).toBe('')
  expect(jsonText(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)))).toBe('')
})
