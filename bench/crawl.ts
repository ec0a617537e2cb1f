import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { maxCrawlPages } from '#contract/jobs/job.ts'
import { issueKey } from '#service/access/keys.ts'
import { openStore, type StoreOptions } from '#service/store/database.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { randomFrom } from '#testing/random.ts'
import { startPostgres } from '#testing/store/postgres.ts'
import { KillableService } from './support/killable-service.ts'

// Crawls a large website on loopback, on each engine, while the service is killed again and again: while it reads
// pages, and while it checks links at the end. Fails if a page is lost or has two reports, if a click depth or the
// status of a link is wrong, if the service takes too much memory, or is too slow.
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '20' },
    links: { type: 'string', default: '40' },
    workers: { type: 'string', default: '1' },
    engine: { type: 'string' },
  },
})
const [pages, kills, perPage, workers] = [values.pages, values.kills, values.links, values.workers].map(Number) as [
  number,
  number,
  number,
  number,
]
if (!(pages > 100 && pages <= maxCrawlPages)) throw new Error(`--pages must be a number from 101 to ${maxCrawlPages}.`)
if (!(kills >= 0)) throw new Error('--kills must be a number.')
if (!(perPage >= 10 && perPage <= 500)) throw new Error('--links must be a number from 10 to 500.')
if (!(workers >= 1 && workers <= 4)) throw new Error('--workers must be a number from 1 to 4.')

const maxRssMb = 512
const minPagesPerSecond = 25
const responseMs = 20
/** The share of the kills that come while links are checked at the end. */
const killsAtEnd = Math.floor(kills / 4)
/** Pages that only the sitemap names. */
const orphans = 10
const linked = pages - orphans

/** A tree of pages, with links to the page before, to others far away, and to the first page. */
const linksOf = (page: number) => [
  ...new Set(
    [
      ...Array.from({ length: 4 }, (_, at) => 4 * page + 1 + at),
      page - 1,
      0,
      ...Array.from({ length: perPage - 6 }, (_, at) => (page * 31 + 977 * (at + 1)) % Math.ceil(linked / 4)),
    ].filter((to) => to >= 0 && to < linked && page < linked),
  ),
]

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

/** Every hundredth page links to a missing page, and every tenth to a file and to another website. */
const hasBrokenLink = (page: number) => page % 100 === 1 && page < linked
const missing = '/missing'
const extras = (page: number) =>
  [
    hasBrokenLink(page) ? missing : null,
    page % 10 === 1 ? `/file-${page % 20}.pdf` : null,
    page % 10 === 2 ? `http://${otherHost}/${page % 50}` : null,
  ].flatMap((href) => (href === null ? [] : [`<a href="${href}">More on page ${page}</a>`]))

const paragraph = (page: number) => (to: number) => `<p>Page ${page} leads to <a href="/${to}">page ${to}</a>.</p>`
const pageText = (page: number) =>
  `<!doctype html><html lang="en"><head><title>Page ${page}</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/style.css"></head><body><h1>Page ${page}</h1><img src="/image-${page % 30}.png" alt="A table">${linksOf(page).map(paragraph(page)).join('\n')}${extras(page).join(' ')}<script src="/script.js"></script></body></html>`

const requests = { page: 0, again: 0, file: 0, other: 0 }
const requested = new Set<string>()

function count(url: string, isPage: boolean) {
  if (requested.has(url)) requests.again += 1
  else requests[isPage ? 'page' : 'file'] += 1
  requested.add(url)
}

const site = createServer(({ url = '' }, response) => {
  const page = /^\/(\d+)$/.exec(url)?.[1]
  count(url, page !== undefined)
  setTimeout(() => {
    if (page) response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(pageText(Number(page)))
    else if (url === '/sitemap.xml') response.writeHead(200, { 'Content-Type': 'application/xml' }).end(sitemap())
    else if (/\.(?:pdf|css|js|png)$/.test(url))
      response.writeHead(200, { 'Content-Type': types[url.slice(-3)] ?? 'text/javascript' }).end('/* nothing */')
    else response.writeHead(404, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Missing</title>')
  }, responseMs)
})
const types: Record<string, string> = { pdf: 'application/pdf', css: 'text/css', png: 'image/png' }
const other = createServer((_, response) => {
  requests.other += 1
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Another website</title>')
})
const portOf = async (server: typeof site) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}
const host = `127.0.0.1:${await portOf(site)}`
const otherHost = `127.0.0.1:${await portOf(other)}`
const urls = Array.from({ length: pages }, (_, page) => `http://${host}/${page}`)
const sitemap = () =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

type Job = { id: number; state: string; counts: { total: number; done: number; failed: number } }

