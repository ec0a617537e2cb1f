import { expect, it } from 'vitest'
import { unlimitedRoom } from '#service/store/jobs/room.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { problem, type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const notFound = problem('not_found', 'Resource not found.')

const entries = async ({ call }: TestService) =>
  (await call('GET /api/v1/audit')).body.data.map((entry: Record<string, unknown>) => [
    entry['action'],
    entry['restorable'],
  ])

describeEachEngine('restoring', ({ openStore }) => {
  async function start(options?: Parameters<typeof testService>[1]) {
    const service = await testService(await openStore(), options)
    for (const path of ['', 'a', 'b'])
      await createReport(service.store.db, newReport({ url: `https://shop.example/${path}` }))
    return service
  }

  it('brings a deleted report back with its share links, as often as it is requested', async () => {
    const service = await start()
    const { call } = service
    const before = await call('GET /api/v1/reports/1')
    const website = await call('GET /api/v1/websites/1')
    const { token } = (await call('POST /api/v1/links', { form: { kind: 'report', report_id: '1' } })).body.data
    const shared = () => call(`GET /api/v1/shared/links/${token}`, { key: null })
    const { status, body, headers } = await call('DELETE /api/v1/reports/1')
    expect([status, body]).toEqual([200, { id: 1, object: 'report', deleted: true, status: 200 }])
    const until = String(headers['restorable-until'])
    expect(Math.abs(Date.parse(until) - Date.now() - 600_000)).toBeLessThan(60_000)
    expect((await call('GET /api/v1/reports/1')).body).toEqual(notFound)
    expect((await shared()).status).toBe(410)
    expect(await entries(service)).toContainEqual(['report_deleted', { ids: [1], until }])
    for (let request = 0; request < 2; request += 1)
      expect(await call('POST /api/v1/reports/1/restore')).toMatchObject({ status: 200, body: before.body })
    expect((await call('GET /api/v1/websites/1')).body).toEqual(website.body)
    expect((await shared()).status).toBe(200)
    const now = await entries(service)
    expect(now.filter(([action]: [string]) => action.startsWith('report_')).slice(0, 2)).toEqual([
      ['report_restored', null],
      ['report_deleted', null],
    ])
  })

  it('brings many reports back, with an outcome for each', async () => {
    const service = await start()
    const { call } = service
    const deletion = await call('POST /api/v1/bulk/reports/delete', { form: { ids: '1,3' } })
    const { restorable_until: until } = deletion.body
    expect(await entries(service)).toContainEqual(['reports_deleted', { ids: [1, 3], until }])
    expect((await call('POST /api/v1/bulk/reports/restore', { form: { ids: '3,2,9,1' } })).body).toEqual({
      data: [
        { id: 3, restored: true },
        { id: 2, restored: true },
        { id: 9, restored: false, error: 'not_found' },
        { id: 1, restored: true },
      ],
      restored: 3,
      status: 200,
    })
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(3)
    expect((await entries(service))[0]).toEqual(['reports_restored', null])
  })

  it('brings a website back with its reports, unless its domain has a new one', async () => {
    const service = await start()
    const { call, store } = service
    const before = await call('GET /api/v1/websites/1')
    const { body, headers } = await call('DELETE /api/v1/websites/1')
    expect(body).toEqual({ id: 1, object: 'website', deleted: true, status: 200 })
    expect(await entries(service)).toContainEqual(['website_deleted', { ids: [1], until: headers['restorable-until'] }])
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(0)
    for (let request = 0; request < 2; request += 1)
      expect(await call('POST /api/v1/websites/1/restore')).toMatchObject({ status: 200, body: before.body })
    expect((await entries(service))[0]).toEqual(['website_restored', null])
    await call('DELETE /api/v1/websites/1')
    await createReport(store.db, newReport())
    expect((await call('POST /api/v1/websites/1/restore')).body).toMatchObject({ code: 'domain_taken', status: 409 })
  })

  it('is not offered once the disk limit is reached', async () => {
    const service = await start({ roomForJobs: { ...unlimitedRoom, isDiskFull: () => true } })
    const { call } = service
    for (const resource of ['reports', 'websites'] as const) {
      const { status, headers } = await call(`DELETE /api/v1/${resource}/1`)
      expect([status, headers['restorable-until']]).toEqual([200, undefined])
      expect((await call(`POST /api/v1/${resource}/1/restore`)).body).toEqual(notFound)
    }
    expect((await entries(service)).map(([, restorable]: [string, unknown]) => restorable)).toEqual([null, null])
  })

  it('is for full-access keys, and finds nothing that was never there', async () => {
    const { call, readKey } = await start()
    for (const path of ['reports/9/restore', 'websites/9/restore'] as const) {
      expect((await call(`POST /api/v1/${path}`)).body).toEqual(notFound)
      expect((await call(`POST /api/v1/${path}`, { key: readKey })).status).toBe(403)
      expect((await call(`POST /api/v1/${path}`, { key: null })).status).toBe(401)
    }
  })
})
