import { expect, it } from 'vitest'
import { maxClientName } from '#contract/access/clients.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

const withReport = (store: Parameters<typeof testService>[0], domain = 'shop.example') =>
  createReport(store.db, newReport({ url: `https://${domain}/`, domain }))

describeEachEngine('clients', ({ openStore }) => {
  it('are added, changed and listed by name, with the number of their websites', async () => {
    const store = await openStore()
    const { call } = await testService(store)
    await withReport(store)
    const created = await call('POST /api/v1/clients', { form: { name: ' Zoo ', contact: 'Kim', notes: 'a\r\nb' } })
    expect(created.status).toBe(201)
    expect(created.headers.location).toBe('/api/v1/clients/1')
    expect(created.body.data).toMatchObject({
      id: 1,
      name: 'Zoo',
      contact: 'Kim',
      notes: 'a\nb',
      archived: false,
      clicks: false,
      websites_count: 0,
    })
    await call('POST /api/v1/clients', { json: { name: 'acme', archived: '1' } })
    const changed = await call('PUT /api/v1/clients/1', { form: { contact: '', archived: '1' } })
    expect(changed.body.data).toMatchObject({ name: 'Zoo', contact: '', notes: 'a\nb', archived: true })
    await call('PUT /api/v1/clients/1', { form: { archived: '0' } })
    await call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
    const { body } = await call('GET /api/v1/clients')
    expect(
      body.data.map(({ name, archived, websites_count }: Record<string, unknown>) => [name, archived, websites_count]),
    ).toEqual([
      ['acme', true, 0],
      ['Zoo', false, 1],
    ])
    expect((await call('GET /api/v1/clients/1')).body.data).toEqual(body.data[1])
    await call('DELETE /api/v1/websites/1')
    expect((await call('GET /api/v1/clients/1')).body.data.websites_count).toBe(0)
  })

  it('have different names, whatever their case', async () => {
    const { call } = await testService(await openStore())
    await call('POST /api/v1/clients', { form: { name: 'Äcme' } })
    await call('POST /api/v1/clients', { form: { name: 'Other' } })
    for (const [request, name] of [
      ['POST /api/v1/clients', 'ÄCME'],
      ['PUT /api/v1/clients/2', 'äcme'],
    ] as const) {
      const { status, body } = await call(request, { form: { name } })
      expect([status, body.codes]).toEqual([422, { name: ['taken'] }])
    }
    expect((await call('PUT /api/v1/clients/1', { form: { name: 'ÄCME' } })).body.data.name).toBe('ÄCME')
  })

  it('have the websites given to them, until they are deleted', async () => {
    const store = await openStore()
    const { call } = await testService(store)
    await withReport(store)
    await call('POST /api/v1/clients', { form: { name: 'Acme' } })
    await call('POST /api/v1/clients', { form: { name: 'Old', archived: '1' } })
    const clientOf = async () => (await call('GET /api/v1/websites/1')).body.data.client_id
    expect(await clientOf()).toBe(null)
    const assigned = await call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
    expect([assigned.status, assigned.body.data.client_id]).toEqual([200, 1])
    expect((await call('GET /api/v1/websites')).body.data[0].client_id).toBe(1)
    for (const [client_id, code] of [
      ['2', 'not_allowed'],
      ['3', 'not_found'],
    ] as const) {
      const { status, body } = await call('PUT /api/v1/websites/1/client', { form: { client_id } })
      expect([status, body.codes]).toEqual([422, { client_id: [code] }])
    }
    expect(await clientOf()).toBe(1)
    await call('PUT /api/v1/websites/1/client', { form: { client_id: '' } })
    expect(await clientOf()).toBe(null)
    await call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
    expect((await call('DELETE /api/v1/clients/1')).body).toEqual({
      id: 1,
      object: 'client',
      deleted: true,
      status: 200,
    })
    expect(await clientOf()).toBe(null)
    expect((await call('DELETE /api/v1/clients/1')).status).toBe(404)
    const events = (await call('GET /api/v1/audit')).body.data
    expect(events.map(({ action, detail }: Record<string, string>) => [action, detail])).toEqual([
      ['client_deleted', '1 website'],
      ['website_assigned', 'Acme'],
      ['website_assigned', 'no client'],
      ['website_assigned', 'Acme'],
      ['client_created', null],
      ['client_created', null],
    ])
  })

  it('filter the lists of what is theirs', async () => {
    const store = await openStore()
    const { call } = await testService(store)
    for (const domain of ['shop.example', 'shop.example', 'other.example']) await withReport(store, domain)
    await call('POST /api/v1/clients', { form: { name: 'Acme' } })
    await call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
    const view = { list: 'reports', name: 'Of Acme', query: 'client=1', client_id: '1' }
    await call('POST /api/v1/views', { form: view })
    const times = { every: 'day', time: '06:00', time_zone: 'UTC' }
    for (const target of [{ website_id: '1' }, { website_id: '2' }, { view_id: '1' }])
      await call('POST /api/v1/schedules', { form: { ...target, ...times } })
    for (const url of ['https://shop.example/', 'https://other.example/'])
      await call('POST /api/v1/jobs', { form: { urls: url } })
    await store.db.updateTable('jobs').set({ domain: 'shop.example' }).where('id', '=', 1).execute()
    await store.db.updateTable('jobs').set({ domain: 'other.example' }).where('id', '=', 2).execute()

    const read = async (path: string) => {
      const { data, meta } = (await call(`GET /api/v1/${path}`)).body
      return [data.map(({ id }: { id: number }) => id), ...(meta ? [meta.total] : [])]
    }
    expect(await read('websites?client=1')).toEqual([[1], 1])
    expect(await read('reports?client=1')).toEqual([[2, 1], 2])
    expect(await read('reports?client=1&latest=1')).toEqual([[2], 1])
    expect(await read('reports?client=1&website_id=2')).toEqual([[], 0])
    expect(await read('reports?client=1&search=shop')).toEqual([[2, 1], 2])
    expect(await read('schedules?client=1')).toEqual([[1, 3]])
    expect(await read('jobs?client=1')).toEqual([[1], 1])
    expect(await read('runs?client=1')).toEqual([[1], 1])
    expect(await read('alerts?client=1')).toEqual([[], 0])
    for (const list of ['websites', 'reports', 'jobs', 'runs', 'alerts'])
      expect(await read(`${list}?client=9`)).toEqual([[], 0])
    expect((await call('GET /api/v1/exports/reports.csv?client=1')).text.match(/shop\.example/g)).toHaveLength(4)
    // Visitors of a shared list learn nothing of clients.
    const { token } = (await call('POST /api/v1/links', { form: { kind: 'view', list: 'reports', query: '' } })).body
      .data
    const shared = await call(`GET /api/v1/shared/links/${token}/reports?client=1`, { key: null })
    expect(shared.body.meta.total).toBe(3)
    const own = (await call('POST /api/v1/links', { form: { kind: 'view', list: 'reports', query: 'client=1' } })).body
      .data
    expect(own.title).toBe('Reports · Acme')
    expect((await call(`GET /api/v1/shared/links/${own.token}/reports`, { key: null })).body.meta.total).toBe(2)
  })

  it('have the issues of their websites, as many as the list of reports has', async () => {
    const store = await openStore()
    const { call } = await testService(store)
    const evaluation = newEvaluation({
      results: { 'title-present': newCheckResult({ outcome: 'warn', passed: false }) },
    })
    for (const domain of ['a.example', 'b.example', 'c.example'])
      for (const path of ['', 'x'])
        await createReport(store.db, newReport({ url: `https://${domain}/${path}`, domain, evaluation }))
    await call('POST /api/v1/clients', { form: { name: 'Acme' } })
    for (const id of [1, 2]) await call(`PUT /api/v1/websites/${id}/client`, { form: { client_id: '1' } })
    const [issue, ...others] = (await call('GET /api/v1/clients/1/issues')).body.data
    expect([issue, others]).toMatchObject([{ check: 'title-present', importance: 'high', websites: 2, pages: 4 }, []])
    expect((await call('GET /api/v1/reports?client=1&check=title-present')).body.meta.total).toBe(4)
    expect((await call('GET /api/v1/clients/2/issues')).status).toBe(404)
  })

  it('have a brand of their own, and else that of the team, wherever their websites are shown', async () => {
    const store = await openStore()
    const { call } = await testService(store)
    await withReport(store)
    await withReport(store, 'other.example')
    await call('PUT /api/v1/brand', { form: { name: 'Agency', color: '#111111', footer: 'me@agency.example' } })
    await call('POST /api/v1/clients', { form: { name: 'Acme' } })
    expect((await call('GET /api/v1/clients/1/brand')).body.data).toEqual({ name: null, color: null, logo: null })
    await call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
    const shown = async (query: string) => (await call(`GET /api/v1/shared/brand${query}`, { key: null })).body.data
    const team = { name: 'Agency', color: '#111111', contact: 'me@agency.example', logo: null }
    expect(await shown('?website_id=1')).toEqual(team)

    const own = await call('PUT /api/v1/clients/1/brand', { form: { name: 'Acme', color: '#1A73E8' } })
    expect(own.body.data).toEqual({ name: 'Acme', color: '#1a73e8', logo: null })
    const { logo } = (await call('PUT /api/v1/clients/1/brand/logo', { form: { image } })).body.data
    expect(logo).toMatch(/^data:image\/png;base64,/)
    expect((await call('GET /api/v1/clients/1/brand/logo')).headers['content-type']).toBe('image/png')
    const ofClient = { name: 'Acme', color: '#1a73e8', contact: 'me@agency.example', logo }

    const { token } = (await call('POST /api/v1/links', { form: { kind: 'website', website_id: '1' } })).body.data
    const brandOf = async (path: string) => (await call(`GET /api/v1/${path}/document`)).body.data.brand
    expect(await brandOf('websites/1')).toMatchObject({ name: 'Acme', color: '#1a73e8', logo })
    expect(await brandOf('reports/1')).toMatchObject({ name: 'Acme' })
    expect(await brandOf('reports/2')).toMatchObject({ name: 'Agency' })
    expect(await shown(`?token=${token}`)).toEqual(ofClient)
    // A private website looks like a missing one.
    await call('PUT /api/v1/websites/1', { form: { privacy: '1' } })
    expect(await shown('?website_id=1')).toEqual(team)
    expect(await shown('?report_id=1')).toEqual(team)
    await call('PUT /api/v1/websites/1', { form: { privacy: '2', password: 'correct horse' } })
    expect(await shown('?website_id=1')).toEqual(ofClient)
    expect(await shown('?report_id=1')).toEqual(ofClient)
    expect(await shown('?report_id=2')).toEqual(team)
    expect(await shown('')).toEqual(team)

    expect((await call('DELETE /api/v1/clients/1/brand/logo')).body.data.logo).toBe(null)
    expect((await call('GET /api/v1/clients/1/brand/logo')).status).toBe(404)
    await call('PUT /api/v1/clients/1/brand', { form: { name: '' } })
    expect(await shown('?website_id=1')).toEqual(team)
  })
})

