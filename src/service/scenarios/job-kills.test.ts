import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import type { Job, JobUrl } from '#contract/jobs/job.ts'
import { issueKey } from '#service/access/keys.ts'
import { openStore, type StoreOptions } from '#service/store/database.ts'
import { killedProcesses } from '#service/store/jobs/kills.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { randomFrom } from '#testing/random.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import {
  type RunningService,
  startChildService,
  composeService,
  imageCommand,
  healthCommand,
  root,
} from '#testing/service/child-service.ts'
import { memoryFlags } from '#testing/service/memory-flags.ts'
import { renderingChromium as chromium } from '#testing/service/rendering.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

/** Links a page to the next two of a binary tree, to the one before it, and to the first. */
const linksFrom = (at: number, pages: number) =>
  [2 * at + 1, 2 * at + 2, at - 1, 0]
    .filter((to) => to >= 0 && to < pages)
    .map((to) => `<a href="/${to}">Page ${to}</a>`)
    .join(' ')

const slowPage =
  (ms: number, links: string) =>
  (_: unknown, response: { end(text: string): void; setHeader(n: string, v: string): void }) => {
    response.setHeader('content-type', 'text/html')
    setTimeout(() => response.end(smallPage + links), ms)
  }

/** A script that adds the links of a page. */
const linksByScript = (at: number, pages: number) =>
  `<script>document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(linksFrom(at, pages))})</script>`

/** Serves pages on loopback, and returns the environment of a service that can analyse several of them at once. */
async function site(pages: number, linksOf = linksFrom) {
  const paths = Array.from({ length: pages }, (_, at) => `/${at}`)
  const { host, url } = await servePages(
    Object.fromEntries(paths.map((path, at) => [path, slowPage(20, linksOf(at, pages))])),
  )
  const environment = { SEO_REPORTS_ALLOW_HOSTS: host, SEO_REPORTS_HOST_LIMITS: `${host}=1000/64` }
  return { urls: paths.map((path) => url + path), environment }
}

async function createKey(database: StoreOptions): Promise<string> {
  const { db, close } = await openStore(database)
  const { key } = await issueKey(db, 'Test', 'full')
  await close()
  return key
}

async function createJob({ api }: RunningService, key: string, body: object, path = '/api/v1/jobs'): Promise<number> {
  const response = await api(path, key, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { data: { id: number } }).data.id
}

async function jobOf({ api }: RunningService, key: string, id: number) {
  const response = await api(`/api/v1/jobs/${id}`, key)
  return ((await response.json()) as { data: Pick<Job, 'state' | 'counts' | 'error' | 'finished_at'> }).data
}

/** Runs the health check of the image. */
async function isHealthy({ origin }: RunningService): Promise<boolean> {
  const [, ...check] = healthCommand
  const child = spawn(process.execPath, check, { cwd: root, env: { PORT: new URL(origin).port } })
  const [code] = await once(child, 'exit')
  return code === 0
}

/** Lets the leases of a killed process end, which takes 15 seconds. The test of four processes waits for it. */
async function endLeases(database: StoreOptions) {
  const { db, close } = await openStore(database)
  const over = '2026-01-01T00:00:00.000Z'
  await db.updateTable('job_urls').set({ lease_until: over }).where('lease_until', 'is not', null).execute()
  await close()
}

/**
 * Expects exactly one report of each URL, and a sound database. Of them, some are rendered, and some linked only by
 * scripts.
 */
async function expectEachOnce(database: StoreOptions, urls: string[], { rendered = 0, byScript = 0 } = {}) {
  const { db, close } = await openStore(database)
  const reports = await db.selectFrom('reports').select(['url', 'engine']).execute()
  const added = await db.selectFrom('crawl_urls').select('url').where('by_script', '=', 1).execute()
  expect([reports.filter(({ engine }) => engine === 'rendered').length, added.length]).toEqual([rendered, byScript])
  expect(reports.map(({ url }) => url).toSorted()).toEqual(urls.toSorted())
  expect(await findFaults(db)).toEqual([])
  await close()
}

