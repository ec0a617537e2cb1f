import { expect, it } from 'vitest'
import { deleteExpiredReports } from '#service/jobs/purge.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const url = 'https://shop.example/lamps'
/** Reports of one page: 3, 4, 5 and 8 are the last of their months. */
const days = [
  '2026-01-01',
  '2026-01-02',
  '2026-01-31',
  '2026-02-01',
  '2026-03-01',
  '2026-04-01',
  '2026-04-02',
  '2026-04-03',
]

describeEachEngine('how many reports a website keeps', ({ openStore }) => {
  async function start(given: Parameters<typeof testService>[1] = {}) {
    const service = await testService(await openStore(), given)
    const { call, store } = service
    let websiteId = 0
    for (const [at, day] of days.entries()) {
      const report = newReport({ url, score: 40 + 5 * at, created_at: `${day}T12:00:00.000Z` })
      websiteId = (await createReport(store.db, report)).website_id
    }
    await createReport(
      store.db,
      newReport({ url: 'https://shop.example/other', created_at: '2026-01-01T00:00:00.000Z' }),
    )
    const path = `/api/v1/websites/${websiteId}/retention`
    const left = async () =>
      (await store.db.selectFrom('reports').select('id').orderBy('id').execute()).map(({ id }) => id)
    const set = (keep: string) => call(`PUT ${path}`, { form: { keep } })
    return { ...service, website_id: websiteId, path, left, set }
  }

  it('is all at first', async () => {
    const { call, store, path, left } = await start()
    expect((await call(`GET ${path}`)).body).toEqual({ data: { keep: null, expired: 0 }, status: 200 })
    await deleteExpiredReports(store.db, new AbortController().signal)
    expect(await left()).toHaveLength(9)
  })

  it('can be the last ones and one a month; the number that would be deleted is known before', async () => {
    const { call, store, path, left, set } = await start()
    expect((await call(`GET ${path}?keep=2`)).body.data).toEqual({ keep: null, expired: 3 })
    expect((await call(`GET ${path}?keep=1`)).body.data).toEqual({ keep: null, expired: 4 })
    expect((await set('2')).body).toEqual({ data: { keep: 2, expired: 3 }, status: 200 })
    await expect.poll(left).toEqual([3, 4, 5, 7, 8, 9])
    expect((await call(`GET ${path}`)).body.data).toEqual({ keep: 2, expired: 0 })
    expect((await call(`GET /api/v1/websites/1`)).body.data).toMatchObject({ reports_count: 6, pages_count: 2 })
    const { data, meta } = (await call('GET /api/v1/reports/8/history')).body
    expect([data.map(({ id }: { id: number }) => id), meta.total]).toEqual([[3, 4, 5, 7, 8], 5])
    expect((await call('GET /api/v1/reports/7')).body.data.previous_score).toBe(60)
    expect(await findFaults(store.db)).toEqual([])
    expect((await call('GET /api/v1/audit?action=website_changed')).body.data).toHaveLength(1)
  })

  it('never deletes a report of a working share link', async () => {
    const { call, store, left, set } = await start()
    const share = async (id: string) =>
      (await call('POST /api/v1/links', { form: { kind: 'report', report_id: id } })).body.data.id as number
    await share('1')
    const revoked = await share('2')
    await call(`DELETE /api/v1/links/${revoked}`)
    await set('1')
    await expect.poll(left).toEqual([1, 3, 4, 5, 8, 9])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('continues after a stop, and deletes nothing once all are kept again', async () => {
    const { store, left, set, website_id } = await start()
    await store.db.updateTable('websites').set({ keep_reports: 1 }).where('id', '=', website_id).execute()
    await deleteExpiredReports(store.db, AbortSignal.abort())
    expect(await left()).toHaveLength(9)
    expect((await set('')).body.data).toEqual({ keep: null, expired: 0 })
    await deleteExpiredReports(store.db, new AbortController().signal)
    expect(await left()).toHaveLength(9)
  })

  it('is saved, and applied, even if what expires cannot be counted', async () => {
    let wakes = 0
    const purger = { wake: () => void (wakes += 1), close: async () => {} }
    const { call, store, path, set } = await start({ purger })
    const renamed = (from: string, to: string) => store.db.schema.alterTable(from).renameTo(to).execute()
    await renamed('pages', 'elsewhere')
    expect((await set('2')).body).toEqual({ data: { keep: 2, expired: 0 }, status: 200 })
    expect(wakes).toBe(1)
    await renamed('elsewhere', 'pages')
    expect((await call(`GET ${path}`)).body.data).toEqual({ keep: 2, expired: 3 })
  })

  it('is deleted by several processes at once without a fault', async () => {
    const { store, left, website_id } = await start()
    await store.db.updateTable('websites').set({ keep_reports: 1 }).where('id', '=', website_id).execute()
    await Promise.all([1, 2, 3].map(() => deleteExpiredReports(store.db, new AbortController().signal)))
    expect(await left()).toEqual([3, 4, 5, 8, 9])
    expect(await findFaults(store.db)).toEqual([])
  })

  it('is 1 to 1000, of an existing website', async () => {
    const { call, path, set } = await start()
    for (const keep of ['0', '1001', 'x', '-1']) {
      const { status, body } = await set(keep)
      expect([status, Object.keys(body.errors)]).toEqual([422, ['keep']])
      expect((await call(`GET ${path}?keep=${keep}`)).status).toBe(422)
    }
    expect((await call('GET /api/v1/websites/999/retention')).status).toBe(404)
    expect((await call('PUT /api/v1/websites/999/retention', { form: { keep: '3' } })).status).toBe(404)
  })
})
