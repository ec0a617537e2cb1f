import { expect, it } from 'vitest'
import * as z from 'zod'
import { reportRowExample, ReportRow } from '#contract/reports/report-row.ts'
import { serializerOf } from './serialize.ts'

const sent = (schema: z.ZodType, body: unknown) => JSON.parse(serializerOf(schema)(body))

it('fields that a schema does not name are not sent, at any depth', () => {
  const schema = z.object({
    data: z.array(z.object({ id: z.int(), note: z.string().nullable(), tags: z.record(z.string(), z.int()) })),
    other: z.strictObject({ name: z.string() }).optional(),
  })
  const row = { id: 1, note: null, tags: { a: 1 } }
  expect(sent(schema, { data: [{ ...row, secret: 1 }], other: { name: 'x', secret: 1 }, secret: 1 })).toEqual({
    data: [row],
    other: { name: 'x' },
  })
  expect(sent(schema, { data: [] })).toEqual({ data: [] })
})

it('values beyond the limits of a schema are sent', () => {
  const schema = z.object({ url: z.url(), score: z.int().lte(100), kind: z.enum(['a']).nullable() })
  expect(sent(schema, { url: 'not one', score: 101, kind: 'b' })).toEqual({ url: 'not one', score: 101, kind: 'b' })
})

it('a choice of objects is told by its constant', () => {
  const schema = z.union([
    z.strictObject({ id: z.int(), deleted: z.literal(true) }),
    z.strictObject({ id: z.int(), deleted: z.literal(false), error: z.string() }),
  ])
  expect(sent(schema, { id: 1, deleted: false, error: 'not_found', more: 1 })).toEqual({
    id: 1,
    deleted: false,
    error: 'not_found',
  })
})

it('values of any type stay as they are', () => {
  const schema = z.object({ value: z.unknown(), list: z.array(z.unknown()), mixed: z.union([z.string(), z.number()]) })
  const body = { value: { a: [1, null] }, list: [1, 'two', { b: 3 }], mixed: 4 }
  expect(sent(schema, body)).toEqual(body)
})

it('a row of a report is sent whole', () => {
  expect(sent(ReportRow, reportRowExample)).toEqual(reportRowExample)
})
