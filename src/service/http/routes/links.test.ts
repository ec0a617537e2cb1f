import { expect, it } from 'vitest'
import { createReport } from '#service/store/reports/reports.ts'
import { problem, sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describeEachEngine('links', ({ openStore }) => {
  it('are created for a report, a website or a view, and show their URL once', async () => {
    const { call, store } = await testService(await openStore())
    const { id: report_id, website_id, url } = await createReport(store.db, newReport())
    const make = async (form: Record<string, string>) => (await call('POST /api/v1/links', { form })).body.data
    const first = await call('POST /api/v1/links', {
      form: { kind: 'report', report_id: String(report_id), label: ' For the agency ', password: 'x' },
    })
    const { token, url: address, ...link } = first.body.data
    expect([first.status, first.headers['location'], first.headers['cache-control']]).toEqual([
      201,
      `/api/v1/links/${link.id}`,
      'no-store',
    ])
    expect([address, token]).toEqual([`http://reports.test/s/${token}`, expect.stringMatching(/^[\w-]{32}$/)])
    expect(link).toEqual({
      id: link.id,
      kind: 'report',
      mode: 'live',
      layout: 'page',
      compare_id: null,
      label: 'For the agency',
      report_id,
      website_id,
      list: null,
      query: null,
      title: url,
      created_by: 'Test',
      created_at: link.created_at,
      expires_at: null,
      has_password: true,
      can_check: false,
      clicks: false,
      revoked_at: null,
      gone: false,
      opens_count: 0,
      last_opened_at: null,
    })
    const ends = inDays(3)
    expect(await make({ kind: 'website', website_id: String(website_id), expires_at: ends })).toMatchObject({
      title: 'shop.example',
      expires_at: ends,
      has_password: false,
    })
    const view = await make({
      kind: 'view',
      list: 'reports',
      query: `?result=bad&search=50%25&website_id=${website_id}&page=4&utm=1`,
    })
    expect(view).toMatchObject({ list: 'reports', website_id, title: 'Bad reports · “50%” · shop.example' })
    expect(Object.fromEntries(new URLSearchParams(view.query))).toEqual({
      result: 'bad',
      search: '50%',
      website_id: String(website_id),
    })
    const query = 'check=noindex&from=2026-09-20&latest=1&sort_by=score&sort=asc'
    expect(await make({ kind: 'view', list: 'reports', query })).toMatchObject({
      title: 'Reports · Issue: Noindex · from 20 Sep 2026 · latest per page · lowest score first',
    })
    expect(await make({ kind: 'view', list: 'websites', query: '' })).toMatchObject({
      title: 'Websites',
      website_id: null,
      query: '',
    })

    const { body, text } = await call('GET /api/v1/links?per_page=10')
    expect(body).toMatchObject({
      data: [{ title: 'Websites' }, {}, {}, {}, link],
      meta: { total: 5, current_page: 1, path: 'http://reports.test/api/v1/links' },
      status: 200,
    })
    expect((await call(`GET /api/v1/links/${link.id}`)).body).toEqual({ data: link, status: 200 })
    expect(text).not.toContain(token)
    const kept = JSON.stringify([
      await store.db.selectFrom('links').selectAll().execute(),
      await store.db.selectFrom('audit').selectAll().execute(),
    ])
    expect(kept).not.toContain(token)
    const notes = (await call('GET /api/v1/audit?action=link_created')).body.data
    expect(notes.at(-1)).toMatchObject({
      actor: { kind: 'key', name: 'Test' },
      object: { kind: 'link', name: 'For the agency' },
    })
  })

  it('are revoked, stay in the list, and are recorded once', async () => {
    const { call, store } = await testService(await openStore())
    const { website_id } = await createReport(store.db, newReport())
    const { id } = (await call('POST /api/v1/links', { form: { kind: 'website', website_id: String(website_id) } }))
      .body.data
    for (const _ of [1, 2])
      expect((await call(`DELETE /api/v1/links/${id}`)).body).toEqual({
        id,
        object: 'link',
        deleted: true,
        status: 200,
      })
    expect((await call('GET /api/v1/links')).body.data).toMatchObject([{ id, revoked_at: expect.any(String) }])
    expect((await call('GET /api/v1/audit?action=link_revoked')).body.data).toMatchObject([
      { object: { kind: 'link', name: 'shop.example' } },
    ])
  })

  it('are read with a read-only key, and created and revoked with full access only', async () => {
    const { call, store, readKey } = await testService(await openStore())
    const { website_id } = await createReport(store.db, newReport())
    const form = { kind: 'website', website_id: String(website_id) }
    const { id } = (await call('POST /api/v1/links', { form })).body.data
    for (const path of ['/api/v1/links', `/api/v1/links/${id}`, `/api/v1/links/${id}/opens`]) {
      expect((await call(`GET ${path}`, { key: readKey })).status, path).toBe(200)
      expect((await call(`GET ${path}`, { key: null })).status, path).toBe(401)
    }
    for (const request of ['POST /api/v1/links', `DELETE /api/v1/links/${id}`] as const) {
      expect((await call(request, { key: readKey, form })).status, request).toBe(403)
      expect((await call(request, { key: null, form })).status, request).toBe(401)
    }
    expect((await call('GET /api/v1/links')).body.data).toMatchObject([{ id, revoked_at: null }])
  })
})

it('an invalid link is rejected with a sentence for each field', async () => {
  const { call, store } = await sqliteService()
  const { id, website_id } = await createReport(store.db, newReport())
  const report = { kind: 'report', report_id: String(id) }
  const website = { kind: 'website', website_id: String(website_id) }
  const cases: [Record<string, string>, string[]][] = [
    [{}, ['kind']],
    [{ kind: 'key' }, ['kind']],
    [{ kind: 'report' }, ['report_id']],
    [{ kind: 'report', report_id: '999' }, ['report_id']],
    [{ kind: 'report', report_id: '1e3' }, ['report_id']],
    [{ kind: 'report', report_id: '999', mode: 'frozen' }, ['report_id']],
    [{ kind: 'website', website_id: '999' }, ['website_id']],
    [{ kind: 'website', website_id: '-1' }, ['website_id']],
    [{ kind: 'view' }, ['list']],
    [{ kind: 'view', list: 'keys' }, ['list']],
    [{ kind: 'view', list: 'reports', query: 'result=great' }, ['query']],
    [{ kind: 'view', list: 'reports', query: 'search=%zz' }, ['query']],
    [{ kind: 'view', list: 'reports', query: 'website_id=999' }, ['query']],
    [{ kind: 'view', list: 'reports', query: `search=${'%C3%BC'.repeat(500)}` }, ['query']],
    [{ ...report, mode: 'melted' }, ['mode']],
    [{ ...website, mode: 'frozen' }, ['mode']],
    [{ ...report, label: 'x'.repeat(101) }, ['label']],
    [{ ...report, label: '😀'.repeat(101) }, ['label']],
    [{ ...report, label: 'two\nlines' }, ['label']],
    [{ ...report, label: 'a\0b' }, ['label']],
    [{ ...report, expires_at: 'tomorrow' }, ['expires_at']],
    [{ ...report, expires_at: '2999-01-31' }, ['expires_at']],
    [{ ...report, expires_at: '2999-02-31T00:00:00Z' }, ['expires_at']],
    [{ ...report, expires_at: '2999-01-31T12:00:00' }, ['expires_at']],
    [{ ...report, expires_at: '2020-01-31T12:00:00Z' }, ['expires_at']],
    [{ ...report, expires_at: `2999-01-31T12:00:00Z${' '.repeat(9_000)}x` }, ['expires_at']],
    [{ ...report, password: '😀'.repeat(129) }, ['password']],
    [
      { kind: 'report', mode: 'x', label: '\n \u0007 x', expires_at: 'x', password: 'x'.repeat(200) },
      ['expires_at', 'label', 'mode', 'password', 'report_id'],
    ],
  ]
  for (const [form, fields] of cases) {
    const { status, body } = await call('POST /api/v1/links', { form })
    expect([status, Object.keys(body.errors ?? {}).toSorted()], JSON.stringify(form).slice(0, 100)).toEqual([
      422,
      fields,
    ])
  }
  for (const json of [
    { ...report, label: '\ud800' },
    { ...report, password: '\ud800' },
  ])
    expect((await call('POST /api/v1/links', { json })).status).toBe(422)
  expect((await call('GET /api/v1/links')).body.data).toEqual([])
  const most = {
    ...report,
    label: '😀'.repeat(100),
    password: '😀'.repeat(128),
    expires_at: '2999-01-31T23:00:00+09:00',
  }
  expect((await call('POST /api/v1/links', { form: most })).body.data).toMatchObject({
    label: most.label,
    expires_at: '2999-01-31T14:00:00.000Z',
  })
})

it('paths below links have their methods, and a missing link is not found', async () => {
  const { call } = await sqliteService()
  for (const path of ['0', 'x', '7', '9007199254740992']) {
    for (const request of [
      `GET /api/v1/links/${path}`,
      `DELETE /api/v1/links/${path}`,
      `GET /api/v1/links/${path}/opens`,
    ] as const) {
      expect((await call(request)).body, request).toEqual(problem('not_found', 'Resource not found.'))
    }
  }
  expect(await call('PUT /api/v1/links/7')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, DELETE, OPTIONS' },
  })
  expect((await call('GET /api/v1/links?per_page=7&page=0')).body.errors).toMatchObject({
    per_page: [expect.any(String)],
    page: [expect.any(String)],
  })
})
