import { describe, expect, it } from 'vitest'
import { reportListExample } from '#contract/openapi/reports.ts'
import type { ErrorCode } from '#contract/responses/error-codes.ts'
import { websiteExample } from '#contract/websites/website.ts'
import { type ReceivedResponse, differences, mustBeDocumented } from './documented.ts'
import { problem } from './service.ts'

const json = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1' }

type Sent = { body?: unknown; headers?: Record<string, string> }
function answered(request: string, status: number, { body, headers = {} }: Sent = {}): ReceivedResponse {
  const [method = '', path = ''] = request.split(' ')
  const all: Record<string, string> = { ...json, ...headers }
  return {
    method,
    path,
    status,
    header: (name) => all[name.toLowerCase()],
    body: body === undefined ? '' : JSON.stringify(body),
  }
}

const list = (changes: object) =>
  answered('GET /api/v1/reports?page=1', 200, { body: { ...reportListExample, ...changes } })
const refused = (code: ErrorCode, message: string) => ({ ...problem(code, message), request_id: 'one' })
const website = { data: { ...websiteExample, client_id: null, at_risk: null }, status: 200 }

describe('an answer', () => {
  it.each([
    ['of a list', list({})],
    [
      'of a website with its version',
      answered('GET /api/v1/websites/7', 200, { body: website, headers: { etag: '"7-x"' } }),
    ],
    ['without a body', answered('GET /api/v1/checks', 304, { headers: { etag: 'W/"x"' } })],
    ['to HEAD', answered('HEAD /api/v1/reports', 200)],
    [
      'of a path that is none',
      answered('GET /api/v1/nothing', 404, { body: refused('not_found', 'Resource not found.') }),
    ],
    [
      'of a method that is none',
      answered('POST /api/v1/websites', 405, { body: refused('method_not_allowed', 'No.'), headers: { allow: 'GET' } }),
    ],
    ['of the dashboard', answered('GET /reports', 200, { headers: { 'content-type': 'text/html' } })],
  ])('%s is as documented', (_, given) => expect(differences(given)).toEqual([]))

  it.each([
    [
      'an unknown field',
      list({ data: [{ ...reportListExample.data[0], secret: 1 }] }),
      '/data/0 must NOT have additional properties: secret',
    ],
    [
      'a missing field',
      list({ meta: { ...reportListExample.meta, total: undefined } }),
      "/meta must have required property 'total'",
    ],
    [
      'a value that is not allowed',
      list({ data: [{ ...reportListExample.data[0], id: 0 }] }),
      '/data/0/id must be >= 1',
    ],
    ['a number as text', list({ data: [{ ...reportListExample.data[0], id: '4' }] }), '/data/0/id must be integer'],
    ['a status of its own', answered('GET /api/v1/reports', 418, { body: {} }), 'status 418 is not documented'],
    [
      'a success where there is no path',
      answered('GET /api/v1/nothing', 200, { body: {} }),
      'status 200 is not documented',
    ],
    [
      'another type',
      answered('GET /api/v1/reports', 200, { headers: { 'content-type': 'text/html' } }),
      'the content type is text/html, not application/json',
    ],
    ['no version', answered('GET /api/v1/websites/7', 200, { body: website }), 'the header ETag is missing'],
    [
      'a moment to come back that is no number',
      answered('GET /api/v1/reports', 429, {
        body: refused('rate_limited', 'No.'),
        headers: { 'retry-after': 'soon' },
      }),
      'the header Retry-After is "soon"',
    ],
    [
      'a body where there is none',
      answered('GET /api/v1/checks', 304, { body: {}, headers: { etag: '"x"' } }),
      'there is a body',
    ],
    ['half of a body', { ...list({}), body: '{"data":[' }, 'the body is no JSON'],
  ])('with %s is different', (_, given, sentence) => {
    expect(differences(given)).toEqual([sentence])
    expect(() => mustBeDocumented(given)).toThrow(sentence)
  })
})
