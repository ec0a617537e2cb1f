import autocannon from 'autocannon'
import { startBenchService } from './service.ts'

// A list of 100 rows among 100,000 reports, not compressed. Wanted: p99 < 10 ms at 10 connections, 2,500 requests a second at 50.
const [websites, reports, seconds] = ['1000', process.env['BENCH_REPORTS'] ?? '100000', Number(process.env['BENCH_SECONDS'] ?? 10)]

const requests = {
  'newest 100': '/api/v1/reports?per_page=100',
  'lowest score first, bad ones': '/api/v1/reports?per_page=100&result=bad&sort_by=score&sort=asc',
  'websites by score': '/api/v1/websites?per_page=100&sort_by=reports_avg_score',
}

const service = await startBenchService({}, (command) => command('seed', '--websites', websites, '--reports', reports))
try {
  const measure = (path: string, connections: number, duration: number) =>
    autocannon({ url: service.origin + path, connections, duration, headers: { authorization: `Bearer ${service.key}`, accept: 'application/json' } })
  await measure(requests['newest 100'], 10, 2)
  for (const [name, path] of Object.entries(requests)) {
    for (const connections of [10, 50]) {
      const { latency, requests: done, non2xx } = await measure(path, connections, seconds)
      const failed = non2xx > 0 ? `, ${non2xx} FAILED` : ''
      console.log(`  ${name}, ${connections} connections: ${Math.round(done.average)} requests/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms${failed}`)
      if (non2xx > 0) process.exitCode = 1
    }
  }
} finally {
  await service.stop()
}
