import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { problem, testService } from '#testing/service/service.ts'
import { describeEachEngine, type TestEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

describeEachEngine('a list', ({ openStore }) => {
  it('has pages whose links are absolute and keep all other parameters', async () => {
    const { call } = await withReports(openStore, 25)
    const { status, body } = await call(
      'GET /api/v1/reports?page=2&result=good&utm_source=mail&search=b%C3%BCcher+shop',
    )
    expect(status).toBe(200)
    expect(body.data).toEqual([])
    const second = await call('GET /api/v1/reports?sort=asc&page=2&utm_source=a%26b')
    const link = (page: number) => `http://reports.test/api/v1/reports?sort=asc&utm_source=a%26b&page=${page}`
    expect(second.body.links).toEqual({ first: link(1), last: link(3), prev: link(1), next: link(3) })
    expect(second.body.meta).toEqual({
      current_page: 2,
      from: 11,
      last_page: 3,
      path: 'http://reports.test/api/v1/reports',
      per_page: 10,
      to: 20,
      total: 25,
      total_relation: 'eq',
    })
    expect(second.body.status).toBe(200)
    expect((await call(`GET ${second.body.links.next.slice('http://reports.test'.length)}`)).body.data).toHaveLength(5)
  })

  it('has an empty page past its end, and one page without rows', async () => {
    const { call } = await withReports(openStore, 11)
    const past = (await call('GET /api/v1/reports?page=2147483647')).body
    expect(past).toMatchObject({
      data: [],
      meta: { from: null, to: null, total: 11, last_page: 2 },
      links: { next: null },
    })
    expect(past.links.prev).toMatch(/page=2$/)
    const none = (await call('GET /api/v1/reports?website_id=999')).body
    expect(none).toMatchObject({
      data: [],
      meta: { from: null, to: null, total: 0, last_page: 1 },
      links: { prev: null, next: null },
    })
  })

  it('treats empty parameters as absent and uses the last of repeated ones', async () => {
    const { call } = await withReports(openStore, 12)
    const { body } = await call('GET /api/v1/reports?per_page=10&per_page=25&result=&page=&search=&website_id=')
    expect(body.data).toHaveLength(12)
    expect(body.meta.per_page).toBe(25)
  })

  it('rejects all invalid parameters at once, each with the allowed values', async () => {
    const { call } = await withReports(openStore, 1)
    const { status, body } = await call(
      'GET /api/v1/reports?per_page=30&sort_by=foo&search_by=title&result=great&page=0&website_id=x&sort=up',
    )
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([
      'search_by',
      'website_id',
      'result',
      'sort_by',
      'sort',
      'per_page',
      'page',
    ])
    expect(body.errors.per_page).toEqual(['per_page must be 10, 25, 50 or 100.'])
    expect(body.message).toMatch(/^[A-Z].*\.$/)
    const one = await call('GET /api/v1/websites?sort_by=url')
    const sentence = 'sort_by must be id, domain, reports_avg_score, reports_count, pages_avg_score or attention.'
    expect(one.body).toEqual(
      problem('invalid_fields', sentence, {
        errors: { sort_by: [sentence] },
        codes: { sort_by: ['invalid_parameter'] },
      }),
    )
  })

  it('rejects an id without the limits of the implementation in its sentence', async () => {
    const { call } = await withReports(openStore, 1)
    const { body } = await call('GET /api/v1/reports?website_id=x&page=0')
    expect(body.errors).toEqual({
      website_id: ['website_id must be a positive whole number.'],
      page: ['page must be a positive whole number.'],
    })
  })

  it('rejects a broken percent-encoding', async () => {
    const { call } = await withReports(openStore, 1)
    expect((await call('GET /api/v1/reports?search=%zz')).body).toMatchObject({
      status: 422,
      errors: { search: ['search isn’t correctly percent-encoded.'] },
    })
    expect((await call('GET /api/v1/reports?search=%ff')).status).toBe(422)
    expect((await call('GET /api/v1/reports?search=50%25')).body.meta.total).toBe(0)
  })

  it('has nothing under IDs that none can have', async () => {
    const { call } = await withReports(openStore, 1)
    for (const id of ['0', '-1', '1e3', '9999999999999999999', 'abc', '9007199254740992', '01', '1.0', 'é'])
      for (const request of ['GET /api/v1/reports', 'DELETE /api/v1/websites'] as const)
        expect([id, (await call(`${request}/${encodeURI(id)}`)).body]).toEqual([
          id,
          problem('not_found', 'Resource not found.'),
        ])
  })

  it('reads an id whose digits are escaped', async () => {
    const { call } = await withReports(openStore, 1)
    expect((await call('GET /api/v1/reports/%31')).body.data.id).toBe(1)
  })
})

async function withReports(openStore: TestEngine['openStore'], count: number) {
  const service = await testService(await openStore())
  for (let i = 0; i < count; i += 1) await createReport(service.store.db, newReport({ score: 40 }))
  return service
}
