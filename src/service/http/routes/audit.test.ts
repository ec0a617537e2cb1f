import { expect, it } from 'vitest'
import type { AuditRow } from '#contract/access/audit.ts'
import { issueKey, readKey } from '#service/access/keys.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { ownerToken } from '#testing/service/people.ts'
import { sqliteService, testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const view = { name: 'Bad pages', list: 'reports', query: 'result=bad' }

async function eventsOf({ call }: TestService, filter = ''): Promise<AuditRow[]> {
  return (await call(`GET /api/v1/audit?per_page=100${filter}`)).body.data
}

const summaryOf = ({ action, object, detail }: AuditRow) => [
  action,
  object && `${object.kind} ${object.id}`,
  object?.name ?? null,
  detail,
]

describeEachEngine('every write', ({ openStore }) => {
  it('is recorded with its object and its key', async () => {
    const service = await testService(await openStore())
    const { call, store, key } = service
    const url = 'https://shop.example/a'
    const { id, website_id } = await createReport(store.db, newReport({ url, domain: 'shop.example' }))
    const others = [
      await createReport(store.db, newReport({ url, domain: 'shop.example' })),
      await createReport(store.db, newReport({ url, domain: 'shop.example' })),
    ]
    await call(`DELETE /api/v1/reports/${id}`)
    await call('POST /api/v1/bulk/reports/delete', { form: { ids: [id, ...others.map((entry) => entry.id)].join() } })
    await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '2', password: 'correct horse' } })
    await call(`PUT /api/v1/websites/${website_id}`, { form: { password: 'battery staple' } })
    await call(`PUT /api/v1/websites/${website_id}`, { form: { privacy: '2' } })
    await call(`DELETE /api/v1/websites/${website_id}`)
    const { body } = await call('POST /api/v1/views', { form: view })
    await call(`PUT /api/v1/views/${body.data.id}`, { form: { name: 'Worse' } })
    await call('PUT /api/v1/views/order', { form: { ids: String(body.data.id) } })
    await call(`DELETE /api/v1/views/${body.data.id}`)
    const made = (await call('POST /api/v1/keys', { form: { name: 'Nightly', role: 'read' } })).body.data
    await call(`DELETE /api/v1/keys/${made.id}`)

    const events = (await eventsOf(service)).toReversed()
    expect(events.map(summaryOf)).toEqual([
      ['report_deleted', `report ${id}`, url, null],
      ['reports_deleted', 'reports 2', null, others.map((entry) => entry.id).join(', ')],
      ['website_changed', `website ${website_id}`, 'shop.example', 'Private → Password'],
      ['website_changed', `website ${website_id}`, 'shop.example', 'another password'],
      ['website_deleted', `website ${website_id}`, 'shop.example', '0 reports'],
      ['view_created', `view ${body.data.id}`, 'Bad pages', null],
      ['view_changed', `view ${body.data.id}`, 'Worse', 'was “Bad pages”'],
      ['views_ordered', null, null, null],
      ['view_deleted', `view ${body.data.id}`, 'Worse', null],
      ['key_created', `key ${made.id}`, 'Nightly', 'read'],
      ['key_revoked', `key ${made.id}`, 'Nightly', 'read'],
    ])
    for (const { actor, at } of events) {
      expect(actor).toEqual({ kind: 'key', id: readKey(key)?.id, name: 'Test' })
      expect(at).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
    }
  })

  it('that failed is not recorded, nor is a read', async () => {
    const service = await testService(await openStore())
    const { call, readKey: reading } = service
    await call('DELETE /api/v1/reports/1')
    await call('POST /api/v1/bulk/reports/delete', { form: { ids: '1,2' } })
    await call('POST /api/v1/views', { form: { ...view, name: '' } })
    await call('POST /api/v1/views', { form: view, key: reading })
    await call('POST /api/v1/sign-in', { form: { token: 'x' } })
    await call('POST /api/v1/reports', { form: { url: 'http://127.0.0.1/' } })
    await call('GET /api/v1/reports')
    expect(await eventsOf(service)).toEqual([])
  })
})

