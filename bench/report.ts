import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startBenchService } from './support/bench-service.ts'
import { percentile } from './support/percentile.ts'

// Measures creating a report of a page of about 50 KB on loopback. Target: below 150 ms, the first report included.
const paragraph = (i: number) =>
  `<section><h2>Part ${i}</h2><p>Text about part ${i} with <a href="/part/${i}">a link</a>.</p><img src="/${i}.png" alt="Part ${i}"></section>`
const page = `<!doctype html><html lang="en"><head><title>A page of parts</title><meta name="viewport" content="width=device-width"></head><body><h1>Parts</h1>${Array.from({ length: 350 }, (_, i) => paragraph(i)).join('\n')}</body></html>`

const pages = createServer((_, response) =>
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page),
)
await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(pages.address() as AddressInfo).port}`
const service = await startBenchService({ SEO_REPORTS_ALLOW_HOSTS: host })

async function analyse(): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${service.origin}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}` },
    body: new URLSearchParams({ url: `http://${host}/` }),
  })
  await response.arrayBuffer()
  if (response.status !== 201) throw new Error(`The report failed with status ${response.status}.`)
  return performance.now() - start
}

try {
  await fetch(`${service.origin}/healthz`).then((response) => response.arrayBuffer())
  const first = await analyse()
  const times: number[] = []
  for (let i = 0; i < 50; i += 1) times.push(await analyse())
  const at = (share: number) => Math.round(percentile(times, share))
  console.log(
    `  ${Math.round(page.length / 1000)} KB page: right after the start ${Math.round(first)} ms, then p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
  )
} finally {
  await service.stop()
  pages.close()
  pages.closeAllConnections()
}
