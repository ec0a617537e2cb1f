import { execFile, spawn } from 'node:child_process'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

// A gateway before a server on the same machine. Wanted: less than 2 ms more at the median, 1,000 requests a second, and no
// more memory after 1 GB than before, however slowly it is read.
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
      const found = /answers on (\S+)\n/.exec(printed)?.[1]
      if (found) resolve(found)
    })
  })
  return { origin, pid: child.pid ?? 0, stop: () => void child.removeAllListeners('exit').kill('SIGKILL') }
}

const upstream = await start('gateway-upstream.ts')
const gateway = await start('../src/service/main.ts', {
  SEO_REPORTS_UPSTREAM: upstream.origin,
  SEO_REPORTS_ALLOW_HOSTS: new URL(upstream.origin).host,
})

const headers = { authorization: 'Bearer anybody', accept: 'application/json' }
const list = '/api/v1/reports?per_page=100'
const agent = new Agent({ keepAlive: true, maxSockets: 1 })

const asked = (url: string) =>
  new Promise<IncomingMessage>((resolve, reject) => get(url, { agent, headers }, resolve).once('error', reject))

/** Medians of requests one at a time, by turns, so that what else the machine does falls on both alike. */
async function medians(rounds: number) {
  const times = new Map([
    [upstream.origin, [] as number[]],
    [gateway.origin, []],
  ])
  for (let round = 0; round < rounds; round += 1) {
    for (const [origin, taken] of times) {
      const began = performance.now()
      await (await asked(origin + list)).resume().toArray()
      taken.push(performance.now() - began)
    }
  }
  return [...times.values()].map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0)
}

async function memory() {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(gateway.pid)])
  return Math.round(Number(stdout) / 1024)
}

/** Reads 1 GB, resting `restMs` after each mebibyte; gives the largest memory seen meanwhile. */
async function gigabyte(restMs: number) {
  const answer = await asked(`${gateway.origin}/api/v1/exports/reports.csv`)
  let [bytes, sinceRest, most] = [0, 0, 0]
  const watching = setInterval(async () => (most = Math.max(most, await memory())), 100)
  const began = performance.now()
  for await (const chunk of answer) {
    bytes += (chunk as Buffer).length
    sinceRest += (chunk as Buffer).length
    if (restMs > 0 && sinceRest > 1024 ** 2) {
      sinceRest = 0
      await sleep(restMs)
    }
  }
  clearInterval(watching)
  return { bytes, most, took: (performance.now() - began) / 1000 }
}

const verdict = (isMet: boolean) => {
  if (!isMet) process.exitCode = 1
  return isMet ? '' : ', TOO MUCH'
}

try {
  await medians(300)
  const [direct = 0, through = 0] = await medians(2_000)
  console.log(
    `  one at a time, p50: ${direct.toFixed(2)} ms without, ${through.toFixed(2)} ms with the gateway: ${(through - direct).toFixed(2)} ms more${verdict(through - direct < 2)}`,
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
  for (const [name, restMs] of [
    ['at once', 0],
    ['slowly', 15],
  ] as const) {
    const before = await memory()
    const { bytes, most, took } = await gigabyte(restMs)
    console.log(
      `  1 GB read ${name}, in ${took.toFixed(1)} s: ${before} MB before, ${most} MB at most, ${await memory()} MB after${verdict(bytes === 1024 ** 3 && most - before < 100)}`,
    )
  }
} finally {
  agent.destroy()
  gateway.stop()
  upstream.stop()
}
