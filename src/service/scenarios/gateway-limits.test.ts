// @module-tag all
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { visitorRateLimit } from '#service/config.ts'
import { failuresPerMinute } from '#service/http/limits.ts'
import { startHostileServer } from '#testing/servers/hostile-server.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { gatewayTo } from '#testing/service/gateway.ts'
import { createDataFolder } from '#testing/store/databases.ts'

const shared = '/api/v1/shared/websites/1'
const wrongKey = (digit: number) => ({ authorization: `Bearer seo_unknown${digit % 10}_${'A'.repeat(43)}` })
/** Another client in each request. */
const forged = (digit: number) => ({
  'x-forwarded-for': `203.0.113.${digit % 250}`,
  forwarded: `for=203.0.113.${digit}`,
})

/** Sends a request from the loopback address `from`. */
async function send(origin: string, path: string, from: string, headers: Record<string, string> = {}) {
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request(origin + path, { localAddress: from, headers }, resolve)
      .on('error', reject)
      .end(),
  )
  const body = JSON.parse(await text(response)) as { code?: string }
  return { status: response.statusCode, code: body.code, retryAfter: response.headers['retry-after'] }
}

type Headers = (at: number) => Record<string, string>

/** Sends `count` requests and returns the codes of the errors, each once. */
async function codesOf(origin: string, path: string, from: string, count: number, headers: Headers) {
  const codes = new Set<string | undefined>()
  for (let at = 0; at < count; at += 1) codes.add((await send(origin, path, from, headers(at))).code)
  return [...codes]
}

/** The service and a gateway to it, each in its own process. The service trusts the gateway's address only. */
async function bothProcesses() {
  const database = await createDataFolder()
  onTestFinished(database.remove)
  const service = await startChildService({
    SEO_REPORTS_DATA_DIR: database.dataDir,
    SEO_REPORTS_TRUST_PROXY: '127.0.0.1',
  })
  const gateway = await startChildService({
    SEO_REPORTS_UPSTREAM: service.origin,
    SEO_REPORTS_ALLOW_HOSTS: new URL(service.origin).host,
  })
  return { service, gateway }
}

describe('requests without a key through the gateway', () => {
  it('are counted per visitor, whatever their headers say', async () => {
    const { service, gateway } = await bothProcesses()
    expect(await codesOf(gateway.origin, shared, '127.0.0.2', visitorRateLimit, forged)).toEqual(['not_found'])
    const refused = await send(gateway.origin, shared, '127.0.0.2', forged(7))
    expect(refused).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: expect.stringMatching(/^\d+$/) })
    expect((await send(gateway.origin, shared, '127.0.0.3')).code).toBe('not_found')
    // The service counted the visitor, not the gateway.
    expect((await send(service.origin, shared, '127.0.0.2')).code).toBe('rate_limited')
    expect((await send(service.origin, shared, '127.0.0.5')).code).toBe('not_found')
  })

  it('are counted by the service if they go past the gateway with a forged header', async () => {
    const { service } = await bothProcesses()
    expect(await codesOf(service.origin, shared, '127.0.0.4', visitorRateLimit, forged)).toEqual(['not_found'])
    expect((await send(service.origin, shared, '127.0.0.4', forged(7))).code).toBe('rate_limited')
  })
})

describe('wrong keys through the gateway', () => {
  it('are counted per visitor, and stop nobody else', async () => {
    const { service, gateway } = await bothProcesses()
    const reports = '/api/v1/reports'
    const headers = (at: number) => ({ ...forged(at), ...wrongKey(at) })
    expect(await codesOf(gateway.origin, reports, '127.0.0.2', failuresPerMinute, headers)).toEqual(['unauthenticated'])
    expect((await send(gateway.origin, reports, '127.0.0.2', headers(1))).code).toBe('too_many_failures')
    expect((await send(gateway.origin, reports, '127.0.0.3', wrongKey(1))).code).toBe('unauthenticated')
    expect((await send(service.origin, reports, '127.0.0.5', wrongKey(1))).code).toBe('unauthenticated')
  })
})

describe('the gateway to a server that counts nothing', () => {
  it('counts by itself, and asks no more', async () => {
    let seen = 0
    const server = await startHostileServer((_, response) => {
      seen += 1
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"code":"upstream"}')
    })
    onTestFinished(() => server.close())
    const { origin } = await gatewayTo(server.origin)
    expect(await codesOf(origin, shared, '127.0.0.2', visitorRateLimit, forged)).toEqual(['upstream'])
    expect(seen).toBe(visitorRateLimit)
    // A key changes nothing on these paths.
    for (const headers of [forged(1), { ...forged(2), ...wrongKey(2) }])
      expect((await send(origin, shared, '127.0.0.2', headers)).code).toBe('rate_limited')
    expect(seen).toBe(visitorRateLimit)
    expect(await codesOf(origin, '/api/v1/reports', '127.0.0.3', failuresPerMinute, wrongKey)).toEqual(['upstream'])
    expect((await send(origin, '/api/v1/reports', '127.0.0.3', wrongKey(3))).code).toBe('too_many_failures')
    expect((await send(origin, '/api/v1/reports', '127.0.0.4', wrongKey(3))).code).toBe('upstream')
  })
})
