import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { servePages, smallPage } from '#testing/pages.ts'
import { sqliteService } from '#testing/service.ts'
import { analysesAtOnce, placesToWait } from './queue.ts'

it('eight pages are analysed at once and a hundred wait; one more is told to come back, and nobody else is lost', async () => {
  const { call, allowHosts } = await sqliteService()
  const held: ServerResponse[] = []
  const full = Promise.withResolvers<void>()
  let open = false
  const page = (response: ServerResponse) => {
    if (open) return void response.setHeader('content-type', 'text/html').end(smallPage)
    if (held.push(response) === analysesAtOnce) full.resolve()
  }
  // A host is asked one thing at a time, so that each of the eight needs a host of its own.
  const hosts = await Promise.all(
    Array.from({ length: analysesAtOnce }, () => servePages({ '/': (_, response) => page(response) })),
  )
  for (const { host } of hosts) allowHosts.add(host)
  const post = (i: number) => call('POST /api/v1/reports', { form: { url: hosts[i % hosts.length]?.url ?? '' } })

  const posts = Array.from({ length: analysesAtOnce + placesToWait }, (_, i) => post(i))
  await full.promise
  const refused = await post(0)
  expect(refused).toMatchObject({ status: 503, body: { status: 503 } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(held).toHaveLength(analysesAtOnce)

  open = true
  for (const response of held) page(response)
  const answers = await Promise.all(posts)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect((await call('GET /api/v1/reports')).body.meta.total).toBe(analysesAtOnce + placesToWait)
}, 20_000)
