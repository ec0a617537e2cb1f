import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { createPurger } from '#service/jobs/purge.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createView, listViews } from '#service/store/views.ts'
import { randomFrom } from '#testing/random.ts'
import { serve, servePages, smallPage } from '#testing/servers/loopback.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { ownerToken } from '#testing/service/people.ts'
import { problem, type Call, type TestService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const key = '5f0c6d9e-2a4b-4c8d-9e1f-000000000001'
const withKey = (value = key, more: Record<string, string> = {}) => ({ headers: { 'idempotency-key': value, ...more } })
const view = { name: 'Bad pages', list: 'reports', query: 'result=bad' }
const inProgress = problem('in_progress', 'A request with this Idempotency-Key is still in progress.')
const alreadyDone = (id: unknown) => ({ status: 409, body: { code: 'already_done', id } })
const wrongKey = (code: string) => ({ status: 422, body: { codes: { 'Idempotency-Key': [code] } } })

/** Serves a page that waits for `release`. */
async function slowPage() {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  let fetches = 0
  const page = await serve(async ({ url }, response) => {
    if (url !== '/') return void response.writeHead(404).end()
    fetches += 1
    await released
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(smallPage)
  })
  return { ...page, release, fetches: () => fetches }
}

const countRows = async ({ store: { db } }: TestService, table: 'reports' | 'views' | 'jobs' | 'api_keys' | 'links') =>
  (await db.selectFrom(table).select('id').execute()).length

describeEachEngine('a request with an Idempotency-Key', ({ openStore: open, createDatabase }) => {
  it.each([
    ['POST /api/v1/views', view],
    ['POST /api/v1/waivers', { website_id: '1', check: 'noindex', scope: 'website', reason: 'By design' }],
    ['POST /api/v1/jobs', { urls: 'https://shop.example/' }],
    ['POST /api/v1/schedules', { view_id: '1', every: 'day', time: '06:00', time_zone: 'UTC' }],
    ['POST /api/v1/alerts/rules', { view_id: '1', conditions: 'not_indexable' }],
  ] as const)('is done once: %s', async (route, form) => {
    const { call, store } = await testService(await open())
    await createReport(store.db, newReport())
    await createView(store.db, { name: 'One', list: 'reports', query: '' })
    const first = await call(route, { form, ...withKey() })
    const again = await call(route, { form, ...withKey() })
    expect(first.headers['location']).toMatch(/^\/api\/v1\/.+\/\d+$/)
    expect([again.status, again.body, again.headers['location']]).toEqual([
      first.status,
      first.body,
      first.headers['location'],
    ])
    const listed = await call(`GET ${route.split(' ')[1]}`)
    expect(listed.body.data).toHaveLength(route.endsWith('views') ? 2 : 1)
  })

  it('is done once for a report, and the repeat gets the report as it is now', async () => {
    const service = await testService(await open())
    const { url, host } = await servePages({ '/': smallPage })
    service.allowHosts.add(host)
    const post = (more: Record<string, string> = {}) =>
      service.call('POST /api/v1/reports', { form: { url: `${url}/` }, ...withKey(key, more) })
    const first = await post()
    expect(first.status).toBe(201)
    const again = await post()
    expect([again.status, again.headers['location'], again.body]).toEqual([201, '/api/v1/reports/1', first.body])
    // There are no stages to report.
    const streamed = await post({ accept: 'text/event-stream' })
    expect([streamed.status, streamed.body]).toEqual([201, first.body])
    expect(await post({ prefer: 'respond-async' })).toMatchObject(wrongKey('reused'))
    expect(await countRows(service, 'reports')).toBe(1)

    expect((await service.call('DELETE /api/v1/reports/1')).status).toBe(200)
    expect(await post()).toMatchObject(alreadyDone(1))
  })

  it('is done once for a report that is made later', async () => {
    const service = await testService(await open())
    const post = () =>
      service.call('POST /api/v1/reports', {
        form: { url: 'https://shop.example/' },
        ...withKey(key, { prefer: 'respond-async' }),
      })
    const [first, again] = [await post(), await post()]
    expect([again.status, again.body, again.headers['preference-applied']]).toEqual([202, first.body, 'respond-async'])
    expect(await countRows(service, 'jobs')).toBe(1)
  })

  it('is refused while it is in progress, and answered after that', async () => {
    const service = await testService(await open())
    const { url, host, release, fetches } = await slowPage()
    service.allowHosts.add(host)
    const post = () => service.call('POST /api/v1/reports', { form: { url: `${url}/` }, ...withKey() })
    const first = post()
    await expect.poll(fetches).toBe(1)
    const during = await post()
    expect([during.status, during.body, during.headers['retry-after']]).toEqual([409, inProgress, '1'])
    release()
    expect((await first).status).toBe(201)
    expect((await post()).body).toEqual((await first).body)
    expect([fetches(), await countRows(service, 'reports')]).toEqual([1, 1])
  })

  it('is done once if two processes get it at the same time', async () => {
    const store = await open()
    const [one, other] = [await testService(store), await testService(store)]
    const { url, host, release, fetches } = await slowPage()
    for (const { allowHosts } of [one, other]) allowHosts.add(host)
    const options = { key: one.key, ...withKey() }
    const both = [one, other].map(({ call }) => call('POST /api/v1/reports', { form: { url: `${url}/` }, ...options }))
    await expect.poll(fetches).toBe(2)
    release()
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([201, 409])
    expect(await countRows(one, 'reports')).toBe(1)

    const views = await Promise.all(
      [one, other, one, other].map(({ call }) => call('POST /api/v1/views', { form: view, ...options })),
    )
    expect(views.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
    for (const { status, body } of views) expect(status === 201 || body.code === 'in_progress').toBe(true)
    expect(await countRows(one, 'views')).toBe(1)
  })

  it('is refused with other content, and is another request with another key, path or reader', async () => {
    const { call, store } = await testService(await open())
    const { key: otherReader } = await issueKey(store.db, 'Other', 'full')
    const post = (form: Record<string, string>, options: Call) => call('POST /api/v1/views', { form, ...options })
    expect((await post(view, withKey())).body.data.id).toBe(1)
    expect(await post({ ...view, name: 'Other' }, withKey())).toMatchObject(wrongKey('reused'))
    expect(
      (await call('POST /api/v1/views', { json: Object.fromEntries(Object.entries(view).toReversed()), ...withKey() }))
        .body.data.id,
    ).toBe(1)
    expect((await post(view, withKey('another'))).body.data.id).toBe(2)
    expect((await post(view, { key: otherReader, ...withKey() })).body.data.id).toBe(3)
    const job = await call('POST /api/v1/jobs', { form: { urls: 'https://shop.example/' }, ...withKey() })
    expect(job.status).toBe(202)
    expect((await listViews(store.db, null)).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('is refused with a malformed key', async () => {
    const service = await testService(await open())
    const post = (value: string) => service.call('POST /api/v1/views', { form: view, ...withKey(value) })
    expect(await post('')).toMatchObject(wrongKey('required'))
    expect(await post('x'.repeat(256))).toMatchObject(wrongKey('too_long'))
    expect(await post('a\tb')).toMatchObject(wrongKey('invalid_characters'))
    expect(await countRows(service, 'views')).toBe(0)
    expect((await post('x'.repeat(255))).status).toBe(201)
  })

  it('is done again after an error, which changed nothing', async () => {
    const { call, readKey } = await testService(await open())
    const post = (form: Record<string, string>, options: Call = {}) =>
      call('POST /api/v1/views', { form, ...withKey(), ...options })
    expect((await post(view, { key: readKey })).status).toBe(403)
    expect((await post(view, { key: null })).status).toBe(401)
    expect((await post({ ...view, name: '' })).status).toBe(422)
    expect((await post(view)).status).toBe(201)
  })

  it('gets 200 for a change with If-Match that succeeded before, and 412 without the key', async () => {
    const { call, store } = await testService(await open())
    const { website_id: websiteId } = await createReport(store.db, newReport())
    const path = `/api/v1/websites/${websiteId}`
    const tag = String((await call(`GET ${path}`)).headers['etag'])
    const put = (headers: Record<string, string>) =>
      call(`PUT ${path}`, { form: { privacy: '0' }, headers: { 'if-match': tag, ...headers } })
    const first = await put(withKey().headers)
    const again = await put(withKey().headers)
    expect([again.status, again.body, again.headers['etag']]).toEqual([200, first.body, first.headers['etag']])
    expect((await put({})).status).toBe(412)

    // The repeat gets the website as it is now.
    expect((await call(`PUT ${path}`, { form: { privacy: '1' } })).status).toBe(200)
    expect((await put(withKey().headers)).body.data.privacy).toBe(1)
  })

  it('never gets a secret or a cookie a second time', async () => {
    const service = await testService(await open())
    const { call, store } = service
    const { id: report, website_id: websiteId } = await createReport(store.db, newReport())
    const twice = async (route: `${string} ${string}`, form: Record<string, string>, options: Call = {}) => {
      const first = await call(route, { form, ...withKey(), ...options })
      expect([200, 201]).toContain(first.status)
      const again = await call(route, { form, ...withKey(), ...options })
      expect(again.headers).not.toHaveProperty('set-cookie')
      return { first, again }
    }
    const newKey = await twice('POST /api/v1/keys', { name: 'New', role: 'full' })
    expect(newKey.again).toMatchObject(alreadyDone(newKey.first.body.data.id))
    const link = await twice('POST /api/v1/links', {
      kind: 'report',
      report_id: String(report),
      password: 'correct horse',
    })
    expect(link.again).toMatchObject(alreadyDone(1))
    const token = await ownerToken(store.db)
    const signIn = await twice('POST /api/v1/sign-in', { token }, { key: null })
    expect(signIn.again).toMatchObject(alreadyDone(signIn.first.body.data.id))
    await call(`PUT /api/v1/websites/${websiteId}`, { form: { privacy: '2', password: 'correct horse' } })
    const password = { password: 'correct horse' }
    const unlocked = await twice(`POST /api/v1/shared/websites/${websiteId}/unlock`, password, { key: null })
    expect(unlocked.again).toMatchObject(alreadyDone(websiteId))
    const path = `/api/v1/shared/links/${link.first.body.data.token}/unlock`
    expect((await twice(`POST ${path}`, password, { key: null })).again).toMatchObject(alreadyDone(1))
    expect([await countRows(service, 'api_keys'), await countRows(service, 'links')]).toEqual([4, 1])
    const stored = JSON.stringify(await store.db.selectFrom('idempotency_keys').selectAll().execute())
    for (const secret of [key, token, 'horse', link.first.body.data.token]) expect(stored).not.toContain(secret)
  })

  it('is another request after 24 hours, and the purger deletes it', async () => {
    const service = await testService(await open())
    const { call, store } = service
    const post = async () => (await call('POST /api/v1/views', { form: view, ...withKey() })).body.data.id
    const setAge = (hours: number) =>
      store.db
        .updateTable('idempotency_keys')
        .set({ created_at: new Date(Date.now() - hours * 3_600_000).toISOString() })
        .execute()
    const kept = () => store.db.selectFrom('idempotency_keys').select('created_at').execute()
    expect(await post()).toBe(1)
    await setAge(23.9)
    expect(await post()).toBe(1)
    await setAge(24.1)
    expect([await post(), await post()]).toEqual([2, 2])
    expect(await kept()).toHaveLength(1)

    const purger = createPurger(store.db, () => {})
    onTestFinished(() => purger.close())
    await setAge(24.1)
    purger.wake()
    await expect.poll(kept).toEqual([])
  })

  it('is done again if the client left before it was done', async () => {
    const service = await testService(await open())
    const { url, host, release, fetches } = await slowPage()
    service.allowHosts.add(host)
    await service.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = service.app.server.address() as AddressInfo
    const control = new AbortController()
    const left = fetch(`http://127.0.0.1:${port}/api/v1/reports`, {
      method: 'POST',
      body: new URLSearchParams({ url: `${url}/` }),
      headers: { authorization: `Bearer ${service.key}`, 'idempotency-key': key },
      signal: control.signal,
    }).catch(() => 'left')
    await expect.poll(fetches).toBe(1)
    control.abort()
    expect(await left).toBe('left')
    release()
    const post = () => service.call('POST /api/v1/reports', { form: { url: `${url}/` }, ...withKey() })
    await expect.poll(async () => (await post()).status).toBe(201)
    expect(await countRows(service, 'reports')).toBe(1)
  })

  it('is done once by a service that is killed meanwhile', { tags: 'all' }, async () => {
    const database = await createDatabase()
    onTestFinished(database.remove)
    const store = await openStore(database)
    const { key: reader } = await issueKey(store.db, 'Test', 'full')
    await store.close()
    const { databaseUrl, dataDir } = database
    const environment = databaseUrl ? { DATABASE_URL: databaseUrl } : { SEO_REPORTS_DATA_DIR: dataDir }
    const random = randomFrom(7)
    let service = await startChildService(environment)
    const post = (name: string) =>
      service.api('/api/v1/views', reader, {
        method: 'POST',
        body: new URLSearchParams({ ...view, name }),
        headers: { 'idempotency-key': name },
      })
    const names = Array.from({ length: 30 }, (_, index) => `View ${index}`)
    for (const some of [names.slice(0, 15), names.slice(15)]) {
      const lost = some.map((name) => post(name).catch(() => null))
      await Promise.race(lost)
      await wait(random() * 5)
      service.child.kill('SIGKILL')
      await Promise.all(lost)
      await service.exited
      service = await startChildService(environment)
      for (const name of some) expect((await post(name)).status).toBe(201)
    }
    const listed = (await (await service.api('/api/v1/views', reader)).json()) as { data: { name: string }[] }
    expect(listed.data.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  })
})
