// @module-tag all
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { servePages } from '#testing/servers/loopback.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine, type TestEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { endUnread, unreadMs } from './long-responses.ts'
import { maxExportsOfKey } from './routes/exports.ts'
import { maxStreamsOfKey } from './routes/jobs.ts'

/** A job that is never worked on, and a service that listens. */
async function start({ openStore }: Pick<TestEngine, 'openStore'>) {
  const service = await testService(await openStore())
  const { app, call, store } = service
  const { body } = await call('POST /api/v1/jobs', { form: { urls: 'https://shop.example/' } })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  /** Opens a connection of its own for a request. */
  const open = async (path: string, withKey: string, { method = 'GET', body = '', accept = '*/*' } = {}) => {
    const headers = {
      authorization: `Bearer ${withKey}`,
      accept,
      'accept-encoding': 'identity',
      ...(body && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const sent = request({ port, path: `/api/v1/${path}`, method, headers, agent: false }).end(body)
    onTestFinished(() => void sent.destroy())
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { response, status: response.statusCode, close: () => sent.destroy() }
  }
  const { key, info } = await issueKey(store.db, 'Doomed', 'full')
  const revoke = () => call(`DELETE /api/v1/keys/${info.id}`)
  const expire = () =>
    store.db
      .updateTable('api_keys')
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .where('id', '=', info.id)
      .execute()
  return { ...service, open, doomed: key, ways: { revoke, expire }, events: `jobs/${body.data.id}/events` }
}

/** Rows of 20 kB, more than the buffers of a connection hold. */
async function insertLargeRows(db: Parameters<typeof insertReports>[0], count: number) {
  const [evaluation, facts] = [pack({}), pack({})]
  const reports = Array.from({ length: count }, (_, at) => ({
    ...newReport({ url: `https://shop.example/${at}`, title: 'x'.repeat(20_000) }),
    evaluation,
    facts,
  }))
  await insertReports(db, reports)
}

describeEachEngine('a long response', (engine) => {
  it.each(['revoke', 'expire'] as const)('of a job ends after its key: %s', async (way) => {
    const { open, events, doomed, ways, key } = await start(engine)
    const [ended, other] = [await open(events, doomed), await open(events, key)]
    await ways[way]()
    expect(await text(ended.response)).toContain('event: progress')
    expect(other.response.closed).toBe(false)
    expect((await open(events, doomed)).status).toBe(401)
  })

  it.each(['revoke', 'expire'] as const)('of an export is cut off after its key: %s', async (way) => {
    const { open, doomed, ways, store, app } = await start(engine)
    await insertLargeRows(store.db, 1_000)
    const { status, response } = await open('exports/reports.json', doomed)
    expect(status).toBe(200)
    await ways[way]()
    await expect.poll(() => app.requestsInProgress()).toBe(0)
    await expect(text(response)).rejects.toThrow('aborted')
  })

  it('of an analysis is an error after its key, and no report is stored', async () => {
    const { open, doomed, ways, allowHosts, call } = await start(engine)
    const site = async () => {
      const asked = Promise.withResolvers<void>()
      const { url, host } = await servePages({ '/': () => asked.resolve() })
      allowHosts.add(host)
      return { asked: asked.promise, method: 'POST', body: String(new URLSearchParams({ url: `${url}/` })) }
    }
    // On two hosts, because analyses of one wait for each other.
    const [one, other] = [await site(), await site()]
    const answers = Promise.all([
      open('reports', doomed, one),
      open('reports', doomed, { ...other, accept: 'text/event-stream' }),
    ])
    await Promise.all([one.asked, other.asked])
    await ways.revoke()
    const [plain, events] = await answers
    expect(plain.status).toBe(401)
    expect(await text(events.response)).toMatch(/event: error\ndata: .*"code":"unauthenticated"/)
    expect((await call('GET /api/v1/reports')).body.meta.total).toBe(0)
  })

  it('has places that one key can’t take all of, and that are free again when it closes', async () => {
    const { open, events, key, readKey, store } = await start(engine)
    await insertLargeRows(store.db, 1_000)
    for (const [path, most] of [
      [events, maxStreamsOfKey],
      ['exports/reports.json', maxExportsOfKey],
    ] as const) {
      const all = await Promise.all(Array.from({ length: most }, () => open(path, readKey)))
      expect(all.map(({ status }) => status)).toEqual(all.map(() => 200))
      const { status, response } = await open(path, readKey)
      expect([status, response.headers['retry-after']]).toEqual([429, '10'])
      expect(await json(response)).toMatchObject({
        code: 'rate_limited',
        message: expect.stringMatching(
          /^Too many (jobs|lists) are being \w+ with this API key\. Try again in 10 seconds\.$/,
        ),
      })
      expect((await open(path, key)).status).toBe(200)
      all[0]?.close()
      await expect.poll(async () => (await open(path, readKey)).status).toBe(200)
    }
  })
})

it('a response that its client does not read ends', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  endUnread(app, 300)
  app.get('/', (_, reply) => reply.send(Readable.from(Array.from({ length: 1_000 }, () => 'x'.repeat(100_000)))))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const closed = Promise.withResolvers<void>()
  app.server.on('connection', (socket: Socket) => socket.once('close', () => closed.resolve()))
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void client.destroy())
  client.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await closed.promise
  expect(client.bytesRead).toBeLessThan(100_000_000)
})

it('a later request on the same connection can take longer than that', async () => {
  const app = Fastify()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(async () => {
    agent.destroy()
    await app.close()
  })
  endUnread(app, 100)
  app.get('/', async () => 'first')
  app.get('/later', async () => pause(500, 'later'))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const connections = new Set<unknown>()
  for (const path of ['/', '/later', '/']) {
    const sent = request({ port, path, agent }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    connections.add(response.socket)
    expect(await text(response)).toBe(path === '/' ? 'first' : 'later')
  }
  expect(connections.size).toBe(1)
})

describeEachEngine('every response', (engine) => {
  it('ends when nothing of it is read for a minute', async () => {
    const { app, open, key, events } = await start(engine)
    const timeouts: number[] = []
    app.server.on('connection', (socket: Socket) => {
      const setTimeout = socket.setTimeout.bind(socket)
      socket.setTimeout = (ms, listener) => {
        timeouts.push(ms)
        return setTimeout(ms, listener)
      }
    })
    for (const path of ['reports', events, 'exports/reports.json', 'shared/websites/1']) await open(path, key)
    expect(timeouts.filter((ms) => ms === unreadMs)).toHaveLength(4)
  })
})
