import { describe, expect, it } from 'vitest'
import { messageOf } from '#contract/forms/form.ts'
import { WebsiteForm } from '#contract/forms/website-form.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { type Call, sqliteService } from '#testing/service/service.ts'
import { newReport } from '#testing/store/reports.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json' }

async function put(options: Call) {
  const { call, store } = await sqliteService()
  const { website_id } = await createReport(store.db, newReport())
  return call(`PUT /api/v1/websites/${website_id}`, options)
}

describe('a body', () => {
  it('without bytes has no fields, whatever its media type', async () => {
    for (const headers of [form, json, { 'content-type': 'text/plain' }, {}]) {
      expect(await put({ headers, payload: '' })).toMatchObject({
        status: 422,
        body: { errors: { privacy: [messageOf(WebsiteForm, { field: 'privacy', code: 'one_required' })] } },
      })
    }
  })

  it('can have 16 KiB but not a byte more', async () => {
    const start = 'privacy=0&x='
    const full = start + 'a'.repeat(16 * 1024 - start.length)
    expect((await put({ form: full })).status).toBe(200)
    expect(await put({ form: `${full}a` })).toMatchObject({ status: 413, body: { status: 413 } })
  })

  it.each([
    ['privacy=%zz', 'privacy'],
    ['privacy=%', 'privacy'],
    ['privacy=0&%E0%A4=1', 'body'],
    ['privacy=0&note=%ff', 'note'],
  ])('with the broken encoding %s is rejected with the name of the field', async (text, field) => {
    const { status, body } = await put({ form: text })
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: [field] })
  })

  it('with a form that is not UTF-8 is rejected', async () => {
    expect((await put({ headers: form, payload: Buffer.from([0x61, 0x3d, 0xff]) })).status).toBe(422)
  })

  it('can repeat a field, of which the last counts', async () => {
    expect((await put({ form: 'privacy=9&privacy=0' })).body.data.privacy).toBe(0)
    expect((await put({ headers: json, payload: '{"privacy":9,"privacy":"0"}' })).body.data.privacy).toBe(0)
  })

  it('of JSON must be an object of text and numbers', async () => {
    for (const [payload, field] of [
      ['{', 'body'],
      ['[]', 'body'],
      ['1', 'body'],
      ['null', 'body'],
      ['{"privacy":{}}', 'privacy'],
      ['{"privacy":true}', 'privacy'],
    ]) {
      const { status, body } = await put({ headers: json, payload: payload ?? '' })
      expect({ payload, status, fields: Object.keys(body.errors) }).toEqual({ payload, status: 422, fields: [field] })
    }
    expect(
      (
        await put({
          headers: { 'content-type': 'application/json; charset=utf-8' },
          payload: '{"privacy":0,"password":null,"__proto__":"x"}',
        })
      ).status,
    ).toBe(200)
  })

  it('can have 100 fields but not one more', async () => {
    const named = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, '0']))
    for (const body of [named(99), named(100)]) {
      const isFull = Object.keys(body).length === 100
      const fields = { ...body, privacy: '0' }
      for (const options of [{ form: fields }, { json: fields }]) {
        const { status, body: answer } = await put(options)
        expect([status, answer.codes]).toEqual(isFull ? [422, { body: ['too_many'] }] : [200, undefined])
      }
    }
    // Commas inside a text and of an array separate no fields.
    expect((await put({ json: { privacy: 0, note: ',"\\'.repeat(200) } })).status).toBe(200)
  })

  it('names 20 wrong fields, and none that is longer than 64 characters', async () => {
    const { body } = await put({ json: Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`f${at}`, {}])) })
    expect(Object.keys(body.errors)).toHaveLength(20)
    expect(body.message).toMatch(/: f0, .*, f19 and 70 more\.$/)
    for (const options of [{ json: { ['x'.repeat(65)]: {} } }, { form: `${'x'.repeat(65)}=%zz` }]) {
      const { status, text, body: answer } = await put(options)
      expect([status, Object.keys(answer.errors), text.includes('xxx')]).toEqual([422, ['body'], false])
    }
  })

  it('of another media type, or compressed, is rejected', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'nonsense' },
      { ...form, 'content-encoding': 'gzip' },
      {},
    ]) {
      expect(await put({ headers, payload: 'privacy=0' })).toMatchObject({ status: 415, body: { status: 415 } })
    }
  })

  it('of a DELETE is ignored', async () => {
    const { call, store } = await sqliteService()
    const { id } = await createReport(store.db, newReport())
    expect(
      (await call(`DELETE /api/v1/reports/${id}`, { headers: { 'content-type': 'text/plain' }, payload: 'x' })).status,
    ).toBe(200)
  })
})
