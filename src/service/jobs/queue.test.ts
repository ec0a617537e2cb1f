import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { servePages, smallPage } from '#testing/http.ts'
import { sqliteService } from '#testing/service.ts'
import { maxRunningAnalyses, maxWaitingAnalyses } from './queue.ts'

it('runs eight analyses, queues a hundred, rejects one more with 503, and completes all others', async () => {
  const { call, allowHosts } = await sqliteService()
  const held: ServerResponse[] = []
  const full = Promise.withResolvers<void>()
  let open = false
  const page = (response: ServerResponse) => {
    if (open) return void response.setHeader('content-type', 'text/html').end(smallPage)
    if (held.push(response) === maxRunningAnalyses) full.resolve()
  }
  // The fetcher sends one request at a time to a host, so each of the eight analyses needs its own host.
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
}, 20_000)
