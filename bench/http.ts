import autocannon from 'autocannon'
import { startBenchService } from './service.ts'

// A list of 100 rows among 100,000 reports, not compressed. Wanted: p99 < 10 ms at 10 connections, 2,500 requests a second at 50.
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
  // What many look at is answered from memory until something changes; this is the price of a page that nobody has just asked for.
  const pages = Array.from({ length: 900 }, (_, at) => ({ path: `${requests['newest 100']}&page=${at + 1}`, headers }))
  const cold = await autocannon({ url: service.origin, connections: 1, duration: seconds, requests: pages, headers })
  console.log(
    `  a new page each time, 1 connection: ${Math.round(cold.requests.average)} requests/s, p50 ${cold.latency.p50} ms, p99 ${cold.latency.p99} ms`,
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
