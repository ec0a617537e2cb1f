// @module-tag all
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { impatientService, type RunningService, startChildService } from '#testing/service/child-service.ts'
import { type PostgresServer, startPostgres } from '#testing/store/postgres.ts'
import { newReport } from '#testing/store/reports.ts'

// Each service runs in its own process, on a PostgreSQL server of its own.

let server: PostgresServer | undefined
beforeAll(async () => {
  server = await startPostgres()
})
afterAll(() => server?.stop())

/** Starts the service on a database with one report, reached through `port` if it is given. */
async function serviceOn({ url }: PostgresServer, port?: number, command?: string[]) {
  const store = await openStore({ databaseUrl: url, dataDir: '' })
  await createReport(store.db, newReport())
  const { key } = await issueKey(store.db, 'Test', 'full')
  await store.close()
  const databaseUrl = new URL(url)
  if (port !== undefined) databaseUrl.port = String(port)
  return { ...(await startChildService({ DATABASE_URL: databaseUrl.href }, command)), key }
}

type Outcome = { what: 'read' | 'write'; status: number; retryAfter: string | null; start: number; end: number }

/** Reads and writes from 16 clients at once until `stop`. It creates and deletes views. */
function putUnderLoad({ api, key }: RunningService & { key: string }) {
  const outcomes: Outcome[] = []
  const created = new Set<number>()
  const deleted = new Set<number>()
  let isStopped = false

  async function send(what: Outcome['what'], path: string, init?: RequestInit) {
    const start = performance.now()
    const response = await api(path, key, init)
    const { status, headers } = response
    outcomes.push({ what, status, retryAfter: headers.get('retry-after'), start, end: performance.now() })
    // A client would wait longer after a Retry-After.
    if (status === 503) await pause(50)
    return { status, body: await response.json() }
  }

  async function write(client: number) {
    for (let count = 0; !isStopped; count += 1) {
      const view = new URLSearchParams({ name: `View ${client}.${count}`, list: 'reports', query: 'result=bad' })
      const { status, body } = await send('write', '/api/v1/views', { method: 'POST', body: view })
      if (status !== 201) continue
      created.add(body.data.id)
      if (count % 8 === 0) continue
      // Without an answer, it is open whether the view was deleted.
      created.delete(body.data.id)
      const answer = await send('write', `/api/v1/views/${body.data.id}`, { method: 'DELETE' })
      if (answer.status === 200) deleted.add(body.data.id)
    }
  }

  async function read(client: number) {
    while (!isStopped) await send('read', client % 2 ? '/api/v1/reports' : '/api/v1/views')
  }

  const clients = Array.from({ length: 8 }, (_, client) => [write(client), read(client)]).flat()
  const done = Promise.all(clients)
  // The test fails on it when it awaits `stop`.
  done.catch(() => {})
  return {
    outcomes,
    created,
    deleted,
    async stop() {
      isStopped = true
      await done
    },
    /**
     * Resolves when reads and writes that began from now on have succeeded eight times each, with the time that this
     * took in milliseconds.
     */
    async untilServed() {
      const since = performance.now()
      const served = (what: Outcome['what']) =>
        outcomes.filter((outcome) => outcome.what === what && outcome.start >= since && outcome.status < 300).length
      while (served('read') < 8 || served('write') < 8) await Promise.race([pause(20), done])
      return performance.now() - since
    },
  }
}

describe('while PostgreSQL restarts under parallel reads and writes', () => {
  const ways: [string, (server: PostgresServer) => Promise<void>][] = [
    ['fast', (postgres) => postgres.restart('fast')],
    ['immediate', (postgres) => postgres.restart('immediate')],
    ['pg_terminate_backend', ({ url }) => terminateOthers(url)],
  ]

  it.for(ways)('%s: answers 503 with Retry-After, recovers soon and loses nothing', async ([, disturb], context) => {
    if (!server) return context.skip()
    const service = await serviceOn(server)
    const load = putUnderLoad(service)
    await load.untilServed()
    for (let round = 0; round < 3; round += 1) {
      const usualMs = await load.untilServed()
      await disturb(server)
      expect(await load.untilServed()).toBeLessThan(5_000 + 10 * usualMs)
    }
    await load.stop()
    const failed = load.outcomes.filter(({ status }) => status >= 400)
    expect(failed.length).toBeGreaterThan(0)
    for (const outcome of failed) expect(outcome).toMatchObject({ status: 503, retryAfter: '5' })
    expect(service.child.exitCode).toBe(null)
    expect((await service.api('/readyz')).status).toBe(200)

    const { data } = await (await service.api('/api/v1/views', service.key)).json()
    const stored = new Set(data.map(({ id }: { id: number }) => id))
    expect([...load.created].filter((id) => !stored.has(id))).toEqual([])
    expect([...load.deleted].filter((id) => stored.has(id))).toEqual([])
    const { db, close } = await openStore({ databaseUrl: server.url, dataDir: '' })
    onTestFinished(close)
    expect(await findFaults(db)).toEqual([])
    for (const { id } of data) await service.api(`/api/v1/views/${id}`, service.key, { method: 'DELETE' })
  })

  async function terminateOthers(url: string) {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    await client.end()
  }
})

describe('when the database goes silent under parallel reads and writes', () => {
  it('answers 503, and serves soon after new connections work', async (context) => {
    if (!server) return context.skip()
    const proxy = await tcpProxyTo(Number(new URL(server.url).port))
    const service = await serviceOn(server, proxy.port)
    const load = putUnderLoad(service)
    await load.untilServed()
    const usualMs = await load.untilServed()
    proxy.freeze()
    expect(await load.untilServed()).toBeLessThan(30_000 + 10 * usualMs)
    await load.stop()
    const failed = load.outcomes.filter(({ status }) => status >= 400)
    expect(failed.length).toBeGreaterThan(0)
    for (const outcome of failed) expect(outcome).toMatchObject({ status: 503, retryAfter: '5' })
  })

  it('ends after SIGTERM', async (context) => {
    if (!server) return context.skip()
    const proxy = await tcpProxyTo(Number(new URL(server.url).port))
    const service = await serviceOn(server, proxy.port, impatientService)
    const load = putUnderLoad(service)
    await load.untilServed()
    proxy.freezesNew = true
    proxy.freeze()
    service.child.kill('SIGTERM')
    await service.exited
    await load.stop().catch(() => {})
  })
})

type TcpProxy = {
  port: number
  /** Stops forwarding in both directions on open connections: both sides see a peer that is connected and silent. */
  freeze(): void
  /** While set, new connections are frozen too. */
  freezesNew: boolean
}

/** Starts a proxy on loopback to a server on the same machine. It is closed when the running test ends. */
async function tcpProxyTo(target: number): Promise<TcpProxy> {
  const open = new Set<Socket>()
  const frozen = new Set<Socket>()
  const freeze = (socket: Socket) => frozen.add(socket.pause())
  const proxy: TcpProxy = { port: 0, freezesNew: false, freeze: () => open.forEach(freeze) }

  const pass = (from: Socket, to: Socket) => {
    open.add(from)
    from.on('data', (bytes) => to.write(bytes))
    from.on('error', () => {})
    from.on('close', () => {
      open.delete(from)
      if (!frozen.has(from)) to.destroy()
    })
  }
  const server = createServer((client) => {
    const upstream = connect(target, '127.0.0.1')
    pass(client, upstream)
    pass(upstream, client)
    if (proxy.freezesNew) [client, upstream].forEach(freeze)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port
  onTestFinished(async () => {
    for (const socket of open) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return proxy
}
