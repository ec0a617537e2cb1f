import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore, type StoreOptions } from '#service/store/database.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { randomFrom } from '#testing/random.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import {
  type RunningService,
  startChildService,
  composeService,
  healthCommand,
  root,
} from '#testing/service/child-service.ts'
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

/** Serves pages on loopback, and returns the environment of a service that can analyse several of them at once. */
async function site(pages: number) {
  const paths = Array.from({ length: pages }, (_, at) => `/${at}`)
  const { host, url } = await servePages(
    Object.fromEntries(paths.map((path, at) => [path, slowPage(20, linksFrom(at, pages))])),
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

async function createJob({ api }: RunningService, key: string, body: object): Promise<number> {
  const response = await api('/api/v1/jobs', key, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(202)
  return ((await response.json()) as { data: { id: number } }).data.id
}

async function jobOf({ api }: RunningService, key: string, id: number) {
  const response = await api(`/api/v1/jobs/${id}`, key)
  return ((await response.json()) as { data: { state: string; counts: Record<string, number> } }).data
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

/** Expects exactly one report of each URL, and a sound database. */
async function expectEachOnce(database: StoreOptions, urls: string[]) {
  const { db, close } = await openStore(database)
  const reports = await db.selectFrom('reports').select('url').execute()
  expect(reports.map(({ url }) => url).toSorted()).toEqual(urls.toSorted())
  expect(await findFaults(db)).toEqual([])
  await close()
}

describeEachEngine('a service that is killed again and again', ({ createDatabase, name }) => {
  it.each([
    ['a list', (urls: string[]) => ({ urls })],
    ['a crawl', (urls: string[]) => ({ crawl: urls[0] })],
  ])(
    'makes exactly one report of each URL of %s',
    async (_, body) => {
      const database = await createDatabase()
      onTestFinished(database.remove)
      const key = await createKey(database)
      const { urls, environment } = await site(40)
      const start = () =>
        startChildService({
          ...environment,
          ...(database.databaseUrl
            ? { DATABASE_URL: database.databaseUrl }
            : { SEO_REPORTS_DATA_DIR: database.dataDir }),
        })
      const random = randomFrom(7)
      let service = await start()
      const id = await createJob(service, key, body(urls))
      // Kills by progress, because a fast machine could finish before a fixed time.
      for (let kills = 0; kills < 4; kills += 1) {
        await expect
          .poll(async () => (await jobOf(service, key, id)).counts['done'], { timeout: 120_000, interval: 50 })
          .toBeGreaterThan(kills * 8)
        await wait(random() * 100)
        service.child.kill('SIGKILL')
        await service.exited
        await endLeases(database)
        service = await start()
      }
      await expect
        .poll(async () => (await jobOf(service, key, id)).state, { timeout: 120_000, interval: 200 })
        .toBe('done')
      expect((await jobOf(service, key, id)).counts).toMatchObject({ total: urls.length, done: urls.length, failed: 0 })
      service.child.kill('SIGTERM')
      await service.exited
      await expectEachOnce(database, urls)
    },
    300_000,
  )

  it.skipIf(name === 'sqlite')(
    'as compose.yaml starts it, two web processes and two workers, makes exactly one report of each URL though two are killed',
    async () => {
      const database = await createDatabase()
      onTestFinished(database.remove)
      const key = await createKey(database)
      const { urls, environment } = await site(200)
      const startAll = (name: string) => {
        const { command, replicas, environment: own } = composeService(name, database.databaseUrl ?? '')
        const ofTest = { ...environment, PORT: '0', SEO_REPORTS_DATA_DIR: database.dataDir }
        return Array.from({ length: replicas }, () => startChildService({ ...own, ...ofTest }, command))
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
      await expect
        .poll(async () => (await jobOf(otherWeb, key, id)).counts['done'], { timeout: 60_000 })
        .toBeGreaterThan(5)
      for (const { child } of [web, worker]) child.kill('SIGKILL')
      await Promise.all([web.exited, worker.exited])
      expect(await isHealthy(web)).toBe(false)
      await expect
        .poll(async () => (await jobOf(otherWeb, key, id)).state, { timeout: 200_000, interval: 200 })
        .toBe('done')
      for (const { child, exited } of [otherWeb, otherWorker]) {
        child.kill('SIGTERM')
        await exited
      }
      await expectEachOnce(database, urls)
    },
    300_000,
  )
})
