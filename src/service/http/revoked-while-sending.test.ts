import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openApiDocument } from '#service/routes.ts'
import { findKey, revokeKey } from '#service/store/access/api-keys.ts'
import { createAlertRule } from '#service/store/alerts/rules.ts'
import { openStore } from '#service/store/database.ts'
import { createJob, type NewJob } from '#service/store/jobs/jobs.ts'
import { createWaiver } from '#service/store/pages/waivers.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createSchedule } from '#service/store/schedules/schedules.ts'
import type { Schema } from '#service/store/schema.ts'
import { insertLink } from '#service/store/share-links/share-links.ts'
import { createView } from '#service/store/views.ts'
import { servePages, smallPage } from '#testing/servers/http.ts'
import { type TestResponse, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newCheckResult, newEvaluation, newReport } from '#testing/store/reports.ts'

/** A body for each route that changes something. Each would succeed. */
const bodies = (pageUrl: string): Record<string, string> => ({
  'POST /api/v1/reports': `url=${encodeURIComponent(pageUrl)}`,
  'DELETE /api/v1/reports/1': 'x',
  'PUT /api/v1/websites/1': 'privacy=0',
  'PUT /api/v1/websites/1/retention': 'keep=10',
  'DELETE /api/v1/websites/1': 'x',
  'POST /api/v1/bulk/reports/delete': 'ids=1',
  'POST /api/v1/views': 'list=reports&name=New',
  'PUT /api/v1/views/order': 'ids=2,1',
  'PUT /api/v1/views/1': 'name=Other',
  'DELETE /api/v1/views/1': 'x',
  'POST /api/v1/waivers': 'website_id=1&check=noindex&scope=website&reason=By+design',
  'DELETE /api/v1/waivers/1': 'x',
  'PUT /api/v1/reports/1/findings/title-present': 'status=in_progress',
  'POST /api/v1/keys': 'name=New&role=full',
  'DELETE /api/v1/keys/victim': 'x',
  'POST /api/v1/links': 'kind=report&report_id=1',
  'DELETE /api/v1/links/1': 'x',
  'POST /api/v1/jobs': `urls=${encodeURIComponent(pageUrl)}`,
  'POST /api/v1/jobs/1/pause': 'x=1',
  'POST /api/v1/jobs/1/resume': 'x=1',
  'POST /api/v1/jobs/1/cancel': 'x=1',
  'POST /api/v1/jobs/1/retry': 'x=1',
  'POST /api/v1/schedules': 'view_id=1&every=day&time=06:00&time_zone=UTC',
  'PUT /api/v1/schedules/1': 'every=day&time=07:00&time_zone=UTC',
  'DELETE /api/v1/schedules/1': 'x',
  'POST /api/v1/alerts/rules': 'view_id=2&conditions=not_indexable',
  'PUT /api/v1/alerts/rules/1': 'conditions=becomes_bad',
  'DELETE /api/v1/alerts/rules/1': 'x',
  'PUT /api/v1/brand': 'name=New',
  'PUT /api/v1/brand/logo': `image=${encodeURIComponent(`data:image/svg+xml;base64,${btoa('<svg/>')}`)}`,
  'DELETE /api/v1/brand/logo': 'x',
})

it('every route that changes something with a key is among the tested ones', () => {
  const routes = Object.entries(openApiDocument('1').paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => method !== 'get' && (operation as { security?: object[] }).security?.length)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const tested = Object.keys(bodies('')).map((route) =>
    route.replace(/\/(1|victim)(?=$|\/)/, '/{id}').replace('/title-present', '/{check}'),
  )
  expect(tested.toSorted()).toEqual(routes.toSorted())
})

describeEachEngine('a key revoked while a body is on its way', ({ openStore }) => {
  it.each(Object.keys(bodies('')))('does not do %s', async (route) => {
    const service = await testService(await openStore())
    const { store, key, app, allowHosts } = service
    const page = await servePages({ '/': smallPage })
    allowHosts.add(page.host)
    const { key: doomed, info } = await issueKey(store.db, 'Doomed', 'full')
    const { info: victim } = await issueKey(store.db, 'Victim', 'full')
    const evaluation = newEvaluation({
      results: { 'title-present': newCheckResult({ outcome: 'warn', passed: false }) },
    })
    await createReport(store.db, newReport({ evaluation }))
    await store.db.transaction().execute((tx) => createWaiver(tx, waiver, '2026-05-01'))
    await createView(store.db, { list: 'reports', name: 'One', query: '' })
    await createView(store.db, { list: 'reports', name: 'Two', query: '' })
    await createAlertRule(store.db, 1, alertRule)
    await insertLink(store.db, link)
    await store.db.transaction().execute((tx) => createJob(tx, job))
    await store.db.transaction().execute((tx) => createSchedule(tx, schedule))
    await app.listen({ port: 0, host: '127.0.0.1' })
    const before = await contents(service)

    const sender = startSending(
      (app.server.address() as AddressInfo).port,
      route.replace('victim', victim.id),
      doomed,
      bodies(`${page.url}/`)[route] ?? '',
    )
    // The key is accepted before its revocation.
    await expect.poll(async () => (await findKey(store.db, info.id))?.last_used_at).toBeTruthy()
    expect((await service.call(`DELETE /api/v1/keys/${info.id}`, { key })).status).toBe(200)
    const [revoked] = await contents(service)
    const { status, body } = await sender.finish()
    expect([status, body]).toEqual([401, expect.objectContaining({ code: 'unauthenticated' })])
    const [keys, ...others] = await contents(service)
    expect([keys, ...others]).toEqual([revoked, ...before.slice(1)])
  })
})