const storedIn = ({ databaseUrl, dataDir }: StoreOptions): Record<string, string> =>
  databaseUrl ? { DATABASE_URL: databaseUrl } : { SEO_REPORTS_DATA_DIR: dataDir }

const killed = killedProcesses.message

/** Reports of pages read the first ones only. */
const sitemaps = ['/1.xml', '/2.xml', '/3.xml', '/killer.xml']

describeEachEngine('a step of a job', ({ createDatabase }) => {
  /**
   * Serves a website, whose `/killer` and `/killer.xml` end the service that requests them. Works on a job to its end.
   */
  async function workOn(body: (origin: string, other: string) => object, path?: string) {
    const database = await createDatabase()
    onTestFinished(database.remove)
    const key = await createKey(database)
    let kills = 0
    const kill = () => {
      kills += 1
      void current.then(({ child }) => child.kill('SIGKILL'))
    }
    const { host, url } = await servePages({
      '/robots.txt': (_, response) => response.end(sitemaps.map((path) => `Sitemap: http://${host}${path}\n`).join('')),
      '/': (_, response) => response.setHeader('content-type', 'text/html').end(smallPage),
      '/killer': kill,
      '/killer.xml': kill,
    })
    const other = await servePages({
      '/': (_, response) => response.setHeader('content-type', 'text/html').end(smallPage),
    })
    const start = () => startChildService({ SEO_REPORTS_ALLOW_HOSTS: `${host},${other.host}`, ...storedIn(database) })
    let current = start()
    const id = await createJob(await current, key, body(url, other.url), path)
    for (;;) {
      const service = await current
      await endOf(service, key, id)
      if (service.child.signalCode === null) break
      await endLeases(database)
      current = start()
    }
    const service = await current
    const job = await jobOf(service, key, id)
    const urls = await service.api(`/api/v1/jobs/${id}/urls`, key)
    const { data } = (await urls.json()) as { data: JobUrl[] }
    service.child.kill('SIGTERM')
    await service.exited
    const { db, close } = await openStore(database)
    expect(await findFaults(db)).toEqual([])
    await close()
    return { kills, job, errors: data.map(({ error }) => error?.message ?? null) }
  }

  /** Resolves when a job has finished, or its service was killed. */
  async function endOf(service: RunningService, key: string, id: number) {
    while (service.child.signalCode === null) {
      const job = await jobOf(service, key, id).catch(() => null)
      if (job?.finished_at) return
      await wait(50)
    }
    await service.exited
  }

  it('that killed its process twice fails: a URL of a list', { tags: 'all' }, async () => {
    // Of another host, so that it runs beside the other page.
    const result = await workOn((at, other) => ({ urls: [`${at}/killer`, `${other}/`] }))
    expect(result).toMatchObject({ kills: 2, errors: [killed, null], job: { state: 'done' } })
  })

  it.each([
    ['the first page of a crawl', (at: string) => ({ crawl: `${at}/killer`, max_pages: 1 }), [killed], 'failed'],
    ['the sitemap at the end of a crawl', (at: string) => ({ crawl: `${at}/`, max_pages: 9 }), [null], 'done'],
    ['a sitemap', (at: string) => ({ sitemap: `${at}/killer.xml` }), [], 'failed'],
    ['one report', (at: string) => ({ url: `${at}/killer` }), [killed], 'failed', '/api/v1/reports'],
  ] as const)(
    'that killed its process twice fails: %s',
    { tags: 'all' },
    async (_, body, errors, state, path?: string) => {
      const result = await workOn(body, path)
      expect(result).toMatchObject({ kills: 2, errors, job: { state } })
      // A source or a single URL is named by the job itself.
      if (!('crawl' in body('') && state === 'failed'))
        expect(result.job.error?.message).toContain('crawl' in body('') ? 'The end of the crawl failed' : killed)
    },
  )

  it('goes on after four stops, which are no kills', { tags: 'all', timeout: 180_000 }, async () => {
    const database = await createDatabase()
    onTestFinished(database.remove)
    const key = await createKey(database)
    let requests = 0
    let onRequest = () => {}
    const { host, url } = await servePages({
      '/': (_, response) => {
        requests += 1
        onRequest()
        if (requests > 4) response.setHeader('content-type', 'text/html').end(smallPage)
      },
    })
    const start = () => startChildService({ SEO_REPORTS_ALLOW_HOSTS: host, ...storedIn(database) })
    let requested = new Promise<void>((resolve) => (onRequest = resolve))
    let service = await start()
    const id = await createJob(service, key, { urls: [`${url}/`] })
    for (let stops = 0; stops < 4; stops += 1) {
      await requested
      requested = new Promise<void>((resolve) => (onRequest = resolve))
      service.child.kill('SIGTERM')
      expect(await service.exited).toBe(0)
      service = await start()
    }
    await expect.poll(async () => (await jobOf(service, key, id)).state).toBe('done')
  })
})

