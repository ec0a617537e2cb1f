import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { openApiDocument } from '#contract/openapi/document.ts'
import { issueKey } from '#service/access/keys.ts'
import { findKey, revokeKey } from '#service/store/api-keys.ts'
import { openStore } from '#service/store/database.ts'
import { insertLink } from '#service/store/links.ts'
import { createReport } from '#service/store/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { createView } from '#service/store/views.ts'
import { describeEachEngine } from '#testing/databases.ts'
import { servePages, smallPage } from '#testing/http.ts'
import { newReport } from '#testing/reports.ts'
import { type TestResponse, testService } from '#testing/service.ts'

/** A body for each route that changes something. Each would succeed. */
const bodies = (pageUrl: string): Record<string, string> => ({
  'POST /api/v1/reports': `url=${encodeURIComponent(pageUrl)}`,
  'DELETE /api/v1/reports/1': 'x',
  'PUT /api/v1/websites/1': 'privacy=0',
  'DELETE /api/v1/websites/1': 'x',
  'POST /api/v1/bulk/reports/delete': 'ids=1',
  'POST /api/v1/views': 'list=reports&name=New',
  'PUT /api/v1/views/order': 'ids=1',
  'PUT /api/v1/views/1': 'name=Other',
  'DELETE /api/v1/views/1': 'x',
  'POST /api/v1/keys': 'name=New&role=full',
  'DELETE /api/v1/keys/victim': 'x',
  'POST /api/v1/links': 'kind=report&report_id=1',
  'DELETE /api/v1/links/1': 'x',
})

it('every route that changes something with a key is among the tested ones', () => {
  const routes = Object.entries(openApiDocument('1').paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method, operation]) => method !== 'get' && (operation as { security?: object[] }).security?.length)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
  const tested = Object.keys(bodies('')).map((route) => route.replace(/\/(1|victim)$/, '/{id}'))
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
    await createReport(store.db, newReport())
    await createView(store.db, { list: 'reports', name: 'One', query: '' })
    await insertLink(store.db, link)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const before = await contents(service)

    const sender = startSending(
      (app.server.address() as AddressInfo).port,
      route.replace('victim', victim.id),
      doomed,
      bodies(`${page.url}/`)[route] ?? '',
    )
    // The key is accepted before its revocation.
    await expect.poll(async () => (await findKey(store.db, info.id))?.lastUsedAt).toBeTruthy()
    expect((await service.call(`DELETE /api/v1/keys/${info.id}`, { key })).status).toBe(200)
    const [revoked] = await contents(service)
    const { status, body } = await sender.finish()
    expect([status, body]).toEqual([401, expect.objectContaining({ code: 'unauthenticated' })])
    const [keys, ...others] = await contents(service)
    expect([keys, ...others]).toEqual([revoked, ...before.slice(1)])
  })
})

describeEachEngine('a key revoked while the database is busy', ({ createDatabase }) => {
  it.each(['POST /api/v1/keys', 'POST /api/v1/links'] as const)('does not do %s', async (route) => {
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
      queries.filter(
        (sql) =>
          sql === 'select * from "api_keys" where "id" = $1' || sql === 'select * from "api_keys" where "id" = ?',
      ).length
    let answer: Promise<TestResponse> | undefined
    await other.db.transaction().execute(async (tx) => {
      await revokeKey(tx, info.id, new Date().toISOString())
      answer = call(route, { key, form: bodies('')[route] ?? '' })
      // The key counts until the revocation is committed.
      await expect.poll(checks).toBeGreaterThanOrEqual(2)
    })
    expect(await answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    expect((await store.db.selectFrom('links').selectAll().execute()).length).toBe(0)
    expect((await store.db.selectFrom('api_keys').select('name').execute()).map(({ name }) => name)).not.toContain(
      'New',
    )
  })
})

const link = {
  kind: 'report',
  mode: 'live',
  label: '',
  reportId: 1,
  websiteId: 1,
  list: null,
  query: null,
  title: 'One',
  passwordHash: null,
  createdBy: '',
  createdAt: '2026-05-01T12:00:00.000Z',
  expiresAt: null,
  tokenHash: 'x',
  frozen: null,
} as const

/** Returns what can be changed, table by table. The last use of a key is written by itself. */
async function contents({ store: { db } }: Awaited<ReturnType<typeof testService>>) {
  const tables = ['api_keys', 'reports', 'websites', 'views', 'links'] as const satisfies (keyof Schema)[]
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))
  return rows.map((table) => table.map(({ ...row }) => ({ ...row, last_used_at: null })))
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