describeEachEngine('a key revoked while the database is busy', ({ createDatabase }) => {
  it.each(['POST /api/v1/keys', 'POST /api/v1/links', 'POST /api/v1/jobs'] as const)(
    'does not do %s',
    async (route) => {
      const database = await createDatabase()
      const queries: string[] = []
      const store = await openStore({ ...database, onQuery: (sql) => queries.push(sql) })
      const other = await openStore(database)
      onTestFinished(async () => {
        await other.close()
        await store.close()
        await database.remove()
      })
      const { call } = await testService(store)
      await createReport(store.db, newReport())
      const { key, info } = await issueKey(store.db, 'Doomed', 'full')

      const checks = () =>
        queries.filter((sql) => sql.startsWith('select ') && /from "api_keys" where "id" = (\$1|\?)$/.test(sql)).length
      let answer: Promise<TestResponse> | undefined
      await other.db.transaction().execute(async (tx) => {
        await revokeKey(tx, info.id, new Date().toISOString())
        answer = call(route, { key, form: bodies('https://shop.example/')[route] ?? '' })
        // The key counts until the revocation is committed.
        await expect.poll(checks).toBeGreaterThanOrEqual(2)
      })
      expect(await answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
      for (const table of ['links', 'jobs'] as const)
        expect((await store.db.selectFrom(table).selectAll().execute()).length).toBe(0)
      expect((await store.db.selectFrom('api_keys').select('name').execute()).map(({ name }) => name)).not.toContain(
        'New',
      )
    },
  )
})

const waiver = {
  website_id: 1,
  check_id: 'title-present',
  scope: 'website',
  target: null,
  reason: 'By design',
  author: 'Test',
  created_at: '2026-05-01T12:00:00.000Z',
  expires_on: '2026-05-02',
} as const

const schedule = {
  website_id: 1,
  view_id: null,
  every: 'day',
  weekday: null,
  month_day: null,
  time: '06:00',
  time_zone: 'UTC',
  key_id: 'abcdefgh',
  key_name: null,
} as const

const alertRule = {
  conditions: ['not_indexable'],
  mail_to: [],
  webhook_url: null,
  key_id: 'abcdefgh',
  key_name: null,
} satisfies Parameters<typeof createAlertRule>[2]

const job = {
  kind: 'urls',
  label: '',
  url: null,
  crawl: null,
  key_id: 'abcdefgh',
  key_name: null,
  urls: [{ line: 1, url: 'https://shop.example/', host: 'shop.example' }],
} as const satisfies NewJob

const link = {
  kind: 'report',
  mode: 'live',
  layout: 'page',
  compare_id: null,
  label: '',
  report_id: 1,
  website_id: 1,
  list: null,
  query: null,
  title: 'One',
  password_hash: null,
  created_by: '',
  created_at: '2026-05-01T12:00:00.000Z',
  expires_at: null,
  token_hash: 'x',
  snapshot: null,
} as const

/** Returns what can be changed, table by table. The last use of a key is written by itself. */
async function contents({ store: { db } }: Awaited<ReturnType<typeof testService>>) {
  const tables = [
    'api_keys',
    'reports',
    'websites',
    'views',
    'links',
    'waivers',
    'jobs',
    'schedules',
    'alert_rules',
    'brand',
  ] as const satisfies (keyof Schema)[]
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))
  const states = await db.selectFrom('finding_states').selectAll().orderBy('check_id').execute()
  return [...rows, states].map((table) => table.map(({ ...row }) => ({ ...row, last_used_at: null })))
}

/** Sends a request but for its last byte. */
function startSending(port: number, route: string, key: string, body: string) {
  const [method, path] = route.split(' ')
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answer = text(socket)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: x',
    `Authorization: Bearer ${key}`,
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, -1)}`)
  return {
    async finish() {
      socket.write(body.slice(-1))
      const [first = '', json = ''] = (await answer).split('\r\n\r\n')
      return { status: Number(first.split(' ')[1]), body: JSON.parse(json) as unknown }
    },
  }
}