describeEachEngine('asking for the pages that a crawl no longer finds', ({ createDatabase }) => {
  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'goes on after %s, loses no page and is recorded once',
    { tags: 'all', timeout: 180_000 },
    async (signal) => {
      const database = await createDatabase()
      onTestFinished(database.remove)
      const key = await createKey(database)
      // They are asked eight at a time.
      const paths = Array.from({ length: 20 }, (_, at) => `/old-${at}`)
      const [kept, old] = [['/a', '/b'], paths].map((some) =>
        some.map((path) => `<a href="${path}">${path}</a>`).join(''),
      )
      let isGone = false
      let stop: (() => void) | undefined
      const { host, url } = await servePages({
        '/': (_, response) =>
          response.setHeader('content-type', 'text/html').end(smallPage + kept + (isGone ? '' : old)),
        '/a': smallPage,
        '/b': `${smallPage}<p>Benches for two</p>`,
        ...Object.fromEntries(
          paths.map((path) => [
            path,
            (_: unknown, response: ServerResponse) => {
              if (isGone && path === '/old-12' && stop) return stop()
              response.setHeader('content-type', 'text/html').writeHead(isGone ? 410 : 200)
              response.end(`${smallPage}<p>All about ${path}</p>`)
            },
          ]),
        ),
      })
      const environment = { SEO_REPORTS_ALLOW_HOSTS: host, SEO_REPORTS_HOST_LIMITS: `${host}=1000/64` }
      const start = () => startChildService({ ...environment, ...storedIn(database) })
      let service = await start()
      const crawl = () => createJob(service, key, { crawl: `${url}/` })
      const isDone = async (id: number) =>
        expect.poll(async () => (await jobOf(service, key, id)).state, { interval: 200 }).toBe('done')
      await isDone(await crawl())
      isGone = true
      stop = () => {
        stop = undefined
        service.child.kill(signal)
      }
      const id = await crawl()
      await service.exited
      await endLeases(database)
      service = await start()
      await isDone(id)
      service.child.kill('SIGTERM')
      await service.exited
      const { db, close } = await openStore(database)
      const states = await db.selectFrom('pages').select(['url', 'status']).where('status', '=', 410).execute()
      expect(states.map((page) => page.url.slice(url.length)).toSorted()).toEqual(paths.toSorted())
      const changes = db.selectFrom('audit').select('detail').where('action', '=', 'pages_changed')
      expect(await changes.execute()).toEqual([{ detail: '20 pages with an error or a redirect' }])
      expect(await findFaults(db)).toEqual([])
      await close()
    },
  )
})

