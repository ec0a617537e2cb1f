import { expect, it } from 'vitest'
import { messageOf } from '#contract/forms/form.ts'
import { BulkDeleteForm } from '#contract/forms/report-forms.ts'
import { maxBulkIds } from '#contract/responses/envelope.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { problem, sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { bodyTooLarge } from '../problem.ts'

const path = 'POST /api/v1/bulk/reports/delete'

describeEachEngine('deleting many reports', ({ openStore }) => {
  const start = async (count: number) => {
    const service = await testService(await openStore())
    for (let at = 0; at < count; at += 1)
      await createReport(
        service.store.db,
        newReport({ domain: `d${at % 3}.example`, url: `https://d${at % 3}.example/` }),
      )
    return service
  }

  it('are deleted with an outcome for each id, in the given order', async () => {
    const { call } = await start(6)
    const { status, body } = await call(path, { form: { ids: '5, 99,2,5' } })
    expect([status, body]).toEqual([
      200,
      {
        data: [
          { id: 5, deleted: true },
          { id: 99, deleted: false, error: 'not_found' },
          { id: 2, deleted: true },
        ],
        deleted: 2,
        restorable_until: expect.any(String),
        status: 200,
      },
    ])
    expect((await call(path, { form: 'ids=1&ids=3' })).body.deleted).toBe(2)
    expect((await call(path, { json: { ids: [4, 6] } })).body.deleted).toBe(2)
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(0)
    const { body: websites } = await call('GET /api/v1/websites')
    expect(websites.data.map((website: { reports_count: number }) => website.reports_count)).toEqual([0, 0, 0])
  })

  it('are deleted once by two concurrent requests, and the counters stay right', async () => {
    const { call, store } = await start(12)
    const ids = Array.from({ length: 10 }, (_, at) => at + 1)
    const answers = await Promise.all([call(path, { json: { ids } }), call(path, { json: { ids: ids.toReversed() } })])
    expect(answers.reduce((sum, { body }) => sum + body.deleted, 0)).toBe(10)
    const { body } = await call('GET /api/v1/websites')
    expect(body.data.reduce((sum: number, website: { reports_count: number }) => sum + website.reports_count, 0)).toBe(
      2,
    )
    expect((await findFaults(store.db)).filter((fault) => !fault.includes('payload'))).toEqual([])
  })
})

it('missing, malformed or too many ids delete nothing', async () => {
  const { call, store, readKey } = await sqliteService()
  await createReport(store.db, newReport())
  for (const ids of ['', '1,0', '1,-1', '1,1e3', '1,9007199254740992', '1,\0', '1;2']) {
    const { status, body } = await call(path, { form: { ids } })
    expect([ids, status, Object.keys(body.errors)]).toEqual([ids, 422, ['ids']])
  }
  const many = (count: number) => Array.from({ length: count }, (_, at) => Number.MAX_SAFE_INTEGER - at)
  expect((await call(path, { json: { ids: [1, ...many(maxBulkIds)] } })).body.errors).toEqual({
    ids: [messageOf(BulkDeleteForm, { field: 'ids', code: 'too_many' })],
  })
  expect((await call(path, { form: { ids: many(maxBulkIds).join() } })).body).toMatchObject({ deleted: 0, status: 200 })
  expect((await call(path, { form: { ids: '1,'.repeat(40_000) } })).body).toEqual(
    problem('body_too_large', bodyTooLarge(64 * 1024).message),
  )
  expect((await call(path, { key: readKey, form: { ids: '1' } })).status).toBe(403)
  expect((await call(path, { key: null, form: { ids: '1' } })).status).toBe(401)
  expect((await call(path, { payload: '1', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  expect((await call('GET /api/v1/bulk/reports/delete')).status).toBe(405)
  expect((await call('GET /api/v1/reports/1')).status).toBe(200)
})
