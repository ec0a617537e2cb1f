import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startBenchService } from './service.ts'

// What readers without a key cost. Wanted: lists at p99 < 100 ms while 1,000 unlock at once; a look at a cookie < 1 ms; and
// no difference between a private website and a missing one, nor between wrong passwords, that is more than noise.
const password = 'correct horse battery'
const locked = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
/** Others, for what is left of their tries would be missed afterwards. */
const guessed = [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]
const [privateId, publicId, missingId] = [11, 12, 999_999]

const service = await startBenchService({ SEO_REPORTS_TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' }, (command) =>
  command('seed', '--websites', '100', '--reports', '10000'),
)
const agent = new Agent({ keepAlive: true, maxSockets: 2_000 })

type Asked = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent }
type Answered = { status: number; ms: number; headers: Record<string, string | string[] | undefined> }

function ask(
  path: string,
  { method = 'GET', headers = {}, body, agent: through = agent }: Asked = {},
): Promise<Answered> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(service.origin + path, { method, headers, agent: through }, (answer) => {
      answer
        .resume()
        .once('end', () =>
          resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, headers: answer.headers }),
        )
    })
    sent.once('error', reject).end(body)
  })
}

let visitors = 0
/** Each visitor has an address of its own, as behind a proxy. */
const visitor = () => ({
  'x-forwarded-for': `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors++ & 255}`,
})
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const unlock = (id: number, typed: string, from = visitor()) =>
  ask(`/api/v1/shared/websites/${id}/unlock`, {
    method: 'POST',
    headers: { ...form, ...from },
    body: new URLSearchParams({ password: typed }).toString(),
  })
const authorization = `Bearer ${service.key}`
const put = (id: number, fields: Record<string, string>) =>
  ask(`/api/v1/websites/${id}`, {
    method: 'PUT',
    headers: { ...form, authorization },
    body: new URLSearchParams(fields).toString(),
  })

function quantile(times: number[], share: number) {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}
const ms = (value: number) => `${value.toFixed(value < 1 ? 3 : 1)} ms`

/** Lists, one after the other, asked for by a process of its own, which nothing else keeps from looking at its clock. */
function startLists() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('share-lists.ts', import.meta.url))], {
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

/** A thousand come at once, half of them with a wrong password, and come back when they are told to. */
async function unlocks(clients: number) {
  const statuses: Record<number, number> = {}
  const until = performance.now() + seconds * 1000
  const one = async (at: number) => {
    const from = visitor()
    while (performance.now() < until) {
      const { status, headers } = await unlock(locked[at % locked.length] ?? 1, at % 2 === 0 ? password : 'wrong', from)
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
    `  lists while ${clients} unlock at once: p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, ${times.length} lists; unlocks ${JSON.stringify(statuses)}`,
  )
}

/** A right password, one that is wrong from its first letter on, and one that is wrong in its last; few enough of each that nobody is made to wait. */
async function guesses() {
  const typed = { right: password, 'wrong at once': `-${password}`, 'wrong at last': `${password.slice(0, -1)}-` }
  const times = new Map(Object.keys(typed).map((name): [string, number[]] => [name, []]))
  for (let round = 0; round < 8; round += 1) {
    for (const id of guessed) {
      for (const [name, text] of Object.entries(typed)) {
        const { status, ms: taken } = await unlock(id, text)
        if (status !== (name === 'right' ? 200 : 422))
          throw new Error(`A password that is ${name} was answered with ${status}.`)
        times.get(name)?.push(taken)
      }
    }
  }
  console.log(
    `  passwords: ${[...times].map(([name, all]) => `${name} p50 ${ms(quantile(all, 0.5))}, p95 ${ms(quantile(all, 0.95))}`).join('; ')}`,
  )
}

/** The same number of each, in turns, so that whatever else goes on meets both alike. */
async function compare(title: string, ...asked: { name: string; path: string; headers?: Record<string, string> }[]) {
  const own = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = asked.map((): number[] => [])
  for (let round = 0; round < 3_000; round += 1) {
    for (const [at, { path, headers }] of asked.entries())
      times[at]?.push((await ask(path, { headers: { ...visitor(), ...headers }, agent: own })).ms)
  }
  own.destroy()
  console.log(
    `  ${title}: ${asked.map(({ name }, at) => `${name} p50 ${ms(quantile(times[at] ?? [], 0.5))}, p95 ${ms(quantile(times[at] ?? [], 0.95))}`).join('; ')}`,
  )
}

try {
  for (const id of [...locked, ...guessed]) await put(id, { privacy: '2', password })
  await put(publicId, { privacy: '0' })
  const { headers, ms: alone } = await unlock(1, password)
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? ''
  console.log(`  one unlock: ${ms(alone)}`)
  const shared = (id: number) => `/api/v1/shared/websites/${id}`
  await compare('warming up', { name: 'missing', path: shared(missingId) })
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
  const answer = await fetch(`${service.origin}/api/v1/reports?website_id=${websiteId}`, { headers: { authorization } })
  const { data } = (await answer.json()) as { data: { id: number }[] }
  return data[0]?.id ?? 1
}
