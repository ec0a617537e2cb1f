import { startBenchService } from './support/bench-service.ts'
import { type DistantSite, startDistantSite } from './support/distant-site.ts'
import { percentile } from './support/percentile.ts'

// Measures the first report of a host: a page and 27 probe requests over TLS, with 50 ms per round trip and 50 ms of
// server time. Target: p50 at most 1.2 s, p95 at most 2 s. The hosts have the pace of any public host.
const reports = Number(process.env['BENCH_REPORTS'] ?? 20)
const [roundTripMs, serverMs, requestsPerReport] = [50, 50, 27]
const target = { p50: 1_200, p95: 2_000 }
/** Measured with one request at a time on connections of their own, and rests of 200 ms, on two cores. */
const before = { 'HTTP/1.1': { p50: 11_657, p95: 12_178 }, 'HTTP/2': { p50: 11_648, p95: 12_495 } }

type Service = Awaited<ReturnType<typeof startBenchService>>

async function analyse(service: Service, host: string): Promise<number> {
  const start = performance.now()
  const response = await fetch(`${service.origin}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}` },
    body: new URLSearchParams({ url: `https://${host}/` }),
  })
  const text = await response.text()
  if (response.status !== 201) throw new Error(`The report failed with status ${response.status}: ${text}`)
  return performance.now() - start
}

async function measure(site: DistantSite): Promise<number[]> {
  const service = await startBenchService({
    SEO_REPORTS_ALLOW_HOSTS: site.hosts.join(','),
    SEO_REPORTS_HOST_LIMITS: site.hosts.map((host) => `${host}=10`).join(','),
  })
  try {
    const [warmUp = '', ...hosts] = site.hosts
    await analyse(service, warmUp)
    const times: number[] = []
    for (const host of hosts) times.push(await analyse(service, host))
    return times
  } finally {
    await service.stop()
  }
}

for (const protocol of ['HTTP/1.1', 'HTTP/2'] as const) {
  const http2 = protocol === 'HTTP/2'
  const site = await startDistantSite({ hosts: reports + 1, roundTripMs, serverMs, http2 })
  try {
    const times = await measure(site)
    // The page is one of the requests; the handshake for old TLS versions is not an HTTP request.
    const sent = site.requests() / site.hosts.length
    if (sent !== requestsPerReport) throw new Error(`A report sent ${sent} requests, not ${requestsPerReport}.`)
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)].map(Math.round) as [number, number]
    if (p50 > target.p50 || p95 > target.p95) process.exitCode = 1
    console.log(
      `  ${protocol}: p50 ${p50} ms, p95 ${p95} ms (before: ${before[protocol].p50} and ${before[protocol].p95} ms), at most ${site.mostConnections()} connections`,
    )
  } finally {
    await site.close()
  }
}
