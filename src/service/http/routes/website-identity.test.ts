import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { backUp } from '#service/store/sqlite/backup.ts'
import { recordRequests } from '#testing/servers/recording.ts'
import { problem, sqliteService, testService, type TestService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const url = '/api/v1/websites/1/identity'
const unset = {
  render: 0,
  judge_as_production: 0,
  production_host: null,
  is_set: false,
  is_locked: false,
  hosts: [],
  has_user_agent_suffix: false,
  headers: [],
  has_basic_user: false,
  has_basic_password: false,
  cookies: [],
  signature: 0,
  key_directory: null,
  updated_at: null,
}
const all = {
  user_agent_suffix: 'marker-suffix',
  headers: 'X-Staging: marker-header',
  basic_user: 'marker-user',
  basic_password: 'marker-password',
  cookies: 'session=marker-cookie',
  signature: '1',
  hosts: 'cdn.shop.example',
  judge_as_production: '1',
  production_host: 'WWW.live.example',
  render: '2',
}

const read = async ({ call }: TestService, key?: string) =>
  (await call(`GET ${url}`, key === undefined ? {} : { key })).body.data
const detailsOf = async ({ call }: TestService) =>
  (await call('GET /api/v1/audit?action=identity_changed')).body.data.map((row: { detail: string }) => row.detail)

describeEachEngine('the identity of a website', (engine) => {
  const setUp = async (given: Parameters<typeof testService>[1] = {}) => {
    const service = await testService(await engine.openStore(), given)
    await createReport(service.store.db, newReport({ domain: 'shop.example' }))
    return service
  }

  it('is empty until it is set, then names what is set', async () => {
    const service = await setUp()
    expect(await read(service)).toEqual(unset)
    const changed = await service.call(`PUT ${url}`, { form: all })
    const expected = {
      render: 2,
      judge_as_production: 1,
      production_host: 'www.live.example',
      is_set: true,
      is_locked: false,
      hosts: ['cdn.shop.example'],
      has_user_agent_suffix: true,
      headers: ['X-Staging'],
      has_basic_user: true,
      has_basic_password: true,
      cookies: ['session'],
      signature: 1,
      key_directory: null,
      updated_at: expect.any(String),
    }
    expect([changed.status, changed.body.data]).toEqual([200, expected])
    expect(await read(service)).toEqual(expected)
  })

  it('keeps absent fields and clears empty ones, and is in the activity without values', async () => {
    const service = await setUp()
    const put = (form: Record<string, string>) => service.call(`PUT ${url}`, { form })
    await put(all)
    await put({ cookies: '', headers: 'X-A: 1\nX-B: 2' })
    expect(await read(service)).toMatchObject({ cookies: [], headers: ['X-A', 'X-B'], has_basic_password: true })
    // The same again is no change.
    await put({ cookies: '', hosts: 'cdn.shop.example' })
    await put({ basic_user: '' })
    expect(await read(service)).toMatchObject({ has_basic_user: false, has_basic_password: false })
    await put(Object.fromEntries(Object.keys(all).map((name) => [name, ''])))
    expect(await read(service)).toEqual({ ...unset, updated_at: expect.any(String) })
    expect(await detailsOf(service)).toEqual([
      'user agent suffix, headers, signature off, hosts, not judged as production, production host none, pages rendered: automatic',
      'username and password',
      'headers, cookies',
      'user agent suffix, headers, username and password, cookies, signature on, hosts, judged as production, production host www.live.example, pages rendered: never',
    ])
  })

  it('refuses a production host that is the website itself or no host', async () => {
    const service = await setUp()
    for (const production_host of ['https://www.shop.example/', 'https://me:pass@live.example/', 'a b']) {
      const { status, body } = await service.call(`PUT ${url}`, { form: { production_host } })
      expect([status, Object.keys(body.errors)]).toEqual([422, ['production_host']])
    }
    expect(await read(service)).toEqual(unset)
  })

  it('takes JSON with lists', async () => {
    const service = await setUp()
    const json = { headers: ['X-A: 1', 'X-B: 2'], hosts: ['a.example', 'b.example:8443'], signature: 1 }
    expect((await service.call(`PUT ${url}`, { json })).body.data).toMatchObject({
      headers: ['X-A', 'X-B'],
      hosts: ['a.example', 'b.example:8443'],
      signature: 1,
    })
  })

  it('shows a read-only key that it is set, and lets only a full key change it', async () => {
    const service = await setUp()
    await service.call(`PUT ${url}`, { form: all })
    expect(await read(service, service.readKey)).toEqual({
      render: 2,
      judge_as_production: 1,
      production_host: null,
      is_set: true,
      is_locked: false,
      hosts: null,
      has_user_agent_suffix: null,
      headers: null,
      has_basic_user: null,
      has_basic_password: null,
      cookies: null,
      signature: null,
      key_directory: null,
      updated_at: expect.any(String),
    })
    const refused = await service.call(`PUT ${url}`, { form: { headers: '' }, key: service.readKey })
    expect([refused.status, refused.body.code]).toEqual([403, 'read_only_key'])
    expect((await service.call(`GET ${url}`, { key: null })).status).toBe(401)
    expect((await service.call('GET /api/v1/websites/99/identity')).status).toBe(404)
    expect((await service.call('PUT /api/v1/websites/99/identity', { form: { headers: 'x' } })).status).toBe(404)
  })

  it('changes only as the version that If-Match names', async () => {
    const { call } = await setUp()
    const etag = String((await call(`GET ${url}`)).headers['etag'])
    const first = await call(`PUT ${url}`, { form: { render: '1' }, headers: { 'if-match': etag } })
    expect(first.status).toBe(200)
    const late = await call(`PUT ${url}`, { form: { render: '2' }, headers: { 'if-match': etag } })
    expect([late.status, late.body.code]).toEqual([412, 'precondition_failed'])
    const next = await call(`PUT ${url}`, {
      form: { render: '2' },
      headers: { 'if-match': String(first.headers['etag']) },
    })
    expect(next.body.data.render).toBe(2)
  })

  it('keeps all of several changes at the same time', async () => {
    const service = await setUp()
    const forms = [
      { headers: 'X-A: 1' },
      { cookies: 'a=1' },
      { user_agent_suffix: 'team' },
      { basic_user: 'ada', basic_password: 'x' },
    ]
    await Promise.all(forms.map((form) => service.call(`PUT ${url}`, { form })))
    expect(await read(service)).toMatchObject({
      headers: ['X-A'],
      cookies: ['a'],
      has_user_agent_suffix: true,
      has_basic_password: true,
    })
  })

  it('sends the same again for a repeated request, as it is now', async () => {
    const service = await setUp()
    const headers = { 'idempotency-key': 'one' }
    const first = await service.call(`PUT ${url}`, { form: all, headers })
    const repeated = await service.call(`PUT ${url}`, { form: all, headers })
    expect([repeated.status, repeated.body, repeated.headers['etag']]).toEqual([200, first.body, first.headers['etag']])
    expect(await detailsOf(service)).toHaveLength(1)
  })

  it('is locked without its key, and set again with all fields', async () => {
    const service = await setUp()
    await service.call(`PUT ${url}`, { form: all })
    const identityKeys = await createIdentityKeys('another secret of at least 32 characters', null)
    const moved = await testService(service.store, { identityKeys })
    expect(await read(moved)).toMatchObject({ is_locked: true, is_set: true, headers: ['X-Staging'] })
    expect(await read(moved, moved.readKey)).toMatchObject({ is_locked: true, headers: null })
    const partly = await moved.call(`PUT ${url}`, { form: { headers: 'X-A: 1' } })
    expect([partly.status, partly.body.code, Object.keys(partly.body.codes)]).toEqual([
      422,
      'identity_locked',
      ['user_agent_suffix', 'basic_user', 'basic_password', 'cookies'],
    ])
    expect((await moved.call(`PUT ${url}`, { form: { render: '1' } })).body.data).toMatchObject({ is_locked: true })
    const { hosts, ...values } = all
    expect((await moved.call(`PUT ${url}`, { form: values })).body.data).toMatchObject({
      is_locked: false,
      hosts: [hosts],
    })
  })

  it('can’t be set without a key to encrypt it with, but its settings can', async () => {
    const service = await setUp({ identityKeys: await createIdentityKeys(null, null) })
    const refused = await service.call(`PUT ${url}`, { form: { headers: 'X-A: marker' } })
    expect(refused.body).toEqual(problem('no_secret', expect.stringContaining('SEO_REPORTS_SECRET')))
    const signed = await service.call(`PUT ${url}`, { form: { signature: '1' } })
    expect(signed.body).toEqual(problem('no_secret', expect.stringContaining('SEO_REPORTS_SECRET')))
    const settings = { render: '1', judge_as_production: '1', hosts: 'a.example' }
    expect((await service.call(`PUT ${url}`, { form: settings })).body.data).toMatchObject({ render: 1 })
  })

  it('is stored without its values, and never in a response or the log', async () => {
    const database = await engine.createDatabase()
    const store = await openStore(database)
    onTestFinished(async () => {
      await store.close()
      await database.remove()
    })
    const lines: string[] = []
    const log = pino({ level: 'trace' }, new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))
    const service = await testService(store, { log })
    const site = await recordRequests('http', {
      '/': '<!doctype html><title>Lamps</title><h1>Lamps</h1>',
      '/refused': (_, response) => void response.writeHead(401).end(),
    })
    service.allowHosts.add(site.host)
    await createReport(store.db, newReport({ domain: site.host }))
    const responses: string[] = []
    const call: TestService['call'] = async (request, options) => {
      const response = await service.call(request, options)
      responses.push(response.text + JSON.stringify(response.headers))
      return response
    }
    await call(`PUT ${url}`, { form: all, headers: { 'idempotency-key': 'one' } })
    await call(`PUT ${url}`, { form: all, headers: { 'idempotency-key': 'one' } })
    const wrong = {
      ...all,
      headers: 'X-Staging: marker-header\r\nmarker-header\nHost: marker-header',
      cookies: 'marker-cookie; Domain=marker-cookie',
      basic_user: 'marker-user:',
      basic_password: 'marker-password\n',
      user_agent_suffix: 'marker-suffix\n\0',
      hosts: 'https://marker-user:marker-password@a.example/',
    }
    expect((await call(`PUT ${url}`, { form: wrong })).status).toBe(422)
    const analyse = (path: string) => call('POST /api/v1/reports', { form: { url: site.url + path } })
    expect([(await analyse('/')).status, (await analyse('/refused')).status]).toEqual([201, 422])
    expect(site.received('/', 'x-staging')).toEqual(['marker-header'])
    expect((await call(`POST ${url}/try`, { form: { url: `${site.url}/` } })).status).toBe(200)
    await call(`PUT ${url}`, { form: `${new URLSearchParams(all).toString()}&headers=%` })
    await call(`PUT ${url}`, { json: { ...all, headers: { marker: 'marker-header' } } })
    for (const request of [
      `GET ${url}`,
      'GET /api/v1/websites',
      'GET /api/v1/websites/1',
      'GET /api/v1/audit',
      'GET /api/v1/exports/websites.json',
      'GET /api/v1/exports/reports.json',
      'GET /api/v1/reports/1',
      'GET /api/v1/reports/2',
    ] as const)
      expect([request, (await call(request)).status]).toEqual([request, 200])
    const stored = await contentOf(engine, database)
    expect(stored).toContain('X-Staging')
    for (const marker of ['marker', Buffer.from('marker-user:marker-password').toString('base64').slice(0, 20)])
      for (const [where, text] of Object.entries({ stored, lines: lines.join(''), responses: responses.join('') }))
        expect([where, text.includes(marker)]).toEqual([where, false])
    expect(lines.length).toBeGreaterThan(10)
  })
})

