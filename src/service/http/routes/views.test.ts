import { expect, it } from 'vitest'
import { maxViews } from '#contract/lists/views.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createView } from '#service/store/views.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { createOwner, signedIn } from '#testing/service/people.ts'
import { problem, testService } from '#testing/service/service.ts'
import { describeEachEngine, onBoth } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'
import { bodyTooLarge } from '../problem.ts'

const bad = {
  name: 'Bad pages',
  list: 'reports',
  query: '?result=bad&sort_by=score&sort=asc&page=3&per_page=10&utm_source=mail',
}

describeEachEngine('views', ({ openStore }) => {
  const start = async () => {
    const service = await testService(await openStore())
    const names = async () =>
      (await service.call('GET /api/v1/views')).body.data.map((view: { name: string }) => view.name)
    const make = async (name: string) =>
      (await service.call('POST /api/v1/views', { form: { ...bad, name } })).body.data.id as number
    return { ...service, names, make }
  }

  it('are stored with the parameters that differ from the defaults', async () => {
    const { call } = await start()
    const { status, headers, body } = await call('POST /api/v1/views', { form: { ...bad, name: '  Bad pages ' } })
    const { id, position, created_at } = body.data
    const view = {
      id,
      name: 'Bad pages',
      list: 'reports',
      query: 'result=bad&sort_by=score&sort=asc',
      owner: 'team',
      position,
      client_id: null,
      created_at,
      updated_at: created_at,
    }
    expect([status, headers['location'], body]).toEqual([201, `/api/v1/views/${id}`, { data: view, status: 201 }])
    expect((await call('GET /api/v1/views')).body).toEqual({ data: [view], status: 200 })
    expect((await call(`GET /api/v1/views/${id}`)).body).toEqual({ data: view, status: 200 })
  })

  it('can belong to a client, until it is deleted', async () => {
    const { call, make, names } = await start()
    await call('POST /api/v1/clients', { form: { name: 'Acme' } })
    await make('Of the team')
    const created = await call('POST /api/v1/views', { form: { ...bad, name: 'Of Acme', client_id: '1' } })
    const path = `/api/v1/views/${created.body.data.id}`
    const ofClient = async () =>
      (await call('GET /api/v1/views?client=1')).body.data.map(({ name }: { name: string }) => name)
    expect([created.body.data.client_id, await ofClient()]).toEqual([1, ['Of Acme']])
    expect((await call(`PUT ${path}`, { form: { client_id: '' } })).body.data.client_id).toBe(null)
    expect((await call(`PUT ${path}`, { json: { client_id: '1' } })).body.data.client_id).toBe(1)
    for (const [request, form] of [
      ['POST /api/v1/views', { ...bad, client_id: '2' }],
      [`PUT ${path}`, { client_id: '2' }],
    ] as const)
      expect((await call(request, { form })).body.codes).toEqual({ client_id: ['not_found'] })
    await call('DELETE /api/v1/clients/1')
    expect((await call(`GET ${path}`)).body.data.client_id).toBe(null)
    expect([await ofClient(), await names()]).toEqual([[], ['Of the team', 'Of Acme']])
  })

  it('are renamed, changed (the last write wins) and deleted once', async () => {
    const { call, make } = await start()
    const id = await make('One')
    const renames = ['Two', 'Three'].map((name) => call(`PUT /api/v1/views/${id}`, { form: { name } }))
    expect((await Promise.all(renames)).map(({ status }) => status)).toEqual([200, 200])
    expect((await call(`PUT /api/v1/views/${id}`, { json: { query: 'search=50%25' } })).body.data).toMatchObject({
      query: 'search=50%25',
      name: expect.stringMatching(/Two|Three/),
    })
    expect((await call(`PUT /api/v1/views/${id}`, { form: { query: '' } })).body.data.query).toBe('')
    expect((await call(`DELETE /api/v1/views/${id}`)).body).toEqual({ id, object: 'view', deleted: true, status: 200 })
    for (const request of ['GET', 'DELETE', 'PUT'] as const)
      expect((await call(`${request} /api/v1/views/${id}`)).status).toBe(404)
  })

  it('are listed in the given order', async () => {
    const { call, names, make } = await start()
    const [a, b, c] = [await make('a'), await make('b'), await make('c')]
    expect(await names()).toEqual(['a', 'b', 'c'])
    const { status, body } = await call('PUT /api/v1/views/order', { form: { ids: `${c},${a},${b}` } })
    expect([status, body.data.map((view: { name: string }) => view.name)]).toEqual([200, ['c', 'a', 'b']])
    await call('PUT /api/v1/views/order', { form: `ids=${b}&ids=${c}&ids=${a}` })
    expect(await names()).toEqual(['b', 'c', 'a'])
    await call('PUT /api/v1/views/order', { json: { ids: [a, b, c] } })
    expect(await names()).toEqual(['a', 'b', 'c'])
    await make('d')
    expect(await names()).toEqual(['a', 'b', 'c', 'd'])
  })

  it('keep their order if the new one does not name all of them, and name the missing ones', async () => {
    const { call, names, make } = await start()
    const [a, b] = [await make('a'), await make('b')]
    const { status, body } = await call('PUT /api/v1/views/order', { form: { ids: `${b},999` } })
    expect([status, body.errors]).toEqual([
      409,
      { ids: [expect.stringMatching(/no longer exist: 999\./), expect.stringContaining(`are missing: ${a}.`)] },
    ])
    for (const ids of [
      '',
      ',',
      `${a},${a},${b}`,
      '0',
      '-1',
      '1e3',
      '9007199254740992',
      `${a};${b}`,
      'x'.repeat(10_000),
    ]) {
      expect((await call('PUT /api/v1/views/order', { form: { ids } })).status, ids).toBe(422)
    }
    for (const ids of [{}, [[a]], [null], true])
      expect((await call('PUT /api/v1/views/order', { json: { ids } })).status).toBe(422)
    expect(await names()).toEqual(['a', 'b'])
  })

  it('end in one of two concurrent orders', async () => {
    const { call, names, make } = await start()
    const ids = [await make('a'), await make('b'), await make('c')]
    const orders = [ids.toReversed(), [ids[1], ids[2], ids[0]]]
    for (const { status } of await Promise.all(
      orders.map((order) => call('PUT /api/v1/views/order', { form: { ids: order.join() } })),
    ))
      expect(status).toBe(200)
    expect(['c,b,a', 'b,c,a']).toContain((await names()).join())
  })

  it(`are at most ${maxViews}, also when created concurrently`, async () => {
    const { call, store } = await start()
    for (let at = 1; at < maxViews; at += 1)
      await createView(store.db, { name: `View ${at}`, list: 'reports', query: '' })
    const answers = await Promise.all([1, 2, 3].map(() => call('POST /api/v1/views', { form: bad })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect((await call('GET /api/v1/views')).body.data).toHaveLength(maxViews)
  })

  it('remain when their website is deleted', async () => {
    const { call, store } = await start()
    const { website_id } = await createReport(store.db, newReport())
    const { body } = await call('POST /api/v1/views', { form: { ...bad, query: `website_id=${website_id}` } })
    await deleteWebsite(store.db, website_id)
    expect((await call(`GET /api/v1/views/${body.data.id}`)).body.data.query).toBe(`website_id=${website_id}`)
    expect((await call(`GET /api/v1/reports?${body.data.query}`)).body).toMatchObject({ data: [], status: 200 })
  })
})

describeEachEngine('a view is rejected', ({ openStore }) => {
  it.each([
    ['without anything', {}, ['list', 'name']],
    ['of another list', { ...bad, list: 'checks' }, ['list']],
    ['without a name', { ...bad, name: ' ' }, ['name']],
    ['with a name of 10,000 characters', { ...bad, name: 'x'.repeat(10_000) }, ['name']],
    ['with a NUL in its name', { ...bad, name: 'a\0b' }, ['name']],
    ['with half a character in its name', { ...bad, name: '\ud800' }, ['name']],
    ['with values that are not allowed', { ...bad, query: 'per_page=30&result=great' }, ['query']],
    ['with a NUL in its search', { ...bad, query: 'search=%00' }, ['query']],
    ['with a broken percent-encoding', { ...bad, query: 'search=%zz' }, ['query']],
    ['with a website of no possible id', { ...bad, query: 'website_id=1e3' }, ['query']],
    ['with too long a query', { ...bad, query: `search=${'%C3%BC'.repeat(500)}` }, ['query']],
    ['with everything wrong', { name: '', list: 'websites', query: 'sort_by=url' }, ['name', 'query']],
  ])('%s', async (_, view, fields) => {
    const { call } = await testService(await openStore())
    const { status, body } = await call('POST /api/v1/views', { json: view })
    expect([status, Object.keys(body.errors).toSorted()]).toEqual([422, fields])
    expect((await call('GET /api/v1/views')).body.data).toEqual([])
  })
})

describeEachEngine('the paths of views', ({ openStore }) => {
  it.each(['0', '-1', '1e3', '9007199254740992', 'x', '01'])('have nothing under %s', async (id) => {
    const { call } = await testService(await openStore())
    expect((await call(`GET /api/v1/views/${id}`)).body).toEqual(problem('not_found', 'Resource not found.'))
  })

  it('need a read-only key to read and full access to change', async () => {
    const { call, readKey } = await testService(await openStore())
    const { body } = await call('POST /api/v1/views', { form: bad })
    const one = `/api/v1/views/${body.data.id}`
    expect((await call('GET /api/v1/views', { key: readKey })).status).toBe(200)
    expect((await call(`GET ${one}`, { key: readKey })).status).toBe(200)
    for (const request of ['POST /api/v1/views', 'PUT /api/v1/views/order', `PUT ${one}`, `DELETE ${one}`] as const) {
      expect((await call(request, { key: readKey, form: { ...bad, ids: '1' } })).status, request).toBe(403)
      expect((await call(request, { key: null, form: { ...bad, ids: '1' } })).status, request).toBe(401)
    }
  })

  it('have their methods and media types', async () => {
    const { call } = await testService(await openStore())
    expect(await call('DELETE /api/v1/views')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, POST, OPTIONS' },
    })
    expect(await call('POST /api/v1/views/1')).toMatchObject({
      status: 405,
      headers: { allow: 'GET, HEAD, PUT, DELETE, OPTIONS' },
    })
    expect(await call('POST /api/v1/views/order')).toMatchObject({ status: 405, headers: { allow: 'PUT, OPTIONS' } })
    expect(
      (await call('POST /api/v1/views', { payload: 'name=x', headers: { 'content-type': 'text/plain' } })).status,
    ).toBe(415)
    expect((await call('POST /api/v1/views', { form: { ...bad, name: 'x'.repeat(20_000) } })).body.message).toBe(
      bodyTooLarge(16 * 1024).message,
    )
  })
})

describeEachEngine('a view of a person’s own', onBoth, ({ openStore }) => {
  /** Dana and Kim, who are signed in, and a view that only Kim sees. */
  async function withTwo() {
    const service = await testService(await openStore())
    const as = async (name: string, email: string) => {
      const { id } = await createOwner(service.store.db, name, email)
      const [cookie = ''] = await signedIn(service.store.db, id)
      const headers = { origin: 'http://reports.test', cookie }
      const call = (request: `${string} ${string}`, form?: Record<string, string>) =>
        service.call(request, { key: null, headers, ...(form && { form }) })
      return { id, call }
    }
    const [dana, kim] = [await as('Dana', 'dana@agency.example'), await as('Kim', 'kim@agency.example')]
    const { body } = await kim.call('POST /api/v1/views', { ...bad, owner: 'me' })
    return { service, dana, kim, view: body.data }
  }
  type Call = Awaited<ReturnType<typeof withTwo>>['kim']['call']
  const idsOf = async (call: Call, path: string) =>
    (await call(`GET ${path}`)).body.data.map(({ id }: { id: number }) => id)

  it('doesn’t exist for others, nor do its schedule and its alerts', async () => {
    const { service, dana, kim, view } = await withTwo()
    expect(view.owner).toBe('me')
    const view_id = String(view.id)
    const times = { view_id, every: 'day', time: '06:00', time_zone: 'UTC' }
    const rule = { view_id, conditions: 'not_indexable' }
    for (const call of [
      dana.call,
      (request: `${string} ${string}`, form?: Record<string, string>) => service.call(request, form && { form }),
    ] satisfies Call[]) {
      expect(await idsOf(call, '/api/v1/views')).toEqual([])
      expect((await call(`GET /api/v1/views/${view.id}`)).status).toBe(404)
      expect((await call(`PUT /api/v1/views/${view.id}`, { name: 'Other' })).status).toBe(404)
      expect((await call(`DELETE /api/v1/views/${view.id}`)).status).toBe(404)
      expect((await call('POST /api/v1/schedules', times)).body.codes).toEqual({ view_id: ['not_found'] })
      expect((await call('POST /api/v1/alerts/rules', rule)).body.codes).toEqual({ view_id: ['not_found'] })
    }
    const schedule = (await kim.call('POST /api/v1/schedules', times)).body.data.id
    const alerts = (await kim.call('POST /api/v1/alerts/rules', rule)).body.data.id
    for (const [path, id] of [
      ['/api/v1/schedules', schedule],
      ['/api/v1/alerts/rules', alerts],
    ] as const) {
      expect(await idsOf(kim.call, path)).toEqual([id])
      expect(await idsOf(dana.call, path)).toEqual([])
      expect((await kim.call(`GET ${path}/${id}`)).status).toBe(200)
      expect((await dana.call(`GET ${path}/${id}`)).status).toBe(404)
      expect((await dana.call(`DELETE ${path}/${id}`)).status).toBe(404)
    }
  })

  it('is listed by its owner, and ordered with those of the team', async () => {
    const { service, dana, kim, view } = await withTwo()
    const team = (await dana.call('POST /api/v1/views', { ...bad, owner: 'team' })).body.data
    expect(await idsOf(kim.call, '/api/v1/views')).toEqual([view.id, team.id])
    expect(await idsOf(kim.call, '/api/v1/views?owner=me')).toEqual([view.id])
    expect(await idsOf(kim.call, '/api/v1/views?owner=team')).toEqual([team.id])
    expect(await idsOf(dana.call, '/api/v1/views?owner=me')).toEqual([])
    expect((await kim.call('GET /api/v1/views?owner=other')).status).toBe(422)
    const ids = (order: number[]) => ({ ids: order.join() })
    expect((await kim.call('PUT /api/v1/views/order', ids([team.id, view.id]))).status).toBe(200)
    expect(await idsOf(kim.call, '/api/v1/views')).toEqual([team.id, view.id])
    expect((await dana.call('PUT /api/v1/views/order', ids([team.id]))).status).toBe(200)
    expect((await dana.call('PUT /api/v1/views/order', ids([team.id, view.id]))).status).toBe(409)
    expect((await service.call('POST /api/v1/views', { form: { ...bad, owner: 'me' } })).body.codes).toEqual({
      owner: ['not_allowed'],
    })
  })

  it('becomes the team’s and back, unless someone else has a schedule of it', async () => {
    const { dana, kim, view } = await withTwo()
    const change = (owner: string) => kim.call(`PUT /api/v1/views/${view.id}`, { owner })
    expect((await change('team')).body.data).toMatchObject({ owner: 'team', name: view.name })
    expect(await idsOf(dana.call, '/api/v1/views')).toEqual([view.id])
    const times = { view_id: String(view.id), every: 'day', time: '06:00', time_zone: 'UTC' }
    const { id } = (await dana.call('POST /api/v1/schedules', times)).body.data
    expect((await change('me')).body.code).toBe('conflict')
    await dana.call(`DELETE /api/v1/schedules/${id}`)
    expect((await change('me')).body.data.owner).toBe('me')
    expect(await idsOf(dana.call, '/api/v1/views')).toEqual([])
  })

  it('is handed over with the assigned findings when its person is removed', async () => {
    const { service, dana, kim, view } = await withTwo()
    const warning = newCheckResult({ outcome: 'warn', passed: false, points_lost: 1 })
    const evaluation = newEvaluation({ results: { 'title-present': warning } })
    const report = await createReport(service.store.db, newReport({ evaluation }))
    const finding = `/api/v1/reports/${report.id}/findings`
    await dana.call(`PUT ${finding}/title-present`, { assignee_id: String(kim.id) })
    expect((await dana.call(`DELETE /api/v1/people/${kim.id}?hand_over_to=${dana.id}`)).status).toBe(200)
    expect(await idsOf(dana.call, '/api/v1/views?owner=me')).toEqual([view.id])
    expect((await dana.call(`GET ${finding}`)).body.data).toMatchObject([{ assignee_id: dana.id }])
  })
})
