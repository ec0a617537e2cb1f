import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { issueKey } from '#service/access/keys.ts'
import { openStore, type StoreOptions } from '#service/store/database.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { randomFrom } from '#testing/random.ts'
import { startPostgres } from '#testing/store/postgres.ts'
import { KillableService } from './support/killable-service.ts'

// Crawls a large website on loopback, on each engine, while the service is killed again and again. The kills happen in
// the first half of the crawl: its second half shows the memory of one process. Fails if a page is lost or has two
// reports, if a click depth is wrong, or if the service takes too much memory.
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    engine: { type: 'string' },
  },
})
const [pages, kills] = [Number(values.pages), Number(values.kills)]
if (!(pages > 100 && pages <= 20_000)) throw new Error('--pages must be a number from 101 to 20000.')
if (!(kills >= 0)) throw new Error('--kills must be a number.')

const maxRssMb = 512
const responseMs = 20
/** Pages that only the sitemap names. */
const orphans = 10
const linked = pages - orphans

/** A tree of pages, with links to the page before, to another far away, and to the first page. */
const linksOf = (page: number) =>
  [...Array.from({ length: 4 }, (_, at) => 4 * page + 1 + at), page - 1, (page * 31 + 977) % linked, 0].filter(
    (to) => to >= 0 && to < linked && page < linked,
  )

/** Returns the fewest clicks from the first page to each. */
function clicks(): (number | null)[] {
  const depths = Array.from({ length: pages }, (): number | null => null)
  depths[0] = 0
  for (let level = [0], depth = 1; level.length > 0; depth += 1) {
    const next = [...new Set(level.flatMap(linksOf))].filter((page) => depths[page] === null)
    for (const page of next) depths[page] = depth
    level = next
  }
  return depths
}

const paragraph = (page: number) => (to: number) => `<p>Page ${page} leads to <a href="/${to}">page ${to}</a>.</p>`
const pageText = (page: number) =>
  `<!doctype html><html lang="en"><head><title>Page ${page}</title><meta name="viewport" content="width=device-width"></head><body><h1>Page ${page}</h1>${linksOf(page).map(paragraph(page)).join('\n')}</body></html>`

const site = createServer(({ url = '' }, response) => {
  const page = /^\/(\d+)$/.exec(url)?.[1]
  setTimeout(() => {
    if (page) response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(pageText(Number(page)))
    else if (url === '/sitemap.xml') response.writeHead(200, { 'Content-Type': 'application/xml' }).end(sitemap())
    else response.writeHead(404).end()
  }, responseMs)
})
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`
const urls = Array.from({ length: pages }, (_, page) => `http://${host}/${page}`)
const sitemap = () =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

type Job = { id: number; state: string; counts: { total: number; done: number; failed: number } }

async function crawl(name: string, options: StoreOptions) {
  const store = await openStore(options)
  const { key } = await issueKey(store.db, 'Benchmark', 'full')
  await store.close()
  const service = new KillableService({
    SEO_REPORTS_DATA_DIR: options.dataDir,
    ...(options.databaseUrl && { DATABASE_URL: options.databaseUrl }),
    SEO_REPORTS_ALLOW_HOSTS: host,
    SEO_REPORTS_HOST_LIMITS: `${host}=1000/64`,
  })
  const api = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${service.origin}/api/v1/jobs${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`The crawl failed with status ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { data: Job }).data
  }
  await service.start()
  const start = performance.now()
  const form = new URLSearchParams({ crawl: urls[0] ?? '', max_pages: '20000' })
  const { id } = await api('', { method: 'POST', body: form })
  let killed = 0
  let killAt = nextKill(killed)
  for (let job = await api(`/${id}`); job.state === 'queued' || job.state === 'running'; job = await api(`/${id}`)) {
    if (killed < kills && job.counts.done >= killAt) {
      await service.end('SIGKILL')
      await service.start()
      killed += 1
      killAt = nextKill(killed)
    }
    await pause(100)
  }
  const seconds = (performance.now() - start) / 1_000
  const { counts } = await api(`/${id}`)
  await service.end('SIGTERM')
  const { lost, doubled, wrongDepths, faults } = await compare(options, id)
  const rss = Math.round(service.worst.maxRssMb)
  console.log(
    `  ${name}: ${counts.done} of ${counts.total} pages in ${seconds.toFixed(0)} s (${(counts.done / seconds).toFixed(1)} per second), ${counts.failed} failed`,
  )
  console.log(
    `    ${killed} kills; ${lost} lost, ${doubled} doubled, ${wrongDepths} with a wrong click depth; verify-data: ${faults.length} faults; ${service.crashes} crashes`,
  )
  console.log(`    memory: ${rss} MB at most (target ${maxRssMb})`)
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`)
  const wrong = lost + doubled + wrongDepths + faults.length + service.crashes + counts.failed
  if (wrong > 0 || killed < kills || rss > maxRssMb) process.exitCode = 1
}

const random = randomFrom(21)
const nextKill = (killed: number) => ((killed + random()) / (kills + 1)) * (pages / 2)

/** Compares the stored pages with the website. */
async function compare(options: StoreOptions, jobId: number) {
  const { db, close } = await openStore(options)
  const reports = await db.selectFrom('reports').select('url').execute()
  const found = await db
    .selectFrom('job_urls')
    .select(['url', 'depth', 'orphan'])
    .where('job_id', '=', jobId)
    .where('line', '>', 0)
    .execute()
  const faults = await findFaults(db)
  await close()
  const reported = new Set(reports.map(({ url }) => url))
  const depths = new Map(clicks().map((depth, page) => [urls[page], depth]))
  return {
    lost: urls.filter((url) => !reported.has(url)).length,
    doubled: reports.length - reported.size + found.length - new Set(found.map(({ url }) => url)).size,
    wrongDepths: found.filter(
      ({ url, depth, orphan }) => depth !== depths.get(url) || (orphan === 1) !== (depth === null),
    ).length,
    faults,
  }
}

const folder = mkdtempSync(join(tmpdir(), 'seo-reports-bench-'))
const postgres = values.engine === 'sqlite' ? null : await startPostgres()
try {
  if (values.engine !== 'postgres') await crawl('SQLite', { dataDir: join(folder, 'sqlite') })
  if (postgres) await crawl('PostgreSQL', { dataDir: join(folder, 'postgres'), databaseUrl: postgres.url })
  else if (values.engine !== 'sqlite') console.log('  PostgreSQL is not installed, so nothing was measured with it.')
} finally {
  await postgres?.stop()
  site.close()
  site.closeAllConnections()
  rmSync(folder, { recursive: true, force: true })
}
