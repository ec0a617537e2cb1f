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
import { createOwner } from '#testing/service/people.ts'
import { type TestResponse, type TestService, testService } from '#testing/service/service.ts'
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

/** What guests do too. */
const ofGuests = new Set<unknown>(['change own account', 'rename own key'])

describeEachEngine('while a body is on its way', ({ name, openStore }) => {
  // Every route writes in the same transaction as its key is checked in, so a part of them shows it for PostgreSQL.
  const tested = writes.filter((_, at) => name === 'sqlite' || at % 5 === 0)
  const named = (some: readonly Route[]) => some.map((route) => [nameOf(route), route] as const)

  it.each(named(tested))('a revoked key does not do %s', async (_, route) => {
    const service = await testService(await openStore())
    const answer = await sendWhile(service, route, {}, (key) => service.call(`DELETE /api/v1/keys/${key}`))
    expect(answer).toEqual([401, expect.objectContaining({ code: 'unauthenticated' })])
  })

  const notOfGuests = tested.filter(({ declaration: { access } }) => !ofGuests.has(access))
  it.each(named(notOfGuests))('an owner who becomes a guest does not do %s', async (_, route) => {
    const service = await testService(await openStore())
    const { id } = await createOwner(service.store.db, 'Kim', 'kim@agency.example')
    const [status, body] = await sendWhile(service, route, { person_id: id }, () =>
      service.call(`PUT /api/v1/people/${id}`, { form: { team_role: 'guest' } }),
    )
    expect([status, body]).toEqual([
      expect.toBeOneOf([403, 404]),
      expect.objectContaining({ code: status === 403 ? 'not_allowed' : 'not_found' }),
    ])
  })
})

/** Returns the answer to a request of a key whose rights end before its last byte. Nothing may change then. */
async function sendWhile(
  service: TestService,
  route: Route,
  more: { person_id?: number },
  end: (key: string) => Promise<TestResponse>,
) {
  const { store, app, allowHosts } = service
  const page = await servePages({ '/': smallPage })
  allowHosts.add(page.host)
  const world = await createOneOfEach(service)
  const { key: doomed, info } = await issueKey(store.db, 'Doomed', 'full', new Date(), more)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const before = await contents(service)
  const sender = startSending(
    (app.server.address() as AddressInfo).port,
    requestOf(route, world) ?? '',
    doomed,
    bodyOf(route, `${page.url}/`),
  )
  // The key is accepted before its rights end.
  await expect.poll(async () => (await findKey(store.db, info.id))?.last_used_at).toBeTruthy()
  expect((await end(info.id)).status).toBe(200)
  const { api_keys, people } = await contents(service)
  const { status, body } = await sender.finish()
  expect(await contents(service)).toEqual({ ...before, api_keys, people })
  return [status, body]
}

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
async function contents({ store: { db } }: TestService) {
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
    'clients',
    'search_connections',
    'search_days',
  ] as const satisfies (keyof Schema)[]
  const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  const states = await db.selectFrom('finding_states').selectAll().execute()
  const used = { last_used_at: null, last_seen_at: null }
  const inOrder = (table: object[]) => table.map((row) => JSON.stringify({ ...row, ...used })).toSorted()
  return Object.fromEntries([...tables.map((name, at) => [name, inOrder(rows[at] ?? [])]), ['states', inOrder(states)]])
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
