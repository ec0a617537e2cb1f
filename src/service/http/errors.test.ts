import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import type { Store } from '#service/store/database.ts'
import { problem, sqliteService, testService } from '#testing/service/service.ts'
import { shuttingDown } from './problem.ts'

describe('an error response', () => {
  it('is 404 in JSON for an unknown or malformed path, whatever Accept says', async () => {
    const { call } = await sqliteService()
    const paths = [
      '/api/v1/reports/',
      '/api/v1/nothing',
      '/api/v2/reports',
      '/api',
      '/api/v1/reports/%zz',
      `/api/v1/reports/${'1'.repeat(200)}`,
      '/API/v1/reports',
      '/api/v1/reports/1/2',
    ]
    for (const path of paths) {
      const answer = await call(`GET ${path}`, { headers: { accept: 'text/html' } })
      expect({ path, status: answer.status, body: answer.body }).toEqual({
        path,
        status: 404,
        body: problem('not_found', 'Resource not found.'),
      })
      expect(answer.headers['x-request-id']).toBeTruthy()
    }
  })

  it.each([
    ['PUT /api/v1/reports', 'GET, HEAD, POST, OPTIONS'],
    ['POST /api/v1/reports/1', 'GET, HEAD, DELETE, OPTIONS'],
    ['PATCH /api/v1/websites/1', 'GET, HEAD, PUT, DELETE, OPTIONS'],
    ['POST /api/v1/websites', 'GET, HEAD, OPTIONS'],
    ['DELETE /api/v1/alerts/rules', 'GET, HEAD, POST, OPTIONS'],
    ['GET /api/v1/session', 'POST, DELETE, OPTIONS'],
    ['DELETE /healthz', 'GET, HEAD, OPTIONS'],
  ])('is 405 for %s and names the allowed methods', async (request, allowed) => {
    const { call } = await sqliteService()
    const answer = await call(request as 'PUT /', {
      headers: { 'content-type': 'text/plain' },
      ...(request.startsWith('GET') ? {} : { payload: 'x' }),
    })
    expect(answer).toMatchObject({ status: 405, body: { status: 405 } })
    expect(answer.headers['allow']).toBe(allowed)
  })

  it('is 500 for an internal error, with the request id and no details', async () => {
    const { lines, log } = keptLog()
    const { app, key, store } = await sqliteService({ log })
    await store.db.schema.dropTable('report_payloads').execute()
    const answer = await app.inject({
      url: '/api/v1/reports/1?search=s3cret',
      headers: { authorization: `Bearer ${key}` },
    })
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      ...problem('internal_error', 'Server error.'),
      request_id: answer.headers['x-request-id'],
    })
    expect(lines.join('')).toContain('report_payloads')
    expect(lines.join('')).not.toContain(key)
    expect(lines.join('')).not.toContain('s3cret')
  })

  it('is 503 while the database is unavailable, and so is readiness', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { store } = await sqliteService()
    const { call } = await testService({ ...store, ping: () => Promise.reject(away) } as Store)
    expect(await call('GET /readyz', { key: null })).toMatchObject({ status: 503, body: { status: 503 } })
    expect((await call('GET /healthz', { key: null })).status).toBe(200)
  })

  it('is 503 for everything but health while the service is shutting down', async () => {
    const { call } = await sqliteService({ isDraining: () => true })
    for (const request of ['GET /api/v1/reports', 'GET /readyz', 'GET /'] as const) {
      const answer = await call(request)
      expect(answer).toMatchObject({
        status: 503,
        body: problem('shutting_down', shuttingDown().message),
      })
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    }
    expect((await call('GET /healthz')).status).toBe(200)
  })
})

describe('every response', () => {
  it('has an id, which is the client’s if that is short and plain', async () => {
    const { call } = await sqliteService()
    const id = async (given?: string) =>
      (await call('GET /api/v1', given ? { headers: { 'x-request-id': given } } : {})).headers['x-request-id']
    expect(await id('from-outside.1')).toBe('from-outside.1')
    expect(await id('a b')).toMatch(/^[\da-f-]{36}$/)
    expect(await id('x'.repeat(65))).toMatch(/^[\da-f-]{36}$/)
    expect(await id()).not.toBe(await id())
  })

  it('that rejects a page logs the reason', async () => {
    const { lines, log } = keptLog()
    const { call } = await sqliteService({ log })
    await call('POST /api/v1/reports', { form: { url: 'http://10.0.0.1/' }, headers: { 'x-request-id': 'one' } })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      id: 'one',
      refused: 'unreachable',
      blocked: '10.0.0.1',
    })
  })

  it('is logged as one line, without query or key', async () => {
    const { lines, log } = keptLog()
    const { call, key } = await sqliteService({ log })
    await call('GET /api/v1/reports?search=s3cret', { headers: { 'x-request-id': 'one' } })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      id: 'one',
      method: 'GET',
      path: '/api/v1/reports',
      status: 200,
      ms: expect.any(Number),
    })
    expect(lines[0]).not.toContain('s3cret')
    expect(lines[0]).not.toContain(key)
  })
})

function keptLog() {
  const lines: string[] = []
  const log = pino({ level: 'info' }, new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }))
  return { lines, log }
}
