import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { startBenchService } from './support/bench-service.ts'

// Measures a job of 1,000 pages of one website on loopback, whose server takes 20 ms for each response. Its owner
// allows 1,000 requests per second over 64 connections. Target: at least 40 reports per second on two cores.
const pages = Number(process.env['BENCH_PAGES'] ?? 1_000)
const target = 40
const responseMs = 20

const paragraph = (page: number, at: number) =>
  `<section><h2>Part ${at}</h2><p>Text about part ${at} of page ${page}, with <a href="/${(page + at) % pages}">a link</a>.</p></section>`
const pageText = (page: number) =>
  `<!doctype html><html lang="en"><head><title>Page ${page}</title><meta name="viewport" content="width=device-width"></head><body><h1>Page ${page}</h1>${Array.from({ length: 20 }, (_, at) => paragraph(page, at)).join('\n')}</body></html>`

const site = createServer(({ url = '' }, response) => {
  const page = /^\/(\d+)$/.exec(url)?.[1]
  setTimeout(() => {
    if (page === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(pageText(Number(page)))
  }, responseMs)
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const service = await startBenchService({
  SEO_REPORTS_ALLOW_HOSTS: host,
  SEO_REPORTS_HOST_LIMITS: `${host}=1000/64`,
})

type Answer = { data: { id: number; state: string; counts: { done: number; failed: number } } }

async function api(path: string, init: RequestInit = {}): Promise<Answer['data']> {
  const headers = { authorization: `Bearer ${service.key}` }
  const response = await fetch(`${service.origin}/api/v1/jobs${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`The job failed with status ${response.status}: ${await response.text()}`)
  return ((await response.json()) as Answer).data
}

try {
  const urls = Array.from({ length: pages }, (_, page) => `http://${host}/${page}`).join('\n')
  const start = performance.now()
  const { id } = await api('', { method: 'POST', body: new URLSearchParams({ urls }) })
  let job = await api(`/${id}`)
  for (; job.state !== 'done'; job = await api(`/${id}`)) await pause(200)
  const seconds = (performance.now() - start) / 1_000
  const perSecond = job.counts.done / seconds
  if (perSecond < target || job.counts.failed > 0) process.exitCode = 1
  console.log(
    `  ${job.counts.done} reports in ${seconds.toFixed(1)} s: ${perSecond.toFixed(1)} per second (target ${target}), load average ${loadavg()[0]?.toFixed(1)}`,
  )
} finally {
  await service.stop()
  site.close()
  site.closeAllConnections()
}
