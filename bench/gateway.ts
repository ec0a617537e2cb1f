import { execFile, spawn } from 'node:child_process'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'
import { percentile } from './support/percentile.ts'

// Measures the gateway with an upstream server on the same machine. Target: less than 2 ms more at the median, 1,000
// requests a second, and less than 100 MB more memory while 1 GB is read, at any speed.
const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

async function start(file: string, environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [fileOf(file)], {
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let printed = ''
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${file} did not start.`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-1_000)
      const found = /running at (\S+)\n/.exec(printed)?.[1]
      if (found) resolve(found)
    })
  })
  return { origin, pid: child.pid ?? 0, stop: () => void child.removeAllListeners('exit').kill('SIGKILL') }
}

const upstream = await start('support/gateway-upstream.ts')
const gateway = await start('../src/service/main.ts', {
  SEO_REPORTS_UPSTREAM: upstream.origin,
  SEO_REPORTS_ALLOW_HOSTS: new URL(upstream.origin).host,
})

const headers = { authorization: 'Bearer test', accept: 'application/json' }
const list = '/api/v1/reports?per_page=100'
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const requestOnce = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, { agent, headers }, resolve).once('error', reject))

/** Measures both servers in turns, one request at a time, so that other load on the machine affects both equally. */
async function medians(rounds: number) {
  const times = new Map([
    [upstream.origin, [] as number[]],
    [gateway.origin, []],
  ])
  for (let round = 0; round < rounds; round += 1) {
    for (const [origin, taken] of times) {
      const start = performance.now()
      await (await requestOnce(origin + list)).resume().toArray()
      taken.push(performance.now() - start)
    }
  }
  return [...times.values()].map((all) => percentile(all, 0.5))
}

/** Returns the memory of the gateway in MB. */
async function memory() {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(gateway.pid)])
  return Math.round(Number(stdout) / 1024)
}

/**
 * Reads 1 GB with a pause of `pauseMs` after each mebibyte. `max` is the highest memory use of the gateway meanwhile.
 */
async function gigabyte(pauseMs: number) {
  const response = await requestOnce(`${gateway.origin}/api/v1/exports/reports.csv`)
  let [bytes, sincePause, max] = [0, 0, 0]
  const polling = setInterval(async () => (max = Math.max(max, await memory())), 100)
  const start = performance.now()
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length
    sincePause += (chunk as Buffer).length
    if (pauseMs > 0 && sincePause > 1024 ** 2) {
      sincePause = 0
      await sleep(pauseMs)
    }
  }
  clearInterval(polling)
  return { bytes, max, took: (performance.now() - start) / 1000 }
}

/** Returns a note for the output line and fails the benchmark if a target is missed. */
const verdict = (isMet: boolean) => {
  if (!isMet) process.exitCode = 1
  return isMet ? '' : ', TARGET MISSED'
}

try {
  await medians(300)
  const [direct = 0, proxied = 0] = await medians(2_000)
  console.log(
    `  one at a time, p50: ${direct.toFixed(2)} ms without, ${proxied.toFixed(2)} ms with the gateway: ${(proxied - direct).toFixed(2)} ms more${verdict(proxied - direct < 2)}`,
  )
  for (const connections of [10, 50]) {
    const { latency, requests, non2xx } = await autocannon({
      url: gateway.origin + list,
      connections,
      duration: seconds,
      headers,
    })
    console.log(
      `  ${connections} connections: ${Math.round(requests.average)} requests/s, p50 ${latency.p50} ms, p99 ${latency.p99} ms${non2xx > 0 ? `, ${non2xx} FAILED` : ''}${verdict(requests.average >= 1_000 && non2xx === 0)}`,
    )
  }
  for (const [name, pauseMs] of [
    ['at once', 0],
    ['slowly', 15],
  ] as const) {
    const before = await memory()
    const { bytes, max, took } = await gigabyte(pauseMs)
    console.log(
      `  1 GB read ${name}, in ${took.toFixed(1)} s: ${before} MB before, at most ${max} MB, ${await memory()} MB after${verdict(bytes === 1024 ** 3 && max - before < 100)}`,
    )
  }
} finally {
  agent.destroy()
  gateway.stop()
  upstream.stop()
}