describeEachEngine('a service that is killed again and again', ({ createDatabase, name }) => {
  const inAll = { tags: 'all', timeout: 300_000 }

  it.each([
    ['a list', (urls: string[]) => ({ urls })],
    ['a crawl', (urls: string[]) => ({ crawl: urls[0] })],
    ...(chromium === undefined
      ? []
      : [['a crawl that renders', (urls: string[]) => ({ crawl: urls[0], render: 'always' }), linksByScript] as const]),
  ] as const)('makes exactly one report of each URL of %s', inAll, async (_, body, linksOf?: typeof linksByScript) => {
    const database = await createDatabase()
    onTestFinished(database.remove)
    const key = await createKey(database)
    // Rendering takes longer, and of the pages that ran during a kill, one runs at a time.
    const [pages, most] = linksOf ? [5, 1] : [40, 4]
    const { urls, environment } = await site(pages, linksOf)
    const browser = linksOf && { CHROMIUM_PATH: chromium ?? '' }
    const start = () => startChildService({ ...environment, ...browser, ...storedIn(database) })
    const random = randomFrom(7)
    let service = await start()
    const id = await createJob(service, key, body(urls))
    // Kills by progress, because a fast machine could finish before a fixed time.
    for (let kills = 0; kills < most; kills += 1) {
      await expect
        .poll(async () => (await jobOf(service, key, id)).counts.done, { interval: 50 })
        .toBeGreaterThan((kills * urls.length) / 5)
      await wait(random() * 100)
      service.child.kill('SIGKILL')
      await service.exited
      await endLeases(database)
      service = await start()
    }
    const isDone = () => expect.poll(async () => (await jobOf(service, key, id)).state, { interval: 200 }).toBe('done')
    await isDone()
    // Those that were in work twice are blamed for it.
    if ((await jobOf(service, key, id)).counts.failed > 0) {
      expect((await service.api(`/api/v1/jobs/${id}/retry`, key, { method: 'POST' })).status).toBe(200)
      await isDone()
    }
    expect((await jobOf(service, key, id)).counts).toMatchObject({ total: urls.length, done: urls.length, failed: 0 })
    service.child.kill('SIGTERM')
    await service.exited
    await expectEachOnce(database, urls, linksOf ? { rendered: urls.length, byScript: urls.length - 1 } : {})
  })

  it.skipIf(name === 'sqlite')(
    'as compose.yaml starts it, two web processes and two workers, makes exactly one report of each URL though two are killed',
    inAll,
    async () => {
      const database = await createDatabase()
      onTestFinished(database.remove)
      const key = await createKey(database)
      const { urls, environment } = await site(200)
      expect(imageCommand).toEqual(['node', ...memoryFlags, 'src/service/main.ts'])
      const startAll = (name: string) => {
        const { replicas, environment: own } = composeService(name, database.databaseUrl ?? '')
        const ofTest = { ...environment, PORT: '0', SEO_REPORTS_DATA_DIR: database.dataDir }
        return Array.from({ length: replicas }, () => startChildService({ ...own, ...ofTest }, imageCommand))
      }
      const all = await Promise.all([...startAll('web'), ...startAll('worker')])
      expect(all).toHaveLength(4)
      const [web, otherWeb, worker, otherWorker] = all as [
        RunningService,
        RunningService,
        RunningService,
        RunningService,
      ]
      for (const one of all) expect(await isHealthy(one)).toBe(true)
      expect((await fetch(`${worker.origin}/healthz`)).status).toBe(200)
      expect((await fetch(`${worker.origin}/api/v1/jobs`)).status).toBe(404)
      const id = await createJob(web, key, { urls })
      await expect.poll(async () => (await jobOf(otherWeb, key, id)).counts.done).toBeGreaterThan(5)
      for (const { child } of [web, worker]) child.kill('SIGKILL')
      await Promise.all([web.exited, worker.exited])
      expect(await isHealthy(web)).toBe(false)
      await endLeases(database)
      await expect
        .poll(async () => (await jobOf(otherWeb, key, id)).state, { timeout: 200_000, interval: 200 })
        .toBe('done')
      for (const { child, exited } of [otherWeb, otherWorker]) {
        child.kill('SIGTERM')
        await exited
      }
      await expectEachOnce(database, urls)
    },
  )
})
