import { expect, it } from 'vitest'
import { maxViews } from '#contract/lists/views.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createView } from '#service/store/views.ts'
import { deleteWebsite } from '#service/store/websites/websites.ts'
import { problem, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
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
      position,
      created_at,
      updated_at: created_at,
    }
    expect([status, headers['location'], body]).toEqual([201, `/api/v1/views/${id}`, { data: view, status: 201 }])
    expect((await call('GET /api/v1/views')).body).toEqual({ data: [view], status: 200 })
    expect((await call(`GET /api/v1/views/${id}`)).body).toEqual({ data: view, status: 200 })
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
