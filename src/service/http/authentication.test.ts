import { describe, expect, it } from 'vitest'
import { extensionNames } from '#contract/service-info.ts'
import { createSignInLink, hashSecret, issueKey, readKey } from '#service/access/keys.ts'
import { findKey, insertKey, revokeKey } from '#service/store/access/api-keys.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createOwner, ownerToken } from '#testing/service/people.ts'
import { problem, sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { readOnlyKey } from './problem.ts'

const refused = { status: 401, body: problem('unauthenticated', 'Unauthenticated.') }
const allOperations = [
  'GET /api/v1/reports',
  'GET /api/v1/reports/1',
  'POST /api/v1/reports',
  'DELETE /api/v1/reports/1',
  'GET /api/v1/websites',
  'GET /api/v1/websites/1',
  'PUT /api/v1/websites/1',
  'DELETE /api/v1/websites/1',
] as const

describeEachEngine('a key', ({ openStore }) => {
  it('is required by all eight operations', async () => {
    const { call, store } = await testService(await openStore())
    await createReport(store.db, newReport())
    for (const operation of allOperations) {
      const answer = await call(operation, { key: null })
      expect(answer).toMatchObject(refused)
      expect(answer.headers['www-authenticate']).toBe('Bearer')
    }
    expect((await call('GET /api/v1/reports/1')).status).toBe(200)
  })

  it('is rejected if it is malformed, unknown, expired, revoked or has a wrong secret', async () => {
    const { call, store, key } = await testService(await openStore())
    const secret = 'A'.repeat(43)
    const times = {
      role: 'full',
      name: 'Old',
      created_at: '2025-01-01T00:00:00.000Z',
      secret_hash: hashSecret(secret),
    } as const
    await insertKey(store.db, { ...times, id: 'expired1', expires_at: '2025-02-01T00:00:00.000Z' })
    await insertKey(store.db, { ...times, id: 'revoked1' })
    await revokeKey(store.db, 'revoked1', '2025-02-01T00:00:00.000Z')
    const { id } = readKey(key) ?? { id: '' }
    for (const header of [
      key,
      'Bearer',
      'Bearer x',
      `Basic ${key}`,
      `Bearer ${key} ${key}`,
      `Bearer ${key}x`,
      `Bearer seo_unknown1_${secret}`,
      `Bearer seo_${id}_${secret}`,
      `Bearer seo_expired1_${secret}`,
      `Bearer seo_revoked1_${secret}`,
    ]) {
      expect({
        header,
        ...(await call('GET /api/v1/reports', { key: null, headers: { authorization: header } })),
      }).toMatchObject(refused)
    }
    expect((await call('GET /api/v1/reports', { key: null, headers: { authorization: `bearer ${key}` } })).status).toBe(
      200,
    )
  })

  it('with read-only access can list and show, and is rejected for every write', async () => {
    const { call, store, readKey: reading } = await testService(await openStore())
    await createReport(store.db, newReport())
    for (const operation of allOperations) {
      const { status, body } = await call(operation, { key: reading })
      if (operation.startsWith('GET')) expect({ operation, status }).toEqual({ operation, status: 200 })
      else
        expect({ operation, status, body }).toEqual({
          operation,
          status: 403,
          body: problem('read_only_key', readOnlyKey().message),
        })
    }
    expect((await call('GET /api/v1/websites/1')).body.data.reports_count).toBe(1)
  })

  it('is checked before the body', async () => {
    const { call, readKey: reading } = await testService(await openStore())
    const broken = { payload: 'url=%zz', headers: { 'content-type': 'text/plain' } }
    for (const operation of ['POST /api/v1/reports', 'PUT /api/v1/websites/1'] as const) {
      expect(await call(operation, { key: null, ...broken })).toMatchObject(refused)
      expect((await call(operation, { key: reading, form: 'privacy=%zz' })).status).toBe(403)
      expect((await call(operation, broken)).status).toBe(415)
    }
  })

  it('has the time of its last use', async () => {
    const { call, store } = await testService(await openStore())
    const { key, info } = await issueKey(store.db, 'Used', 'read')
    await call('GET /api/v1/reports', { key })
    await expect.poll(async () => (await findKey(store.db, info.id))?.last_used_at).toMatch(/^20.*Z$/)
  })

  it('is issued for a sign-in token exactly once', async () => {
    const { call, store } = await testService(await openStore())
    const link = await createSignInLink(store.db, 'http://127.0.0.1:3000', await createOwner(store.db))
    const [origin, token = ''] = link.split('#token=')
    expect(origin).toBe('http://127.0.0.1:3000/sign-in')
    const [first, second] = await Promise.all(
      [1, 2].map(() => call('POST /api/v1/sign-in', { key: null, form: { token } })),
    )
    const [given, other] = first?.status === 201 ? [first, second] : [second, first]
    expect(given).toMatchObject({
      status: 201,
      body: { status: 201, data: { role: 'full', key: expect.stringMatching(/^seo_\w{8}_[\w-]{43}$/) } },
    })
    expect(other).toMatchObject({ status: 422, body: { errors: { token: [expect.stringContaining('already used')] } } })
    expect((await call('GET /api/v1', { key: given?.body.data.key })).body.key).toMatchObject({
      id: given?.body.data.id,
      role: 'full',
    })
  })

  it('is not issued for an expired token', async () => {
    const { call, store } = await testService(await openStore())
    const token = await ownerToken(store.db, Date.now() - 10 * 60_000)
    expect((await call('POST /api/v1/sign-in', { key: null, form: { token } })).status).toBe(422)
  })
})

describe('without a key', () => {
  it('the service describes itself, and a key with it', async () => {
    const { call, key } = await sqliteService()
    // It has neither a browser nor a mail server.
    const general = {
      service: 'SEO Reports',
      version: '1.2.3',
      extensions: ['idempotency', 'people', 'clients', 'search_console', 'field_data'],
    }
    expect((await call('GET /api/v1', { key: null })).body).toEqual(general)
    expect((await call('GET /api/v1')).body).toEqual({
      ...general,
      key: { id: readKey(key)?.id, name: 'Test', role: 'full' },
    })
    expect(await call('GET /api/v1', { key: 'wrong' })).toMatchObject(refused)
    const whole = await sqliteService({
      chromium: '/bin/false',
      mail: { url: 'smtp://127.0.0.1', from: 'a@example.com' },
    })
    expect((await whole.call('GET /api/v1')).body.extensions).toEqual(extensionNames)
  })

  it('the checks can be read and cached', async () => {
    const { call } = await sqliteService()
    const { status, body, headers } = await call('GET /api/v1/checks', { key: null })
    expect(status).toBe(200)
    expect(body.data.length).toBeGreaterThan(20)
    expect(body.data[0]).toMatchObject({ id: expect.any(String), why: expect.any(String), how: expect.any(String) })
    expect(headers['cache-control']).toMatch(/^public, max-age=/)
    const again = await call('GET /api/v1/checks', { key: null, headers: { 'if-none-match': String(headers['etag']) } })
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' })
    expect((await call('GET /api/v1/checks', { key: 'no longer valid' })).status).toBe(200)
  })
})

describe('limits', () => {
  it('allow 20 invalid keys per minute and network, and valid keys still work', async () => {
    const { call } = await sqliteService()
    for (let i = 0; i < 20; i += 1) expect((await call('GET /api/v1/reports', { key: 'x' })).status).toBe(401)
    const answer = await call('GET /api/v1/reports', { key: 'x' })
    expect(answer).toMatchObject({ status: 429, body: { status: 429 } })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('GET /api/v1/reports', { key: 'x', remoteAddress: '192.0.2.7' })).status).toBe(401)
    expect((await call('GET /api/v1/reports')).status).toBe(200)
  })

  it('allow 120 requests without a key', async () => {
    const { call } = await sqliteService()
    for (let i = 0; i < 120; i += 1) expect((await call('GET /api/v1', { key: null })).status).toBe(200)
    expect((await call('GET /api/v1/checks', { key: null })).status).toBe(429)
    expect((await call('GET /api/v1/reports', { key: null })).status).toBe(429)
    expect((await call('GET /api/v1/checks')).status).toBe(200)
    expect((await call('GET /healthz', { key: null })).status).toBe(200)
  })

  it('accept X-Forwarded-For from a trusted proxy only', async () => {
    const from = (address: string) => ({ key: 'x', headers: { 'x-forwarded-for': address } })
    const open = await sqliteService()
    for (let i = 0; i < 20; i += 1) await open.call('GET /api/v1/reports', from(`192.0.2.${i}`))
    expect((await open.call('GET /api/v1/reports', from('192.0.2.99'))).status).toBe(429)
    const behind = await sqliteService({ trustProxy: ['127.0.0.1'] })
    for (let i = 0; i < 20; i += 1) await behind.call('GET /api/v1/reports', from('2001:db8:1:2::1'))
    expect((await behind.call('GET /api/v1/reports', from('2001:db8:1:2:3::9'))).status).toBe(429)
    expect((await behind.call('GET /api/v1/reports', from('2001:db8:1:3::1'))).status).toBe(401)
  })

  it('count each IPv6 network separately, however it is shortened', async () => {
    const { call } = await sqliteService()
    const from = (remoteAddress: string) => call('GET /api/v1/reports', { key: 'x', remoteAddress })
    for (let i = 0; i < 20; i += 1) await from('2001:db8::1:2:3:4:5')
    expect((await from('2001:db8:0:1:9::')).status).toBe(429)
    expect((await from('2001:db8::2:2:3:4:5')).status).toBe(401)
    expect((await from('2001:db8::')).status).toBe(401)
  })

  it('apply to each key if a rate is set, with headers', async () => {
    const { call, readKey: other } = await sqliteService({ rateLimit: 2 })
    const first = await call('GET /api/v1/reports')
    expect(first.headers).toMatchObject({
      'ratelimit-limit': '2',
      'ratelimit-remaining': '1',
      'ratelimit-reset': expect.stringMatching(/^\d+$/),
    })
    await call('GET /api/v1/reports')
    expect(await call('GET /api/v1/reports')).toMatchObject({
      status: 429,
      headers: { 'ratelimit-remaining': '0', 'retry-after': expect.anything() },
    })
    expect((await call('GET /api/v1/reports', { key: other })).status).toBe(200)
    expect((await (await sqliteService()).call('GET /api/v1/reports')).headers).not.toHaveProperty('ratelimit-limit')
  })
})
