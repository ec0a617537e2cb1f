import { expect, test as base } from '@playwright/test'
import {
  performThen,
  performThenCut,
  empty,
  delayUntil,
  html,
  noContent,
  redirectToLogin,
  reset,
  silence,
  status,
  truncated,
  wrongType,
} from './support/mock-server/faults.ts'
import { type MockServer, type Reaction, startMockServer } from './support/mock-server/mock-server.ts'
import { variants } from './support/mock-server/variants.ts'

const test = base.extend<{ server: MockServer }>({
  server: async ({}, use) => {
    const server = await startMockServer({ cors: true })
    await use(server)
    await server.close()
  },
})

const call = ({ origin, key }: MockServer, path: string, init: RequestInit = {}) =>
  fetch(`${origin}/api/v1${path}`, {
    redirect: 'manual',
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  })

/** Returns status, content type and text of a response, or the name of the error. */
const outcomeOf = (answer: Promise<Response>) =>
  answer
    .then(async (given) => [given.status, given.headers.get('content-type'), await given.text()])
    .catch((error: Error) => error.name)

test('only the eight operations of the specification exist, and they respond as specified', async ({ server }) => {
  const json = async (...args: [string, RequestInit?]) => (await call(server, ...args)).json()
  const form = (fields: Record<string, string>) => new URLSearchParams(fields)
  const list = await json('/reports?result=bad&sort_by=score&sort=asc&per_page=25&search=BAKERY')
  expect(list.data.map((row: { url: string; result: string }) => [row.url.includes('bakery'), row.result])).toEqual(
    list.data.map(() => [true, 'bad']),
  )
  expect(list.data.length).toBeGreaterThan(1)
  expect(list.data.map((row: { score: number }) => row.score)).toEqual(
    list.data.map((row: { score: number }) => row.score).toSorted((one: number, other: number) => one - other),
  )
  expect(await json('/reports?page=6')).toMatchObject({
    meta: { current_page: 6, from: 51, to: 60, last_page: 6, total: 60 },
    links: { next: null },
  })
  expect(await json('/reports?per_page=30&sort=up')).toMatchObject({
    status: 422,
    errors: { per_page: [expect.any(String)], sort: [expect.any(String)] },
  })
  expect(await json('/reports/7')).toMatchObject({ data: { id: 7, results: { title: { importance: 'high' } } } })
  expect(await json('/reports', { method: 'POST', body: form({ url: 'https://www.new.example/a' }) })).toMatchObject({
    status: 201,
    data: { id: 61, website_id: 13 },
  })
  expect(await json('/websites/13', { method: 'PUT', body: form({ privacy: '2', password: 'x' }) })).toMatchObject({
    data: { privacy: 2, has_password: true },
  })
  expect(await json('/websites/13', { method: 'DELETE' })).toMatchObject({ deleted: true })
  expect(server.reports).toHaveLength(60)

  const statusOf = async (...args: [string, RequestInit?]) => (await call(server, ...args)).status
  expect(
    await statusOf('/reports', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"url":"https://a.example"}',
    }),
  ).toBe(415)
  expect(await statusOf('/reports', { headers: { authorization: 'Bearer another' } })).toBe(401)
  expect(await statusOf('/reports/1', { method: 'PUT', body: form({ url: 'x' }) })).toBe(405)
  for (const path of ['', '/checks', '/reports/1/neighbours', '/reports/0', '/views'])
    expect(await statusOf(path), path).toBe(404)
})

const whole = /^\{"data".*\}$/
const faults: [name: string, reaction: Reaction, expected: unknown][] = [
  ['reset', reset(), 'TypeError'],
  [
    'status',
    status(409, { body: { message: 'No.' }, headers: { 'x-more': '1' } }),
    [409, 'application/json', '{"message":"No."}'],
  ],
  ['html', html(500), [500, 'text/html; charset=utf-8', expect.stringContaining('<h1>')]],
  ['redirectToLogin', redirectToLogin(), [302, null, '']],
  ['truncated', truncated(), [200, 'application/json', expect.not.stringMatching(whole)]],
  ['empty', empty(), [200, 'application/json', '']],
  ['noContent', noContent(), [204, null, '']],
  ['wrongType', wrongType(), [200, 'text/plain', expect.stringMatching(whole)]],
  ['performThenCut', performThenCut(), 'TypeError'],
  ['delayUntil', delayUntil(Promise.resolve()), [200, 'application/json', expect.stringMatching(whole)]],
]
for (const [name, reaction, expected] of faults) {
  test(`the fault ${name} arrives as intended and as often as requested`, async ({ server }) => {
    server.on('GET', /^\/reports\/\d+$/, reaction, 1)
    expect(await outcomeOf(call(server, '/reports/7'))).toEqual(expected)
    expect(await outcomeOf(call(server, '/reports/7'))).toEqual([200, 'application/json', expect.stringMatching(whole)])
  })
}

test('performThen performs the write before the fault', async ({ server }) => {
  server.on('DELETE', '/reports/7', performThen(reset()), 1)
  expect(await outcomeOf(call(server, '/reports/7', { method: 'DELETE' }))).toBe('TypeError')
  expect((await call(server, '/reports/7')).status).toBe(404)
})

test('silence lasts until its rule ends', async ({ server }) => {
  const end = server.on('GET', '/websites', silence())
  expect(await outcomeOf(call(server, '/websites', { signal: AbortSignal.timeout(50) }))).toBe('TimeoutError')
  end()
  expect((await call(server, '/websites')).status).toBe(200)
})

test('cross-origin requests are allowed with the option cors', async ({ server }) => {
  const preflight = await call(server, '/reports', { method: 'OPTIONS' })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'authorization, content-type, accept',
  ])
  expect((await call(server, '/reports')).headers.get('access-control-allow-origin')).toBe('*')
})

test('every variant differs from the plain one somewhere and never breaks', async () => {
  const repliesOf = async (name: keyof typeof variants) => {
    const server = await startMockServer({ variant: variants[name] })
    const calls: [string, RequestInit?][] = [
      ['/reports?page=2&sort_by=url&sort=asc&result=bad'],
      ['/reports?per_page=50&search=www.a%25e'],
      ['/reports/10'],
      ['/reports', { method: 'POST', body: new URLSearchParams({ url: '' }) }],
      ['/reports', { headers: { authorization: 'none' } }],
      ['/reports/1', { method: 'DELETE' }],
      ['/reports', { method: 'POST', body: new URLSearchParams({ url: 'https://a.example/' }) }],
      ['/websites?sort_by=reports_count'],
      ['/websites/3'],
      ['/websites/3', { method: 'DELETE' }],
      ['/reports?website_id=3'],
    ]
    const answers = []
    for (const one of calls) answers.push(await outcomeOf(call(server, ...one)))
    await server.close()
    return JSON.stringify(answers)
      .replaceAll(server.origin, '')
      .replace(/2026-\d\d-\d\dT[^"\\]*/g, 'T')
  }
  const plain = await repliesOf('plain')
  for (const name of Object.keys(variants) as (keyof typeof variants)[]) {
    const answers = await repliesOf(name)
    expect(answers, name).not.toContain('TypeError')
    if (name !== 'plain') expect(answers !== plain, name).toBe(true)
  }
})
