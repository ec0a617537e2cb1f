import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { createIdentityKeys } from '#service/identity/encryption.ts'
import { createFindSite } from '#service/identity/signing-key.ts'
import { startHostileServer } from '#testing/servers/hostile-server.ts'
import { serve, servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { openSqliteStore } from '#testing/store/databases.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { createAnalysisQueue, maxRunningAnalyses, maxWaitingAnalyses } from './analysis-queue.ts'

const maxOfKey = maxRunningAnalyses / 2

it('runs eight analyses of a key, queues a hundred, rejects one more with 503, and completes all others', async () => {
  const { call, allowHosts } = await sqliteService()
  const held: ServerResponse[] = []
  const full = Promise.withResolvers<void>()
  let open = false
  const page = (response: ServerResponse) => {
    if (open) return void response.setHeader('content-type', 'text/html').end(smallPage)
    if (held.push(response) === maxOfKey) full.resolve()
  }
  // One analysis runs per host, so each of the eight needs its own.
  const hosts = await Promise.all(
    Array.from({ length: maxOfKey }, () => servePages({ '/': (_, response) => page(response) })),
  )
  for (const { host } of hosts) allowHosts.add(host)
  const post = (i: number) => call('POST /api/v1/reports', { form: { url: hosts[i % hosts.length]?.url ?? '' } })

  const posts = Array.from({ length: maxOfKey + maxWaitingAnalyses }, (_, i) => post(i))
  await full.promise
  const refused = await post(0)
  expect(refused).toMatchObject({ status: 503, body: { status: 503 } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(held).toHaveLength(maxOfKey)

  open = true
  for (const response of held) page(response)
  const answers = await Promise.all(posts)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await call('GET /api/v1/reports')).body.meta.total).toBe(maxOfKey + maxWaitingAnalyses)
})

it('analyses a page at once for a key while 24 pages of another key wait for a tarpit', async () => {
  const { call, allowHosts, store } = await sqliteService()
  const tarpit = await startHostileServer()
  onTestFinished(tarpit.close)
  const { host, url } = await servePages({ '/': smallPage })
  for (const one of [tarpit.host, host]) allowHosts.add(one)
  const { key: colleague } = await issueKey(store.db, 'Colleague', 'full')
  const post = (pageUrl: string, key?: string) =>
    call('POST /api/v1/reports', { form: { url: pageUrl }, ...(key !== undefined && { key }) })
  // They end with the test.
  for (let at = 0; at < 24; at += 1) void post(`${tarpit.origin}/silent/${at}`)
  await expect.poll(tarpit.connections).toBe(1)

  const outcome = await Promise.race([post(url, colleague), pause(5_000, 'still waiting')])
  expect(outcome).toMatchObject({ status: 201 })
  expect(tarpit.connections()).toBe(1)
})

/** Servers that accept requests and never respond. `requested` resolves when each was sent one. */
async function silentHosts(count: number) {
  const expected = Math.min(count, maxOfKey)
  const reached = new Set<string>()
  const all = Promise.withResolvers<void>()
  const servers = await Promise.all(
    Array.from({ length: count }, () =>
      serve(({ headers: { host = '' } }) => {
        if (reached.add(host).size === expected) all.resolve()
      }),
    ),
  )
  return { servers, requested: all.promise }
}

describe('a page of another key', () => {
  it('is analysed at once while a key analyses pages of ten hosts that never respond', async () => {
    const { call, allowHosts, store } = await sqliteService()
    const { servers, requested } = await silentHosts(10)
    const { host, url } = await servePages({ '/': smallPage })
    for (const one of [host, ...servers.map((server) => server.host)]) allowHosts.add(one)
    const { key } = await issueKey(store.db, 'Colleague', 'full')
    // They end with the test.
    for (const server of servers) void call('POST /api/v1/reports', { form: { url: server.url } })
    await requested
    const answer = await Promise.race([
      call('POST /api/v1/reports', { form: { url }, key }),
      pause(10_000, 'still waiting'),
    ])
    expect(answer).toMatchObject({ status: 201 })
  })
})

it('a page that waits long for other pages of its host is rejected with 503, and when to try again', async () => {
  const store = await openSqliteStore()
  const pool = createAnalyserPool({ threads: 1 })
  const { servers, requested } = await silentHosts(1)
  const [silent] = servers
  const allowHosts = new Set(servers.map(({ host }) => host))
  const queue = createAnalysisQueue({
    db: store.db,
    pool,
    findSite: createFindSite(store.db, await createIdentityKeys(null, null), null),
    allowHosts,
    maxHostWaitMs: 50,
  })
  onTestFinished(queue.close)
  const { call } = await testService(store, { queue })
  void call('POST /api/v1/reports', { form: { url: `${silent?.url}/1` } })
  await requested
  const refused = await call('POST /api/v1/reports', { form: { url: `${silent?.url}/2` } })
  expect(refused).toMatchObject({ status: 503, body: { code: 'slow_host' }, headers: { 'retry-after': '60' } })
})
