import { Agent, request } from 'node:http'
import { startBenchService } from './service.ts'

// What previews cost. Wanted: a picture that was not drawn before in less than 50 ms and 20 KiB, lists that do not wait for
// it, and plain pages of private and of missing reports in the same time.
const service = await startBenchService({ SEO_REPORTS_TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' }, (command) =>
  command('seed', '--websites', '2', '--reports', '600'),
)
const authorization = `Bearer ${service.key}`
const agent = new Agent({ keepAlive: true })

let visitors = 0
function ask(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; ms: number; bytes: number }> {
  visitors += 1
  const began = performance.now()
  const from = { 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}`, accept: 'text/html,image/*', ...headers }
  return new Promise((resolve, reject) => {
    request(service.origin + path, { headers: from, agent }, (answer) => {
      let bytes = 0
      answer
        .on('data', (part: Buffer) => (bytes += part.length))
        .once('end', () => resolve({ status: answer.statusCode ?? 0, ms: performance.now() - began, bytes }))
    })
      .once('error', reject)
      .end()
  })
}

function quantile(times: number[], share: number) {
  const sorted = times.toSorted((a, b) => a - b)
  return (sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0).toFixed(1)
}
const line = (times: number[]) => `p50 ${quantile(times, 0.5)} ms, p95 ${quantile(times, 0.95)} ms`

async function reportsOf(websiteId: number): Promise<number[]> {
  const answer = await fetch(`${service.origin}/api/v1/reports?per_page=100&website_id=${websiteId}`, {
    headers: { authorization },
  })
  return ((await answer.json()) as { data: { id: number }[] }).data.map(({ id }) => id)
}

try {
  await fetch(`${service.origin}/api/v1/websites/1`, {
    method: 'PUT',
    headers: { authorization },
    body: new URLSearchParams({ privacy: '0' }),
  })
  const [open, closed] = [await reportsOf(1), await reportsOf(2)]
  const pages = { public: open, private: closed, missing: closed.map((id) => id + 100_000) }
  const times = { public: [] as number[], private: [] as number[], missing: [] as number[] }
  for (let round = 0; round < 1_000; round += 1) {
    for (const [name, ids] of Object.entries(pages) as [keyof typeof pages, number[]][])
      times[name].push((await ask(`/reports/${ids[round % ids.length]}`)).ms)
  }
  for (const [name, some] of Object.entries(times)) console.log(`  page of a ${name} report: ${line(some)}`)

  const picture = (id: number) => ask(`/previews/reports/${id}.png`)
  await picture(open[0] ?? 1)
  const drawn = []
  for (const id of open.slice(1, 60)) drawn.push(await picture(id))
  console.log(
    `  picture not drawn before: ${line(drawn.map(({ ms }) => ms))}, ${Math.max(...drawn.map(({ bytes }) => bytes))} bytes at most`,
  )
  const again: number[] = []
  for (const id of open.slice(1, 60)) again.push((await picture(id)).ms)
  console.log(`  the same again: ${line(again)}`)

  const lists: number[] = []
  const list = async () => lists.push((await ask('/api/v1/reports', { authorization })).ms)
  for (let i = 0; i < 50; i += 1) await list()
  console.log(`  lists alone: ${line(lists.splice(0))}`)
  let drawing = true
  const all = Promise.all(open.slice(60).map(picture)).then(() => (drawing = false))
  while (drawing) await list()
  await all
  console.log(`  lists while ${open.length - 60} pictures are drawn: ${line(lists)}, ${lists.length} lists`)
} finally {
  agent.destroy()
  await service.stop()
}
