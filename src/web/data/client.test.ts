import type { IncomingMessage, ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { reportListParams } from '#contract/lists/list-query.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import { serve } from '#testing/servers/loopback.ts'
import { putWebsite } from '#web/privacy/mutations.ts'
import { ApiError, parseBody } from './api-error.ts'
import { type ClientOptions, createClient } from './client.ts'
import { wordsOf } from './error-words.ts'
import { needsNoKey, pathForVisitor } from './resource-paths.ts'

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string }
type Answer = (request: Seen, response: ServerResponse) => void

/** A server of this API with the test's answer, and its client. */
async function serving(answer: Answer, options: Partial<ClientOptions> = {}) {
  const seen: Seen[] = []
  const { url: baseUrl } = await serve((request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const one = {
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body: Buffer.concat(chunks).toString(),
        }
        seen.push(one)
        answer(one, response)
      })
  })
  return { seen, client: createClient({ baseUrl, key: () => 'seo_key', ...options }) }
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
const html =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'Content-Type': 'text/html; charset=UTF-8', ...headers })
    response.end('<!DOCTYPE html><title>Log in</title>')
  }

const failure = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

const list = (search = '') => readQuery(reportListParams, new URLSearchParams(search)).query
const report = { id: 4, url: 'https://a.example/', score: 90 }

describe('a request', () => {
  it('has the key and the headers that the specification requires of its method', async () => {
    const { client, seen } = await serving(({ method }, response) =>
      json(200, method === 'GET' ? { data: [] } : { data: { ...report, domain: 'a' } })(null as never, response),
    )
    await client.listReports(list('search=b%25+c&per_page=25'))
    await client.report('POST', '/reports', { form: { url: 'https://a.example/?a=b&c' } })
    await putWebsite(client, 3, { privacy: 2, password: 'pass word' }, '"v1"')
    await client.call('DELETE', '/reports/4')
    const [get, post, put, del] = seen
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill('Bearer seo_key'))
    expect(get).toMatchObject({
      url: '/api/v1/reports?search=b%25+c&per_page=25',
      headers: { accept: 'application/json' },
    })
    expect(post).toMatchObject({ url: '/api/v1/reports', body: 'url=https%3A%2F%2Fa.example%2F%3Fa%3Db%26c' })
    expect([get, post, put, del].map((request) => request?.headers['content-type'])).toEqual([
      undefined,
      'application/x-www-form-urlencoded',
      'application/x-www-form-urlencoded',
      undefined,
    ])
    expect(put).toMatchObject({
      method: 'PUT',
      url: '/api/v1/websites/3',
      body: 'privacy=2&password=pass+word',
      headers: { 'if-match': '"v1"' },
    })
    expect(del).toMatchObject({ method: 'DELETE', url: '/api/v1/reports/4', body: '' })
    expect(del?.headers.accept).not.toBe('application/json')
  })

  it('has no key when a person signs in, and needs no body in the response', async () => {
    const { client, seen } = await serving((_, response) => response.writeHead(204).end())
    const options = { form: { token: 'token' }, anonymous: true, isEmpty: true }
    expect((await client.call('POST', '/session', options)).status).toBe(204)
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })
})

describe('a response', () => {
  it('includes the ETag of a website', async () => {
    const { client } = await serving(json(200, { data: { id: 1, domain: 'a.example', privacy: 1 } }, { ETag: '"v7"' }))
    expect(await client.showWebsite(1)).toMatchObject({ domain: 'a.example', etag: '"v7"' })
  })

  it('can be empty after a deletion', async () => {
    const { client } = await serving((_, response) => response.writeHead(204).end())
    await expect(client.call('DELETE', '/reports/1')).resolves.toMatchObject({ body: undefined })
  })

  it.each([
    ['a redirect to the login page', html(302, { Location: '/login' })],
    ['the login page itself', html(200)],
  ])('to a deletion that is %s means a rejected key', async (_, answer) => {
    const { client } = await serving(answer)
    expect((await failure(client.call('DELETE', '/reports/1'))).kind).toBe('unauthenticated')
  })

  it.each([
    [403, 'forbidden'],
    [404, 'missing'],
    [405, 'forbidden'],
    [409, 'conflict'],
    [412, 'conflict'],
    [422, 'invalid'],
    [429, 'limited'],
    [500, 'server'],
    [503, 'server'],
  ])('with status %i is the error %s, with HTML or JSON in its body', async (status, kind) => {
    for (const answer of [html(status), json(status, { message: 'No.', status })]) {
      const { client } = await serving(answer)
      expect(await failure(client.showReport(1))).toMatchObject({ kind, status })
    }
  })

  it('includes the sentence of each field', async () => {
    const { client } = await serving(json(422, { message: { url: ['Not a page.'] } }))
    expect(await failure(client.report('POST', '/reports', { form: { url: 'x' } }))).toMatchObject({
      kind: 'invalid',
      message: 'Not a page.',
      fields: { url: ['Not a page.'] },
    })
  })

  it('includes how long to wait', async () => {
    const { client } = await serving(json(429, { message: 'Slow.' }, { 'Retry-After': '7' }))
    expect((await failure(client.listReports(list()))).retryAfter).toBe(7)
  })

  it.each([
    ['HTML', html(200)],
    ['no JSON', (_: Seen, response: ServerResponse) => void response.end('{"data":')],
    ['another shape', json(200, { rows: [] })],
  ])('of %s is not understood and has details to copy', async (_, answer) => {
    const { client } = await serving(answer)
    const error = await failure(client.listReports(list()))
    expect(error.kind).toBe('unreadable')
    expect(error.detail).toContain('/reports')
  })

  it('that was aborted differs from an unreachable server', async () => {
    const { client } = await serving(() => undefined)
    const control = new AbortController()
    const call = failure(client.listReports(list(), control.signal))
    control.abort()
    expect((await call).kind).toBe('aborted')
    const away = createClient({ baseUrl: 'http://127.0.0.1:1', key: () => null })
    expect((await failure(away.listReports(list()))).kind).toBe('network')
  })
})

