import { expect, it } from 'vitest'
import { verifyPassword } from '#service/access/passwords.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findWebsite } from '#service/store/websites/websites.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine, type TestEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { listed } from './websites.ts'

describeEachEngine('a website', ({ openStore }) => {
  it('shows its settings and counters, and never its password', async () => {
    const { call, id, store } = await withWebsite(openStore)
    await call(`PUT /api/v1/websites/${id}`, { form: { privacy: '2', password: 'correct horse' } })
    const { body, text } = await call(`GET /api/v1/websites/${id}`)
    expect(body).toEqual({
      data: {
        id,
        domain: 'shop.example',
        privacy: 2,
        has_password: true,
        findable: false,
        reports_count: 3,
        reports_avg_score: 66.67,
        pages_count: 1,
        pages_counted: 1,
        pages_avg_score: 50,
        pages_good: 0,
        pages_decent: 1,
        pages_bad: 0,
        pages_redirect: 0,
        pages_other_url: 0,
        pages_unlikely: 0,
        pages_blocked: 0,
        pages_unclear: 0,
        pages_unread: 0,
        client_id: null,
        at_risk: null,
        created_at: '2026-03-04T05:06:07.890Z',
        updated_at: expect.stringMatching(/Z$/),
      },
      status: 200,
    })
    const hash = (await findWebsite(store.db, id))?.password_hash ?? ''
    expect(hash).toMatch(/^\$argon2id\$v=19\$/)
    expect(await verifyPassword('correct horse', hash)).toBe(true)
    expect(text).not.toContain('argon2')
  })

  it('is listed with its average score', async () => {
    const { call, id } = await withWebsite(openStore)
    const { body } = await call('GET /api/v1/websites?sort_by=reports_avg_score&search=SHOP')
    expect(body).toMatchObject({
      data: [
        {
          id,
          reports_avg_score: 66.67,
          not_indexable: 0,
          newly_not_indexable: 0,
          pages_change: 0,
          score_change: 0,
          last_run_at: '2026-03-04T05:06:07.890Z',
          next_run_at: null,
          trend: Array.from({ length: 90 }, () => 50),
        },
      ],
      meta: { total: 1, total_relation: 'eq' },
      status: 200,
    })
  })

  it('is filtered by privacy, in the list and in the export', async () => {
    const { call, id } = await withWebsite(openStore)
    const idsOf = async (path: string) =>
      (await call(`GET ${path}`)).body.data.map((website: { id: number }) => website.id)
    expect(await idsOf('/api/v1/websites?privacy=1')).toEqual([id])
    expect(await idsOf('/api/v1/websites?privacy=0')).toEqual([])
    await call(`PUT /api/v1/websites/${id}`, { form: { privacy: '0' } })
    expect(await idsOf('/api/v1/websites?privacy=1')).toEqual([])
    expect(await idsOf('/api/v1/websites?privacy=0&search=shop')).toEqual([id])
    expect((await call('GET /api/v1/exports/websites.json?privacy=0')).body).toHaveLength(1)
    expect((await call('GET /api/v1/exports/websites.json?privacy=2')).body).toEqual([])
    const refused = await call('GET /api/v1/websites?privacy=3')
    expect([refused.status, refused.body.errors]).toEqual([422, { privacy: ['privacy must be 0, 1 or 2.'] }])
  })

  it('changes its privacy by the rules for passwords', async () => {
    const { call, id } = await withWebsite(openStore)
    const put = (form: Record<string, string>) => call(`PUT /api/v1/websites/${id}`, { form })
    const refused = async (form: Record<string, string>, field: string) => {
      const { status, body } = await put(form)
      expect({ form, status, fields: Object.keys(body.errors ?? {}) }).toEqual({ form, status: 422, fields: [field] })
    }
    await refused({}, 'privacy')
    await refused({ privacy: '', password: '' }, 'privacy')
    await refused({ privacy: '3' }, 'privacy')
    await refused({ privacy: '1.0' }, 'privacy')
    await refused({ privacy: '2' }, 'password')
    await refused({ password: 'alone' }, 'password')
    await refused({ privacy: '0', password: 'x' }, 'password')
    await refused({ privacy: '1', password: 'x' }, 'password')
    await refused({ privacy: '2', password: '😀'.repeat(129) }, 'password')
    expect((await put({ privacy: '2', password: '😀'.repeat(128) })).body.data).toMatchObject({
      privacy: 2,
      has_password: true,
    })
    const before = (await put({ privacy: '2' })).body.data
    expect(before).toMatchObject({ privacy: 2, has_password: true })
    expect((await put({ privacy: '2' })).body.data.updated_at).toBe(before.updated_at)
    expect((await put({ password: 'another' })).body.data).toMatchObject({ privacy: 2, has_password: true })
    expect((await put({ privacy: '0' })).body.data).toMatchObject({ privacy: 0, has_password: false })
    await refused({ privacy: '2' }, 'password')
    expect((await call(`PUT /api/v1/websites/${id}`, { json: { privacy: 1 } })).body.data).toMatchObject({ privacy: 1 })
  })

  it('is findable only while it is public, and only on request', async () => {
    const { call, id } = await withWebsite(openStore)
    const put = (form: Record<string, string>) => call(`PUT /api/v1/websites/${id}`, { form })
    const refused = { status: 422, body: { errors: { findable: [expect.any(String)] } } }
    for (const form of [
      { findable: '1' },
      { privacy: '1', findable: '1' },
      { privacy: '2', password: 'x', findable: '1' },
      { privacy: '0', findable: 'yes' },
    ])
      expect(await put(form)).toMatchObject(refused)
    expect((await put({ privacy: '0' })).body.data).toMatchObject({ privacy: 0, findable: false })
    const tagBefore = (await call(`GET /api/v1/websites/${id}`)).headers['etag']
    expect(await put({ findable: '1' })).toMatchObject({ body: { data: { privacy: 0, findable: true } } })
    expect((await call(`GET /api/v1/websites/${id}`)).headers['etag']).not.toBe(tagBefore)
    expect((await put({ privacy: '0' })).body.data).toMatchObject({ findable: true })
    expect((await put({ findable: '0' })).body.data).toMatchObject({ findable: false })
    await put({ findable: '1' })
    expect((await put({ privacy: '1' })).body.data).toMatchObject({ privacy: 1, findable: false })
    expect((await put({ privacy: '0' })).body.data).toMatchObject({ findable: false })
    expect((await call(`PUT /api/v1/websites/${id}`, { json: { findable: 1 } })).body.data).toMatchObject({
      findable: true,
    })
    expect((await call('GET /api/v1/audit')).body.data.map(({ detail }: { detail: string }) => detail)).toContain(
      listed,
    )
  })

  it('is changed only if it matches If-Match', async () => {
    const { call, id } = await withWebsite(openStore)
    const put = (privacy: string, ifMatch: string) =>
      call(`PUT /api/v1/websites/${id}`, { form: { privacy }, headers: { 'if-match': ifMatch } })
    const tag = (await call(`GET /api/v1/websites/${id}`)).headers['etag'] as string
    expect((await put('0', '"other"')).status).toBe(412)
    const changed = await put('0', `"other", ${tag}`)
    expect(changed.status).toBe(200)
    expect(changed.headers['etag']).not.toBe(tag)
    expect(await put('1', tag)).toMatchObject({ status: 412, body: { status: 412 } })
    expect((await put('1', '*')).status).toBe(200)
    const weakened = `W/${(await call(`GET /api/v1/websites/${id}`)).headers['etag'] as string}`
    expect((await put('0', weakened)).status).toBe(200)
    expect((await call(`PUT /api/v1/websites/${id}`, { form: { privacy: '0' } })).status).toBe(200)
  })

  it('is changed by each of several concurrent requests without If-Match', async () => {
    const { call, id } = await withWebsite(openStore)
    const put = (at: number) => call(`PUT /api/v1/websites/${id}`, { form: { privacy: '2', password: `secret ${at}` } })
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => put(at)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(new Set(answers.map(({ headers }) => headers['etag'])).size).toBeGreaterThan(1)
  })

  it('keeps its tag when a report is added', async () => {
    const { call, id, store } = await withWebsite(openStore)
    const before = await call(`GET /api/v1/websites/${id}`)
    await createReport(store.db, newReport())
    const after = await call(`GET /api/v1/websites/${id}`)
    expect(after.body.data.reports_count).toBe(4)
    expect(after.headers['etag']).toBe(before.headers['etag'])
  })

  it('is deleted with its reports, and created again by the next report', async () => {
    const { call, id, store } = await withWebsite(openStore)
    const [report] = (await call('GET /api/v1/reports')).body.data
    expect(await call(`DELETE /api/v1/websites/${id}`)).toMatchObject({
      status: 200,
      body: { id, object: 'website', deleted: true, status: 200 },
    })
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(0)
    expect((await call(`GET /api/v1/reports/${report.id}`)).status).toBe(404)
    for (const request of ['GET', 'DELETE', 'PUT'] as const) {
      expect((await call(`${request} /api/v1/websites/${id}`, { form: { privacy: '0' } })).status).toBe(404)
    }
    const again = await createReport(store.db, newReport())
    expect(again.website_id).toBeGreaterThan(id)
  })
})

async function withWebsite(openStore: TestEngine['openStore']) {
  const service = await testService(await openStore())
  const reports = []
  for (const score of [100, 50, 50]) reports.push(await createReport(service.store.db, newReport({ score })))
  return { ...service, id: reports[0]?.website_id ?? 0 }
}