/** Returns all stored bytes, with those of a backup. */
async function contentOf(engine: { name: string; query: Function }, database: { dataDir: string }): Promise<string> {
  if (engine.name === 'sqlite') {
    backUp(database.dataDir, path.join(database.dataDir, 'copy.db'))
    return readdirSync(database.dataDir)
      .map((name) => readFileSync(path.join(database.dataDir, name), 'latin1'))
      .join('')
  }
  const tables: { table_name: string }[] = await engine.query(
    database,
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const rows = []
  for (const { table_name } of tables)
    rows.push(await engine.query(database, `select t.*::text as row from "${table_name}" as t`))
  // Bytes are shown in hexadecimal.
  const text = JSON.stringify(rows)
  return text + text.replace(/\\\\x((?:[\da-f]{2})+)/g, (_, hex: string) => Buffer.from(hex, 'hex').toString('latin1'))
}

it('is refused with a sentence for each wrong field', async () => {
  const service = await sqliteService()
  await createReport(service.store.db, newReport({ domain: 'shop.example' }))
  const { status, body } = await service.call(`PUT ${url}`, {
    form: { headers: 'Host: other.example', cookies: 'a=1; Domain=other.example', hosts: '*.example', render: '3' },
  })
  expect([status, body.codes]).toEqual([
    422,
    { render: ['invalid_choice'], headers: ['not_allowed'], cookies: ['not_allowed'], hosts: ['invalid_type'] },
  ])
  expect(body.errors.headers).toEqual(['Host can’t be set as a header: each request sets it.'])
  expect(body.errors.cookies[0]).toMatch(/^Leave out Domain\./)
})