describe('the code of an error response', () => {
  it.each([
    ['upstream_untrusted', 502],
    ['disk_full', 503],
    ['read_only_key', 403],
  ])('%s has words of the dashboard, whatever the sentence says', async (code, status) => {
    const { client } = await serving(json(status, { code, message: 'Etwas anderes.', status }))
    expect((await failure(client.showReport(4))).words).toEqual(wordsOf(code))
  })

  it.each(['E1234', 'constructor', 7])('%j of another server is ignored', async (code) => {
    const { client } = await serving(json(403, { code, message: 'No.', status: 403 }))
    expect(await failure(client.showReport(4))).toMatchObject({ message: 'No.', words: null })
  })
})

describe('the session of a person', () => {
  it('is sent as the browser’s cookie, to its own server alone, and another one goes on with a rejected call', async () => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (_: string, { headers, credentials }: RequestInit) => {
      sent.push([new Headers(headers).get('authorization'), credentials])
      return sent.length === 1 ? Response.json({ message: 'No.' }, { status: 401 }) : Response.json({ data: report })
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    const client = createClient({
      baseUrl: 'http://localhost',
      key: () => ({ person: 3 }),
      askForKey: async () => true,
    })
    expect((await client.showReport(4)).id).toBe(4)
    expect(sent).toEqual([
      [null, 'same-origin'],
      [null, 'same-origin'],
    ])
  })
})

describe('a rejected key', () => {
  const asksFor =
    (key: string): Answer =>
    (request, response) =>
      request.headers.authorization === `Bearer ${key}`
        ? json(200, { data: report })(request, response)
        : json(401, { message: 'Unauthenticated.' })(request, response)

  it('makes the call repeat its whole request with the next key', async () => {
    let key = 'seo_old'
    const refused: unknown[] = []
    const { client, seen } = await serving(asksFor('seo_new'), {
      key: () => key,
      askForKey: async (old) => {
        refused.push(old)
        key = 'seo_new'
        return true
      },
    })
    expect((await client.report('POST', '/reports', { form: { url: 'https://a.example/' } })).id).toBe(4)
    expect(refused).toEqual(['seo_old'])
    expect(seen[1]?.body).toBe(seen[0]?.body)
  })

  it('fails the call if there is no other key', async () => {
    const { client, seen } = await serving(asksFor('seo_new'), { askForKey: async () => false })
    expect((await failure(client.showReport(4))).kind).toBe('unauthenticated')
    expect(seen).toHaveLength(1)
  })
})

describe('a call that the next person finds at the browser', () => {
  const atTheBrowser = async (answers: readonly number[]) => {
    let person = 0
    const served = await serving(
      (request, response) => {
        const status = answers[served.seen.length - 1] ?? 200
        person = 1
        json(status, status === 200 ? { data: report } : { message: 'No.' })(request, response)
      },
      { person: () => person, key: () => `seo_${person}`, askForKey: async () => true },
    )
    return served
  }

  it.each([
    ['whose key was rejected', [401]],
    ['that worked', [200]],
    ['that failed', [422]],
  ])('is neither sent again nor answered if it is a write %s', async (_, answers) => {
    const { client, seen } = await atTheBrowser(answers)
    expect(await failure(client.remove('/reports/4'))).toMatchObject({ kind: 'aborted', unsure: true })
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer seo_0'])
  })

  it('reads with the next key', async () => {
    const { client, seen } = await atTheBrowser([401, 200])
    expect((await client.showReport(4)).id).toBe(4)
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer seo_0', 'Bearer seo_1'])
  })
})

describe('a shared page', () => {
  const locked: Answer = (request, response) =>
    json(401, { message: 'Password required.', status: 401, locked: { by: 'website', website_id: 7 } })(
      request,
      response,
    )

  it('is requested without a key, and a password on it asks for no key', async () => {
    const { client, seen } = await serving(locked, {
      pathFor: (resource) => pathForVisitor(resource) ?? '',
      askForKey: () => Promise.reject(new Error('asked')),
    })
    expect(await failure(client.showReport(4))).toMatchObject({
      kind: 'unauthenticated',
      locked: { by: 'website', websiteId: 7 },
    })
    expect(seen[0]).toMatchObject({ url: '/api/v1/shared/reports/4' })
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  it('is the only thing that a visitor requests', async () => {
    const { client, seen } = await serving(locked, { canRequest: needsNoKey })
    expect((await failure(client.showWebsite(7))).kind).toBe('missing')
    expect(seen).toEqual([])
  })

  it.each(['POST', 'PUT', 'DELETE'] as const)(
    'that is written with %s needs a key, as nothing was sent',
    async (method) => {
      const { client, seen } = await serving(locked, { canRequest: needsNoKey })
      expect((await failure(client.call(method, '/reports/4', { isSafeToRepeat: true }))).kind).toBe('unauthenticated')
      expect((await failure(client.remove('/reports/4'))).kind).toBe('unauthenticated')
      expect(seen).toEqual([])
    },
  )
})

it('a write whose response is nested too deeply may have worked', () => {
  const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
  const read = () => {
    throw new Error('no report')
  }
  expect(() => parseBody('/reports', deep, read, true)).toThrow(
    expect.objectContaining({ kind: 'unreadable', unsure: true, detail: '/reports\nError: no report\n' }),
  )
})
