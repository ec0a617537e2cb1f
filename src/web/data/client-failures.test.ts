import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { serve } from '#testing/servers/loopback.ts'
import { changeFinding } from '#web/findings/mutations.ts'
import { createLink } from '#web/links/mutations.ts'
import { serverViews } from '#web/resources/views.ts'
import { ApiError } from './api-error.ts'
import { createClient } from './client.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A client of a server with this answer; `asked` are the server's requests. */
async function serving(answer: Answer, askForKey = async () => false) {
  const asked: string[] = []
  const { url: baseUrl } = await serve(async (request, response) => {
    asked.push(`${request.method} ${request.url} ${await text(request)}`.trim())
    answer(response, request)
  })
  return { asked, client: createClient({ baseUrl, key: () => 'key', askForKey }) }
}

const says =
  (status: number, type: string, body = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { ...(type && { 'Content-Type': type }), ...headers }).end(body)

const failure = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

const mebibyte = Buffer.alloc(1024 * 1024, 'a')

describe('a silent server', () => {
  it('causes a timeout, which differs from a lost connection', async () => {
    const { client } = await serving(() => {})
    expect((await failure(client.call('GET', '/reports', { maxSilence: 20 }))).kind).toBe('timeout')
  })

  it('causes a timeout in the middle of a response too', async () => {
    const { client } = await serving((response) => void response.write('['))
    expect((await failure(client.call('GET', '/reports', { maxSilence: 20 }))).kind).toBe('timeout')
  })
})

describe('a response over the size limit', () => {
  const endless: Answer = (response) => {
    const more = () => {
      while (!response.destroyed && response.write(mebibyte));
      response.once('drain', more)
    }
    more()
  }
  it.each([
    ['as it comes', endless],
    [
      'packed small',
      ((response) =>
        void response
          .writeHead(200, { 'Content-Encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(64 * 1024 * 1024)))) satisfies Answer,
    ],
  ])('is aborted %s', async (_, answer) => {
    const { client } = await serving(answer)
    expect((await failure(client.call('GET', '/reports'))).kind).toBe('too-large')
  })
})

describe('a response body', () => {
  it('is read as JSON whatever its content type is', async () => {
    const { client } = await serving(says(200, 'text/html', '[1]'))
    expect((await client.call('GET', '/reports')).body).toEqual([1])
  })

  it.each([
    ['nothing', says(200, 'application/json')],
    ['nothing', says(204, '')],
    ['page', says(200, 'text/html', ' <!doctype html>')],
    ['part', says(200, 'application/json', '{"data":[{"id"')],
    [null, says(200, 'text/plain', 'OK')],
  ])('that is %s instead of data is an error that says so', async (bodyKind, answer) => {
    const { client } = await serving(answer)
    expect(await failure(client.call('GET', '/reports'))).toMatchObject({
      kind: 'unreadable',
      bodyKind,
      detail: expect.stringMatching(/^GET \/reports\n20[04] /),
      unsure: false,
    })
  })

  it.each([
    ['none', says(200, 'text/html; charset=UTF-8')],
    ['a word', says(200, 'text/html', 'Deleted')],
    ['nothing at all', says(202, '')],
  ])('can be %s after a deletion', async (_, answer) => {
    const { client } = await serving(answer)
    await expect(client.call('DELETE', '/reports/1')).resolves.toMatchObject({ body: undefined })
  })
})

describe('a write', () => {
  it.each<[string, Answer]>([
    ['a connection that breaks', (response) => void response.destroy()],
    [
      'an answer cut off',
      (response) => void response.writeHead(201, { 'Content-Length': 100 }).write('{"data"', () => response.destroy()),
    ],
    ['nothing', says(201, '')],
    ['a page', says(200, 'text/html', '<!doctype html>')],
    ['another shape', says(201, 'application/json', '{"job":4}')],
    ['a gateway that has given up', says(504, 'text/html', '<html>')],
  ])('with %s as its response may have worked and is not repeated', async (_, answer) => {
    const { client, asked } = await serving(answer, async () => true)
    expect((await failure(client.report('POST', '/reports', { form: { url: 'https://a.example/' } }))).unsure).toBe(
      true,
    )
    expect(asked).toEqual(['POST /api/v1/reports url=https%3A%2F%2Fa.example%2F'])
  })

  it('of a link, a view or a finding may have worked if its response has another shape', async () => {
    const { client } = await serving(says(201, 'application/json', '{"job":4}'))
    const link = createLink({ kind: 'report', report_id: 1, mode: 'live', layout: 'page', label: '' }, client)
    const view = serverViews(client).create({ name: 'Bad', list: 'reports', query: 'result=bad' })
    const finding = changeFinding(1, 'viewport', { status: 'fixed' }, client)
    const errors = await Promise.all([link, view, finding].map(failure))
    expect(errors.map(({ unsure }) => unsure)).toEqual([true, true, true])
  })

  it('whose response has a secret fails without showing it', async () => {
    const { client } = await serving(says(201, 'application/json', '{"key":"seo_secret"}'))
    const read = () => {
      throw new Error('no key')
    }
    const details = [true, false].map(async (hasSecret) => {
      const { detail } = await failure(client.write('POST', '/keys', read, { hasSecret }))
      return detail?.includes('seo_secret')
    })
    expect(await Promise.all(details)).toEqual([false, true])
  })

  it.each([422, 403, 429, 500, 503])('with status %i has not worked', async (status) => {
    const { client } = await serving(says(status, 'application/json', '{}'))
    expect((await failure(client.report('POST', '/reports', { form: { url: 'https://a.example/' } }))).unsure).toBe(
      false,
    )
  })

  it.each(['/login', '/users/sign_in'])(
    'led to a login page at %s was refused, and goes out again with another key',
    async (login) => {
      let key = false
      const { client, asked } = await serving(
        (response, { url }) =>
          url === login
            ? says(200, 'text/html', '<!doctype html>')(response, null as never)
            : key
              ? says(
                  201,
                  'application/json',
                  '{"data":{"id":4,"url":"https://a.example/","score":90}}',
                )(response, null as never)
              : says(302, 'text/html', '', { Location: login })(response, null as never),
        async () => (key = true),
      )
      expect((await client.report('POST', '/reports', { form: { url: 'https://a.example/' } })).id).toBe(4)
      expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(2)
    },
  )
})