it('the overview of a client has its websites only', async () => {
  const { call, store } = await sqliteService()
  for (const domain of ['shop.example', 'other.example']) await withReport(store, domain)
  await call('POST /api/v1/clients', { form: { name: 'Acme' } })
  await call('PUT /api/v1/websites/1/client', { form: { client_id: '1' } })
  const overview = async (query: string) => (await call(`GET /api/v1/overview?since=2026-01-01${query}`)).body.data
  expect([(await overview('')).websites, (await overview('&client=1')).websites]).toEqual([2, 1])
  expect([(await overview('')).pages, (await overview('&client=1')).pages]).toEqual([2, 1])
  expect(await overview('&client=9')).toMatchObject({ websites: 0, pages: 0, news: [] })
})

it('wrong fields of a client are all named', async () => {
  const { call } = await sqliteService()
  const form = { name: 'a'.repeat(maxClientName + 1), contact: 'a\nb', notes: 'a\u0000b', archived: 'yes' }
  const { body } = await call('POST /api/v1/clients', { form })
  expect(body.codes).toEqual({
    name: ['too_long'],
    contact: ['invalid_characters'],
    notes: ['invalid_characters'],
    archived: ['invalid_choice'],
  })
  expect((await call('POST /api/v1/clients', { form: { name: ' ' } })).body.codes).toEqual({ name: ['required'] })
})

it('visitors never get the client of a website', async () => {
  const { call, store } = await sqliteService()
  await withReport(store)
  await call('PUT /api/v1/websites/1', { form: { privacy: '0' } })
  expect((await call('GET /api/v1/shared/websites/1', { key: null })).body.data).not.toHaveProperty('client_id')
})
