import { Agent, request } from 'node:http'
import { startBenchService } from './support/bench-service.ts'
import { percentile } from './support/percentile.ts'

// Measures previews. Target: a new image in less than 50 ms and 72 KiB, lists that do not wait for images, and the same
// duration for the start pages of private and of missing reports.
const service = await startBenchService({ SEO_REPORTS_TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'warn' }, (command) =>
  command('seed', '--websites', '2', '--reports', '600'),
)
const authorization = `Bearer ${service.key}`
const agent = new Agent({ keepAlive: true })

let visitors = 0
function get(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; ms: number; bytes: number }> {
  visitors += 1
  const start = performance.now()
  const from = { 'x-forwarded-for': `10.0.${visitors >> 8}.${visitors & 255}`, accept: 'text/html,image/*', ...headers }
  return new Promise((resolve, reject) => {
    request(service.origin + path, { headers: from, agent }, (response) => {
      let bytes = 0
      response
        .on('data', (part: Buffer) => (bytes += part.length))
        .once('end', () => resolve({ status: response.statusCode ?? 0, ms: performance.now() - start, bytes }))
    })
      .once('error', reject)
      .end()
  })
}

const summaryOf = (times: number[]) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${percentile(times, 0.95).toFixed(1)} ms`

async function reportsOf(websiteId: number): Promise<number[]> {
  const response = await fetch(`${service.origin}/api/v1/reports?per_page=100&website_id=${websiteId}`, {
    headers: { authorization },
  })
  return ((await response.json()) as { data: { id: number }[] }).data.map(({ id }) => id)
}

try {
  await fetch(`${service.origin}/api/v1/websites/1`, {
    method: 'PUT',
    headers: { authorization },
    body: new URLSearchParams({ privacy: '0' }),
  })
  const [publicIds, privateIds] = [await reportsOf(1), await reportsOf(2)]
  const pages = { public: publicIds, private: privateIds, missing: privateIds.map((id) => id + 100_000) }
  const times = { public: [] as number[], private: [] as number[], missing: [] as number[] }
  for (let round = 0; round < 1_000; round += 1) {
    for (const [name, ids] of Object.entries(pages) as [keyof typeof pages, number[]][])
      times[name].push((await get(`/reports/${ids[round % ids.length]}`)).ms)
  }
  for (const [name, some] of Object.entries(times)) console.log(`  page of a ${name} report: ${summaryOf(some)}`)

  const image = (id: number) => get(`/previews/reports/${id}.png`)
  await image(publicIds[0] ?? 1)
  const newImages = []
  for (const id of publicIds.slice(1, 60)) newImages.push(await image(id))
  console.log(
    `  new image: ${summaryOf(newImages.map(({ ms }) => ms))}, ${Math.max(...newImages.map(({ bytes }) => bytes))} bytes at most`,
  )
  const again: number[] = []
  for (const id of publicIds.slice(1, 60)) again.push((await image(id)).ms)
  console.log(`  same image again: ${summaryOf(again)}`)

  const lists: number[] = []
  const list = async () => lists.push((await get('/api/v1/reports', { authorization })).ms)
  for (let i = 0; i < 50; i += 1) await list()
  console.log(`  lists alone: ${summaryOf(lists.splice(0))}`)
  let isDrawing = true
  const all = Promise.all(publicIds.slice(60).map(image)).then(() => (isDrawing = false))
  while (isDrawing) await list()
  await all
  console.log(`  lists while ${publicIds.length - 60} images are drawn: ${summaryOf(lists)}, ${lists.length} lists`)
} finally {
  agent.destroy()
  await service.stop()
}
