import { describe, expect, it } from 'vitest'
import { type ErrorCode, errorCodes, errorOf, fieldCodes } from '#contract/responses/error-codes.ts'
import { visitorRateLimit } from '#service/config.ts'
import { openApiDocument } from '#service/routes.ts'
import { sqliteService, type TestResponse } from '#testing/service/service.ts'
import { failuresPerMinute } from './limits.ts'

const { paths } = openApiDocument('1.2.3')
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Every path of the document with every method, and `id` for its parameters. */
const requests = (id: string) =>
  Object.keys(paths).flatMap((path) => methods.map((method) => `${method} ${path.replaceAll(/\{\w+\}/g, id)}` as const))

const codesOf = (codes: unknown) => Object.values(codes as Record<string, string[]>).flat()

/** Returns the faults of an error body; none for other responses. */
function faultsOf({ status, headers, body }: TestResponse): string[] {
  if (status < 400) return []
  const code = errorCodes.find((errorCode) => errorCode === (body?.code as unknown))
  if (!code) return [`the code ${body?.code}`]
  const faults = {
    content: !String(headers['content-type']).startsWith('application/json'),
    status: body.status !== status || errorOf(code).status !== status,
    message: !/^[A-Z\w].*\.$/.test(body.message),
    request_id: body.request_id !== headers['x-request-id'],
    type: body.type !== `urn:seo-reports:error:${code}`,
    title: body.title !== errorOf(code).title,
    codes: body.errors && String(Object.keys(body.codes)) !== String(Object.keys(body.errors)),
    'codes of a 422': status === 422 && codesOf(body.codes).length === 0,
    'unknown codes': body.codes && codesOf(body.codes).some((one) => !fieldCodes.some((known) => known === one)),
  }
  return Object.entries(faults).flatMap(([name, isFault]) => (isFault ? [name] : []))
}

/** Sends every request and returns the faults, and the codes that were seen. */
async function walk(send: (request: `${string} ${string}`) => Promise<TestResponse>, id: string) {
  const faults: string[] = []
  const seen = new Set<ErrorCode>()
  for (const request of requests(id)) {
    const response = await send(request)
    if (response.status >= 400) seen.add(response.body?.code)
    faults.push(...faultsOf(response).map((fault) => `${request}: ${fault}`))
  }
  return { faults, seen: [...seen].toSorted() }
}

describe('the body of every error is complete', () => {
  it.each<[what: string, id: string, options: object, codes: ErrorCode[]]>([
    ['for unknown ids', 'x', {}, ['invalid_fields', 'method_not_allowed', 'not_found']],
    ['without a key', '1', { key: null }, ['invalid_fields', 'method_not_allowed', 'not_found', 'unauthenticated']],
    [
      'for other media types',
      '1',
      { payload: 'x', headers: { 'content-type': 'text/plain' } },
      ['method_not_allowed', 'not_found', 'unsupported_media_type'],
    ],
    [
      'for broken JSON',
      '1',
      { payload: '{', headers: { 'content-type': 'application/json' } },
      ['invalid_fields', 'method_not_allowed', 'not_found'],
    ],
    ['for large bodies', '1', { json: 'x'.repeat(1_000_000) }, ['body_too_large', 'method_not_allowed', 'not_found']],
  ])('%s', async (_, id, options, codes) => {
    let { call } = await sqliteService()
    let sent = 0
    const { faults, seen } = await walk(async (request) => {
      // Below the limit of requests without a key.
      if (++sent % failuresPerMinute === 0 && 'key' in options) ({ call } = await sqliteService())
      const hasBody = /^(POST|PUT|PATCH)/.test(request)
      return call(request, hasBody || 'key' in options ? options : {})
    }, id)
    expect(faults).toEqual([])
    expect(seen).toEqual(expect.arrayContaining(codes))
  })

  it('for a read-only key', async () => {
    const { call, readKey } = await sqliteService()
    const { faults, seen } = await walk((request) => call(request, { key: readKey }), '1')
    expect(faults).toEqual([])
    expect(seen).toContain('read_only_key')
    expect(seen).toContain('full_key_required')
  })

  it('for paths of no route, below /api and among the files', async () => {
    const { call } = await sqliteService()
    for (const path of ['/api', '/api/', '/api/v1/', '/api/v1/openapi.json/x', '/api/v2', '/assets/no.js', '/no.png'])
      for (const method of methods) {
        const response = await call(`${method} ${path}`, { headers: { accept: 'image/png' } })
        expect(response.status).toBeGreaterThanOrEqual(400)
        expect({ method, path, faults: faultsOf(response) }).toEqual({ method, path, faults: [] })
      }
  })

  it('for every limit of requests', async () => {
    const { call } = await sqliteService({ rateLimit: 1 })
    const limits = [
      [2, {}, 'rate_limited'],
      [failuresPerMinute + 1, { key: 'seo_wrong' }, 'too_many_failures'],
      [visitorRateLimit + 1, { key: null }, 'rate_limited'],
    ] as const
    for (const [count, options, code] of limits) {
      const path = 'key' in options && options.key === null ? '/api/v1' : '/api/v1/reports'
      const responses: TestResponse[] = []
      for (let sent = 0; sent < count; sent += 1) responses.push(await call(`GET ${path}`, options))
      expect(responses.flatMap(faultsOf)).toEqual([])
      expect(responses.at(-1)?.body.code).toBe(code)
    }
  })
})
