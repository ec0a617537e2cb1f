import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod'
import { Id } from '../values.ts'
import { jsonText, lenient, lenientWithOther, Name } from './lenient.ts'

const Cause = z.object({ kind: z.enum(['page', 'view']), points: z.number().nullable() })
const Thing = z.object({
  id: Id,
  name: z.string(),
  size: z.union([z.literal(1), z.literal(2)]),
  rank: z.literal([1, 2, 3]),
  is_open: z.boolean(),
  note: z.string().nullable(),
  kind: z.enum(['a', 'b']).nullable(),
  causes: z.array(Cause),
  counts: z.record(z.string(), z.int()),
  first: Cause.nullable(),
  more: z.int().optional(),
})
const sent = {
  id: 4,
  name: 'x',
  size: 2,
  rank: 3,
  is_open: true,
  note: '',
  kind: 'a',
  causes: [{ kind: 'page', points: 1 }],
  counts: { a: 1 },
  first: { kind: 'view', points: null },
}

describe('a lenient reader', () => {
  const read = (given: object) => lenient(Thing).parse({ ...sent, ...given })

  it('returns what the schema describes unchanged, and its type', () => {
    expect(read({ more: 3 })).toEqual({ ...sent, more: 3 })
    expectTypeOf(read({})).toEqualTypeOf<z.output<typeof Thing>>()
  })

  it.each<[string, object, object]>([
    ['a number in digits', { id: '4', size: '2', rank: '3' }, {}],
    ['a flag as a number or a word', { is_open: 1 }, {}],
    ['no other word for a flag', { is_open: 'false' }, { is_open: false }],
    ['null for an unknown choice', { kind: 'c' }, { kind: null }],
    ['null for a missing field', { note: undefined }, { note: null }],
    ['null for an object without a field that it needs', { first: { points: 2 } }, { first: null }],
    [
      'the fields of an object in the same way',
      { first: { kind: 'view', points: '7' } },
      { first: { kind: 'view', points: 7 } },
    ],
    ['nothing for an invalid field that can be absent', { more: 'x' }, {}],
    ['a list without its invalid entries', { causes: [null, ...sent.causes, { kind: 'moon' }] }, {}],
    ['an empty list and map for missing ones', { causes: undefined, counts: 'x' }, { causes: [], counts: {} }],
    ['a map without its invalid entries', { counts: { a: '1', b: 'x' } }, {}],
    ['no unknown field', { extra: 1 }, {}],
  ])('reads %s', (_, given, expected) => expect(read(given)).toEqual({ ...sent, ...expected }))

  it.each([[{ id: 0 }], [{ id: '1e3' }], [{ name: null }], [{ size: 3 }], [{ is_open: null }]])(
    'rejects %j, which it needs',
    (given) => expect(() => read(given)).toThrow(z.ZodError),
  )

  it('rejects what is no object', () => {
    for (const given of [null, undefined, 'x', 4, []]) expect(lenient(Thing).safeParse(given).success).toBe(false)
  })
})

describe('with exceptions, for any compatible server,', () => {
  const AnyThing = lenient(Thing, { id: Id, name: Name })

  it('only the exceptions are required', () => {
    expect(AnyThing.parse({ id: '4', name: 'x' })).toEqual({
      id: 4,
      name: 'x',
      size: null,
      rank: null,
      is_open: null,
      note: null,
      kind: null,
      causes: [],
      counts: {},
      first: null,
    })
    for (const wrong of [{ name: 'x' }, { id: 4 }, { id: 4, name: ' ' }, null, []])
      expect(AnyThing.safeParse(wrong).success).toBe(false)
  })

  it('empty text is missing', () => expect(AnyThing.parse(sent).note).toBeNull())

  it('the type says what can be null', () => {
    type Read = z.output<typeof AnyThing>
    expectTypeOf<Pick<Read, 'id' | 'name' | 'size' | 'causes'>>().toEqualTypeOf<{
      id: number
      name: string
      size: 1 | 2 | null
      causes: z.output<typeof Cause>[]
    }>()
  })
})

describe('an object with unknown fields', () => {
  const Small = lenientWithOther(z.object({ id: Id, name: z.string() }), { id: Id })

  it('keeps them unchanged in `other`', () => {
    const read: { id: number; name: string | null; other: Record<string, unknown> } = Small.parse({
      id: '4',
      colour: 'red',
      deep: { a: [1] },
    })
    expect(read).toEqual({ id: 4, name: null, other: { colour: 'red', deep: { a: [1] } } })
  })

  it('has an empty `other` without them, and keeps a field that is itself called `other`', () => {
    expect(Small.parse({ id: 1, name: 'x' })).toEqual({ id: 1, name: 'x', other: {} })
    expect(Small.parse({ id: 1, other: 'x' }).other).toEqual({ other: 'x' })
  })

  it('handles names that every object inherits', () => {
    const read = Small.parse(JSON.parse('{"id":1,"constructor":2,"toString":3,"__proto__":{"name":"no"}}'))
    expect(read.name).toBeNull()
    expect(read.other).toMatchObject({ constructor: 2, toString: 3 })
    expect(Object.getPrototypeOf(read.other)).toBe(Object.prototype)
  })

  it('is rejected when a required field is wrong, or when it is not an object', () => {
    expect(Small.safeParse({ name: 'x' }).success).toBe(false)
    expect(Small.safeParse(null).success).toBe(false)
  })
})

it('JSON text is empty for values nested too deeply to write', () => {
  expect(jsonText({ a: [1] }, 1)).toBe('{\n "a": [\n  1\n ]\n}')
  expect(jsonText(undefined)).toBe('')
  expect(jsonText(JSON.parse('['.repeat(200_000) + ']'.repeat(200_000)))).toBe('')
})
