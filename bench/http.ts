import autocannon from 'autocannon'
import { startBenchService } from './support/bench-service.ts'

// Measures uncompressed lists of 100 rows out of 100,000 reports. Target: p99 below 10 ms with 10 connections, and
// 2,500 requests a second with 50.
const [websites, reports, seconds] = [
  '1000',
  process.env['BENCH_REPORTS'] ?? '100000',
  Number(process.env['BENCH_SECONDS'] ?? 10),
]

const requests = {
  'newest 100': '/api/v1/reports?per_page=100',
  'lowest score first, bad ones': '/api/v1/reports?per_page=100&result=bad&sort_by=score&sort=asc',
  'websites by score': '/api/v1/websites?per_page=100&sort_by=reports_avg_score',
}

const service = await startBenchService({}, (command) => command('seed', '--websites', websites, '--reports', reports))
try {
  const headers = { authorization: `Bearer ${service.key}`, accept: 'application/json' }
  const measure = (path: string, connections: number, duration: number) =>
    autocannon({ url: service.origin + path, connections, duration, headers })
  await measure(requests['newest 100'], 10, 2)
  // Repeated requests are served from a cache until data changes, so this loop measures uncached pages.
  const pages = Array.from({ length: 900 }, (_, at) => ({ path: `${requests['newest 100']}&page=${at + 1}`, headers }))
  const uncached = await autocannon({
    url: service.origin,
    connections: 1,
    duration: seconds,
    requests: pages,
    headers,
  })
  console.log(
    `  uncached pages, 1 connection: ${Math.round(uncached.requests.average)} requests/s, p50 ${uncached.latency.p50} ms, p99 ${uncached.latency.p99} ms`,
  )
  for (const [name, path] of Object.entries(requests)) {
    for (const connections of [10, 50]) {
      const { latency, requests: done, non2xx } = await measure(path, connections, seconds)
      const failed = non2xx > 0 ? `, ${non2xx} FAILED` : ''
      console.log(
        `  ${name}, ${connections} connections: ${Math.round(done.average)} requests/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms${failed}`,
      )
      if (non2xx > 0) process.exitCode = 1
    }
  }
} finally {
  await service.stop()
}