it('an analysis and a sign-in are recorded', async () => {
  const service = await sqliteService()
  const pages = await servePages({ '/': '<title>Hello</title>' })
  service.allowHosts.add(pages.host)
  const { body } = await service.call('POST /api/v1/reports', { form: { url: `${pages.url}/` } })
  const token = await ownerToken(service.store.db)
  const { id, name } = (await service.call('POST /api/v1/sign-in', { form: { token }, key: null })).body.data
  const events = await eventsOf(service)
  expect(events.map(summaryOf)).toEqual([
    ['sign_in', `key ${id}`, name, null],
    ['sign_in_link_created', null, null, null],
    ['report_created', `report ${body.data.id}`, `${pages.url}/`, null],
  ])
  expect(events.map(({ actor }) => actor.kind)).toEqual(['person', 'command', 'key'])
})

it('a job is recorded with the number of its URLs', async () => {
  const service = await sqliteService()
  const create = (urls: string[]) => service.call('POST /api/v1/jobs', { json: { label: 'Shop', urls } })
  const ids = [
    (await create(['https://shop.example/a'])).body.data.id,
    (await create(['https://shop.example/a', 'https://shop.example/b'])).body.data.id,
  ]
  expect((await eventsOf(service)).toReversed().map(summaryOf)).toEqual([
    ['job_created', `job ${ids[0]}`, 'Shop', '1 URL'],
    ['job_created', `job ${ids[1]}`, 'Shop', '2 URLs'],
  ])
})

it('a write succeeds even if it cannot be recorded', async () => {
  const { call, store } = await sqliteService()
  await store.db.schema.alterTable('audit').renameTo('elsewhere').execute()
  expect((await call('POST /api/v1/views', { form: view })).status).toBe(201)
})

it('events are filtered and paged by parameters, and invalid ones are rejected', async () => {
  const service = await sqliteService()
  const { call, store } = service
  const { key: other, info } = await issueKey(store.db, 'Other', 'full')
  for (const name of ['a', 'b', 'c']) await call('POST /api/v1/views', { form: { ...view, name } })
  await call('PUT /api/v1/views/order', { key: other, form: { ids: '1,2,3' } })
  expect((await eventsOf(service, `&actor=${info.id}`)).map(summaryOf)).toEqual([['views_ordered', null, null, null]])
  expect(await eventsOf(service, '&action=view_created')).toHaveLength(3)
  expect(await eventsOf(service, '&to=2020-01-01')).toEqual([])
  const { body } = await call('GET /api/v1/audit?per_page=10&page=1&action=view_created')
  expect([body.meta, body.links.next]).toEqual([
    expect.objectContaining({ total: 3, last_page: 1, path: 'http://reports.test/api/v1/audit' }),
    null,
  ])
  const { body: wrong } = await call("GET /api/v1/audit?action=x&actor='&from=2026-02-30&to=today&per_page=7&page=0")
  expect(Object.keys(wrong.errors)).toEqual(['action', 'actor', 'from', 'to', 'per_page', 'page'])
  const { body: reversed } = await call('GET /api/v1/audit?from=2026-11-02&to=2026-11-01')
  expect(reversed.errors).toEqual({ to: ['to must be a day as YYYY-MM-DD, not before the one of from.'] })
})

it('events are exported with the same filters, and names are guarded against formulas', async () => {
  const { call } = await sqliteService()
  await call('POST /api/v1/views', { form: { ...view, name: '=HYPERLINK("https://evil.example","x")' } })
  await call('POST /api/v1/keys', { form: { name: '@cmd', role: 'read' } })
  const { headers, text } = await call('GET /api/v1/exports/audit.csv?action=view_created&bom=1')
  const [head, line, end] = text.split('\r\n')
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'x-total-count': '1',
    'content-disposition': expect.stringMatching(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"/),
  })
  expect([head, line, end]).toEqual([
    '\ufeffEntry,Time,Actor,Key ID,Key name,Action,Item,Item ID,Item name,Detail',
    expect.stringMatching(/,view_created,view,1,"'=HYPERLINK\(""https:\/\/evil\.example"",""x""\)",$/),
    '',
  ])
  expect((await call('GET /api/v1/exports/audit.csv?actor=nobody')).status).toBe(422)
})
