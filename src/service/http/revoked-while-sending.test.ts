// @module-tag all
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import type { Route } from '#service/http/route.ts'
import { routes } from '#service/routes.ts'
import { findKey, revokeKey } from '#service/store/access/api-keys.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import type { Schema } from '#service/store/schema.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { createOneOfEach, requestOf } from '#testing/service/one-of-each.ts'
import { type TestResponse, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

/** Every route that changes something and needs a key. */
const writes = routes.filter(({ declaration: { method, access } }) => method !== 'GET' && isAction(access))

function isAction(access: Route['declaration']['access']) {
  return typeof access === 'string' && access !== 'without a key' && access !== 'with or without a key'
}

const nameOf = ({ declaration: { method, path } }: Route) => `${method} ${path}`

/** Returns a body that would succeed. Pages of the example are fetched from `pageUrl`. */
function bodyOf({ declaration: { example } }: Route, pageUrl: string): string {
  const fields = Object.entries(example ?? { x: '1' })
  return new URLSearchParams(
    fields.map(([name, value]) => [name, value === 'https://www.example.com/' ? pageUrl : value]),
  ).toString()
}

it('the tested routes are many', () => expect(writes.length).toBeGreaterThan(30))

describeEachEngine('a key revoked while a body is on its way', ({ name, openStore }) => {
  // Every route writes in the same transaction as its key is checked in, so a part of them shows it for PostgreSQL.
  const tested = writes.filter((_, at) => name === 'sqlite' || at % 5 === 0)
  it.each(tested.map((route) => [nameOf(route), route] as const))('does not do %s', async (_, route) => {
    const service = await testService(await openStore())
    const { store, key, app, allowHosts } = service
    const page = await servePages({ '/': smallPage })
    allowHosts.add(page.host)
    const world = await createOneOfEach(service)
    const { key: doomed, info } = await issueKey(store.db, 'Doomed', 'full')
    await app.listen({ port: 0, host: '127.0.0.1' })
    const before = await contents(service)

    const sender = startSending(
      (app.server.address() as AddressInfo).port,
      requestOf(route, world) ?? '',
      doomed,
      bodyOf(route, `${page.url}/`),
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
      const write = writes.find((write) => nameOf(write) === route)
      const form = write ? bodyOf(write, 'https://shop.example/') : ''

      const checks = () =>
        queries.filter((sql) => /^select .* from "api_keys" as "k" .*where "k"."id" = (\$1|\?)$/.test(sql)).length
      let answer: Promise<TestResponse> | undefined
      await other.db.transaction().execute(async (tx) => {
        await revokeKey(tx, info.id, new Date().toISOString())
        answer = call(route, { key, form })
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

/** Returns the stored data by table, without the last use of keys, which changes on its own. */
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
    'people',
    'invitations',
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