async function crawl(name: string, options: StoreOptions) {
  const store = await openStore(options)
  const { key } = await issueKey(store.db, 'Benchmark', 'full')
  await store.close()
  Object.assign(requests, { page: 0, again: 0, file: 0, other: 0 })
  requested.clear()
  const services = Array.from(
    { length: options.databaseUrl ? workers : 1 },
    (_, at) =>
      new KillableService({
        SEO_REPORTS_DATA_DIR: `${options.dataDir}-${at}`,
        ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : { SEO_REPORTS_DATA_DIR: options.dataDir }),
        SEO_REPORTS_ALLOW_HOSTS: `${host},${otherHost}`,
        SEO_REPORTS_HOST_LIMITS: `${host}=1000/64`,
      }),
  )
  const api = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${services[0]?.origin}/api/v1/jobs${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}` },
    })
    if (!response.ok) throw new Error(`The crawl failed with status ${response.status}: ${await response.text()}`)
    return ((await response.json()) as { data: Job }).data
  }
  for (const service of services) await service.start()
  const start = performance.now()
  const form = new URLSearchParams({ crawl: urls[0] ?? '', max_pages: String(maxCrawlPages) })
  const { id } = await api('', { method: 'POST', body: form })
  let [killed, killAt, readAt, killAgain, measureAt] = [0, nextKill(0), 0, 0, 0]
  const kill = async () => {
    const service = services[killed % services.length]
    await service?.end('SIGKILL')
    await service?.start()
    killed += 1
  }
  for (let job = await api(`/${id}`); job.state === 'queued' || job.state === 'running'; job = await api(`/${id}`)) {
    if (killed < kills - killsAtEnd && job.counts.done >= killAt) {
      await kill()
      killAt = nextKill(killed)
    }
    if (job.counts.done + job.counts.failed >= pages + 1) {
      if (readAt === 0) [readAt, killAgain] = [performance.now(), performance.now() + 2_000]
      if (killed < kills && performance.now() > killAgain) {
        await kill()
        killAgain = performance.now() + 2_000
      }
    }
    if (performance.now() > measureAt) {
      for (const service of services) await service.measure()
      measureAt = performance.now() + 1_000
    }
    await pause(100)
  }
  const end = performance.now()
  const [reading, ending] = [(readAt - start) / 1_000, (end - readAt) / 1_000]
  const { counts } = await api(`/${id}`)
  for (const service of services) await service.end('SIGTERM')
  const found = await compare(options, id)
  const rss = Math.round(Math.max(...services.map(({ worst }) => worst.maxRssMb)))
  const delay = Math.round(Math.max(...services.map(({ worst }) => worst.maxDelayMs)))
  const crashes = services.reduce((sum, service) => sum + service.crashes, 0)
  const perSecond = counts.done / (reading + ending)
  console.log(
    `  ${name}: ${counts.done} of ${counts.total} pages in ${reading.toFixed(0)} s (${(counts.done / reading).toFixed(1)} per second), links checked in ${ending.toFixed(0)} s, ${perSecond.toFixed(1)} per second in all (target ${minPagesPerSecond}), ${counts.failed} failed`,
  )
  console.log(
    `    ${killed} kills; ${found.lost} lost, ${found.doubled} doubled, ${found.wrongDepths} with a wrong click depth, ${found.pending} with unchecked links, ${found.wrongLinks} with wrong links; verify-data: ${found.faults.length} faults; ${crashes} crashes`,
  )
  console.log(
    `    requests: ${requests.page} pages, ${requests.file} files, ${requests.again} repeated, ${requests.other} to another website`,
  )
  console.log(
    `    memory: ${rss} MB at most (target ${maxRssMb}); the event loop was held for ${delay} ms at most; bytes per page: ${found.sizes}`,
  )
  for (const fault of found.faults.slice(0, 10)) console.log(`    ${fault}`)
  const wrong = found.lost + found.doubled + found.wrongDepths + found.pending + found.wrongLinks + found.faults.length
  if (wrong + crashes > 0 || killed < kills || rss > maxRssMb || perSecond < minPagesPerSecond) process.exitCode = 1
}

const random = randomFrom(21)
const nextKill = (killed: number) => ((killed + random()) / (kills - killsAtEnd + 1)) * pages

/** Compares the stored pages with the website. */
async function compare(options: StoreOptions, jobId: number) {
  const { db, engine, close } = await openStore(options)
  const reports = await db.selectFrom('reports').select(['url', 'pending_crawl_id']).execute()
  const found = await db
    .selectFrom('crawl_urls')
    .select(['url', 'depth', 'orphan', 'issues'])
    .where('crawl_id', '=', jobId)
    .where('kind', '=', 'page')
    .execute()
  const faults = await findFaults(db)
  const sizes: string[] = []
  for (const table of ['page_links', 'crawl_urls', 'crawl_links', 'report_payloads']) {
    const bytes =
      engine === 'postgres'
        ? sql<{ bytes: number }>`select pg_total_relation_size(${table}) as bytes`
        : sql<{ bytes: number }>`select sum(pgsize) as bytes from dbstat where name = ${table}`
    const { rows } = await bytes.execute(db)
    sizes.push(`${table} ${Math.round(Number(rows[0]?.bytes ?? 0) / pages)}`)
  }
  await close()
  const reported = new Set(reports.map(({ url }) => url))
  const depths = new Map(clicks().map((depth, page) => [urls[page], depth]))
  const pagesOf = new Set(urls)
  return {
    lost: urls.filter((url) => !reported.has(url)).length,
    doubled: reports.length - reported.size,
    pending: reports.filter(({ pending_crawl_id }) => pending_crawl_id !== null).length,
    wrongDepths: found.filter(
      ({ url, depth, orphan }) =>
        pagesOf.has(url) && (depth !== depths.get(url) || (orphan === 'sitemap_only') !== (depth === null)),
    ).length,
    wrongLinks: found.filter(
      ({ url, issues }) =>
        pagesOf.has(url) &&
        (issues ?? '').includes('"broken-internal":"fail"') !== hasBrokenLink(Number(new URL(url).pathname.slice(1))),
    ).length,
    faults,
    sizes: sizes.join(', '),
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
  for (const server of [site, other]) {
    server.close()
    server.closeAllConnections()
  }
  rmSync(folder, { recursive: true, force: true })
}
