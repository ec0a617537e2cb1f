import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startBenchService } from './support/bench-service.ts'
import { percentile } from './support/percentile.ts'

// Measures visitors without a key. Target: lists with p99 below 100 ms while 1,000 visitors unlock websites, less than
// 1 ms for checking a cookie, and no measurable difference between private and missing websites, or between wrong
// passwords.
const password = 'correct horse battery'
const unlockedIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** Separate from the others, because failed attempts are limited per website. */
const guessedIds = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]
const [privateId, publicId, missingId] = [11, 12, 999_999]

const service = await startBenchService({ SEO_REPORTS_TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' }, (command) =>
  command('seed', '--websites', '100', '--reports', '10000'),
)
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

type Options = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent }
type Result = { status: number; ms: number; headers: Record<string, string | string[] | undefined> }

function send(
  path: string,
  { method = 'GET', headers = {}, body, agent: ownAgent = agent }: Options = {},
): Promise<Result> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(service.origin + path, { method, headers, agent: ownAgent }, (response) => {
      response
        .resume()
        .once('end', () =>
          resolve({ status: response.statusCode ?? 0, ms: performance.now() - start, headers: response.headers }),
        )
    })
    sent.once('error', reject).end(body)
  })
}

let visitors = 0
/** Returns headers that give each visitor its own IP address, as behind a proxy. */
const visitor = () => ({
  'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors++ & 255}`,
})
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const unlock = (id: number, typed: string, from = visitor()) =>
  send(`/api/v1/shared/websites/${id}/unlock`, {
    method: 'POST',
    headers: { ...form, ...from },
    body: new URLSearchParams({ password: typed }).toString(),
  })
const authorization = `Bearer ${service.key}`
const put = (id: number, fields: Record<string, string>) =>
  send(`/api/v1/websites/${id}`, {
    method: 'PUT',
    headers: { ...form, authorization },
    body: new URLSearchParams(fields).toString(),
  })

const ms = (value: number) => `${value.toFixed(value < 1 ? 3 : 1)} ms`

/** Starts requesting lists in a separate process, whose clock is not delayed by the other requests of this one. */
function startLists() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('support/list-requests.ts', import.meta.url))], {
    env: {
      PATH: process.env['PATH'],
      BENCH_URL: `${service.origin}/api/v1/reports?per_page=100`,
      BENCH_KEY: service.key,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  return async () => {
    child.stdin.end()
    return JSON.parse(await text(child.stdout)) as number[]
  }
}

const seconds = Number(process.env['BENCH_SECONDS'] ?? 10)

/** Lets many visitors unlock websites at once, half of them with a wrong password. They retry as Retry-After allows. */
async function unlocks(clients: number) {
  const statuses: Record<number, number> = {}
  const until = performance.now() + seconds * 1000
  const one = async (at: number) => {
    const from = visitor()
    while (performance.now() < until) {
      const { status, headers } = await unlock(
        unlockedIds[at % unlockedIds.length] ?? 1,
        at % 2 === 0 ? password : 'wrong',
        from,
      )
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 429)
        await sleep(Math.min(Number(headers['retry-after']) * 1000, Math.max(0, until - performance.now())))
    }
  }
  const lists = startLists()
  if (clients === 0) await sleep(seconds * 1000)
  await Promise.all(Array.from({ length: clients }, (_, at) => one(at)))
  const times = await lists()
  console.log(
    `  lists while ${clients} unlock at once: p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}, ${times.length} lists; unlocks ${JSON.stringify(statuses)}`,
  )
}

/** Compares a correct password with ones that differ in the first or last letter. There are too few for a delay. */
async function guesses() {
  const typed = {
    correct: password,
    'wrong first letter': `-${password}`,
    'wrong last letter': `${password.slice(0, -1)}-`,
  }
  const times = new Map(Object.keys(typed).map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < 8; round += 1) {
    for (const id of guessedIds) {
      for (const [name, text] of Object.entries(typed)) {
        const { status, ms: taken } = await unlock(id, text)
        if (status !== (name === 'correct' ? 200 : 422)) throw new Error(`Unexpected status ${status}: ${name}.`)
        times.get(name)?.push(taken)
      }
    }
  }
  console.log(
    `  passwords: ${[...times].map(([name, all]) => `${name} p50 ${ms(percentile(all, 0.5))}, p95 ${ms(percentile(all, 0.95))}`).join('; ')}`,
  )
}

/** Sends requests in turns, so that other load on the machine affects all equally. */
async function compare(title: string, ...requests: { name: string; path: string; headers?: Record<string, string> }[]) {
  const own = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = requests.map((): number[] => [])
  for (let round = 0; round < 3_000; round += 1) {
    for (const [at, { path, headers }] of requests.entries())
      times[at]?.push((await send(path, { headers: { ...visitor(), ...headers }, agent: own })).ms)
  }
  own.destroy()
  console.log(
    `  ${title}: ${requests.map(({ name }, at) => `${name} p50 ${ms(percentile(times[at] ?? [], 0.5))}, p95 ${ms(percentile(times[at] ?? [], 0.95))}`).join('; ')}`,
  )
}

try {
  for (const id of [...unlockedIds, ...guessedIds]) await put(id, { privacy: '2', password })
  await put(publicId, { privacy: '0' })
  const { headers, ms: alone } = await unlock(1, password)
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  console.log(`  one unlock: ${ms(alone)}`)
  const shared = (id: number) => `/api/v1/shared/websites/${id}`
  await compare('warm-up', { name: 'missing', path: shared(missingId) })
  await compare(
    'websites',
    { name: 'private', path: shared(privateId) },
    { name: 'missing', path: shared(missingId) },
    { name: 'also missing', path: shared(missingId + 1) },
  )
  await compare(
    'reports',
    { name: 'private', path: `/api/v1/shared/reports/${await reportOf(privateId)}` },
    { name: 'missing', path: '/api/v1/shared/reports/999999' },
    { name: 'also missing', path: '/api/v1/shared/reports/999998' },
  )
  await compare(
    'cookie',
    { name: 'public', path: shared(publicId) },
    { name: 'unlocked', path: shared(1), headers: { cookie } },
  )
  await guesses()
  await unlocks(0)
  await unlocks(1_000)
} finally {
  agent.destroy()
  await service.stop()
}

async function reportOf(websiteId: number): Promise<number> {
  const response = await fetch(`${service.origin}/api/v1/reports?website_id=${websiteId}`, {
    headers: { authorization },
  })
  const { data } = (await response.json()) as { data: { id: number }[] }
  return data[0]?.id ?? 1
}
