import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { startHostileServer } from '#testing/servers/hostile-server.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService } from '#testing/service/service.ts'
import { maxRunningAnalyses, maxWaitingAnalyses } from './analysis-queue.ts'

it('runs eight analyses, queues a hundred, rejects one more with 503, and completes all others', async () => {
  const { call, allowHosts } = await sqliteService()
  const held: ServerResponse[] = []
  const full = Promise.withResolvers<void>()
  let open = false
  const page = (response: ServerResponse) => {
    if (open) return void response.setHeader('content-type', 'text/html').end(smallPage)
    if (held.push(response) === maxRunningAnalyses) full.resolve()
  }
  // One analysis runs per host, so each of the eight needs its own.
  const hosts = await Promise.all(
    Array.from({ length: maxRunningAnalyses }, () => servePages({ '/': (_, response) => page(response) })),
  )
  for (const { host } of hosts) allowHosts.add(host)
  const post = (i: number) => call('POST /api/v1/reports', { form: { url: hosts[i % hosts.length]?.url ?? '' } })

  const posts = Array.from({ length: maxRunningAnalyses + maxWaitingAnalyses }, (_, i) => post(i))
  await full.promise
  const refused = await post(0)
  expect(refused).toMatchObject({ status: 503, body: { status: 503 } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(held).toHaveLength(maxRunningAnalyses)

  open = true
  for (const response of held) page(response)
  const answers = await Promise.all(posts)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await call('GET /api/v1/reports')).body.meta.total).toBe(maxRunningAnalyses + maxWaitingAnalyses)
}, 60_000)

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
}, 60_000)
