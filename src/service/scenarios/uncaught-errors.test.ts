import { once } from 'node:events'
import { type IncomingMessage, request, type RequestListener } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore, type Store } from '#service/store/database.ts'
import { createJob } from '#service/store/jobs/jobs.ts'
import { killedProcesses } from '#service/store/jobs/kills.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { root, type RunningService, startChildService } from '#testing/service/child-service.ts'
import { memoryFlags } from '#testing/service/memory-flags.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

/** Long enough for a busy machine. */
const patience = { timeout: 60_000 }
const command = [
  'node',
  ...memoryFlags,
  '--import',
  new URL('../../testing/programs/throwing-sockets.ts', import.meta.url).href,
  `${root}src/service/main.ts`,
]
const html = { 'content-type': 'text/html; charset=utf-8' }

const throwing =
  (kind: 'error' | 'rejection'): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { ...html, 'x-throw': kind }).end(smallPage)

/** Serves a page that is held until `release` is called. `requested` resolves with its first request. */
async function serveHeldPage() {
  const requested = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const { host, url } = await servePages({
    '/': async (_, response) => {
      requested.resolve()
      await released.promise
      response.writeHead(200, html).end(smallPage)
    },
  })
  return { host, url: `${url}/`, release: released.resolve, requested: requested.promise }
}

/** Expects one end with code 1, and one line of the log with the stack and the work. */
async function expectLoggedEnd({ exited, stdout }: RunningService, work: object, text = 'thrown by a socket') {
  expect(await exited).toBe(1)
  const lines = stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const uncaught = lines.map((json) => JSON.parse(json) as object).filter((line) => 'origin' in line)
  const stack = expect.stringMatching(/\n +at .*throwing-sockets\.ts/) as string
  expect(uncaught).toMatchObject([{ level: 'fatal', ...work, err: { message: text, stack } }])
}

describeEachEngine('an error that nothing caught', ({ createDatabase, name }) => {
  async function open(): Promise<{ store: Store; environment: Record<string, string> }> {
    const database = await createDatabase()
    const store = await openStore(database)
    onTestFinished(async () => {
      await store.close()
      await database.remove()
    })
    const { databaseUrl, dataDir } = database
    const own = databaseUrl ? { DATABASE_URL: databaseUrl } : { SEO_REPORTS_DATA_DIR: dataDir }
    return { store, environment: { LOG_LEVEL: 'fatal', ...own } }
  }

  it.each(['error', 'rejection'] as const)(
    'ends the process in order, and counts for the step of a job that threw it alone: %s',
    { tags: 'all', timeout: 300_000 },
    async (kind) => {
      const { store, environment } = await open()
      const { db } = store
      const site = await servePages({ '/thrower': throwing(kind) })
      const beside = await serveHeldPage()
      await db.transaction().execute((tx) =>
        createJob(tx, {
          ...({ kind: 'urls', label: 'Pages', url: null, crawl: null, author_id: 'key', author_name: null } as const),
          urls: [beside.url, `${site.url}/thrower`].map((url, at) => ({ line: at + 1, url, host: new URL(url).host })),
        }),
      )
      const rows = () =>
        db.selectFrom('job_urls').select(['state', 'attempts', 'kills', 'error']).orderBy('line').execute()
      const start = async () => {
        // A lease ends 15 seconds after its process.
        await db
          .updateTable('job_urls')
          .set({ lease_until: '2026-01-01T00:00:00.000Z' })
          .where('lease_until', 'is not', null)
          .execute()
        const role = name === 'postgres' ? { SEO_REPORTS_ROLE: 'worker' } : {}
        const hosts = { SEO_REPORTS_ALLOW_HOSTS: `${site.host},${beside.host}` }
        return startChildService({ ...environment, ...role, ...hosts }, command)
      }
      for (const kills of [0, 1]) {
        const service = await start()
        await expectLoggedEnd(service, { claim: '1/2' }, kind === 'error' ? undefined : 'rejected by a socket')
        const [other, thrower] = await rows()
        // Those that are excused and not released in time have one kill less, until their leases end.
        expect(other?.kills).toBeLessThanOrEqual(0)
        expect(thrower).toMatchObject({ state: 'running', attempts: kills + 1, kills })
      }
      const last = await start()
      await expect.poll(async () => (await rows())[1]?.state, patience).toBe('failed')
      beside.release()
      await expect.poll(async () => (await rows())[0]?.state, patience).toBe('done')
      expect((await rows())[1]?.error).toContain(killedProcesses.message)
      last.child.kill('SIGTERM')
      expect(await last.exited).toBe(0)
    },
  )

  it('of a request leaves what runs beside it time to end, is counted, and blames no job', async () => {
    const { store, environment } = await open()
    const { key } = await issueKey(store.db, 'Test', 'full')
    const site = await servePages({ '/thrower': throwing('error') })
    const ofJob = await serveHeldPage()
    const service = await startChildService(
      { ...environment, SEO_REPORTS_ALLOW_HOSTS: `${site.host},${ofJob.host}` },
      command,
    )
    const authorization = `Bearer ${key}`
    const post = (path: string, body: Record<string, string>) =>
      service.api(path, key, { method: 'POST', body: new URLSearchParams(body) })
    await post('/api/v1/jobs', { urls: ofJob.url })
    await ofJob.requested
    const body = 'url=nothing'
    const headers = {
      authorization,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
    }
    const beside = request(`${service.origin}/api/v1/reports`, { method: 'POST', headers })
    beside.flushHeaders()
    const responded = once(beside, 'response')
    const thrower = post('/api/v1/reports', { url: `${site.url}/thrower` }).catch(() => null)
    const metrics = async () => (await service.api('/metrics', key)).text()
    await expect.poll(metrics, patience).toContain('seo_reports_uncaught_errors_total 1')
    expect((await service.api('/readyz')).status).toBe(503)
    beside.end(body)
    const [response] = (await responded) as [IncomingMessage]
    expect(response.statusCode).toBe(422)
    response.resume()
    await thrower
    await expectLoggedEnd(service, { request: expect.any(String) as string })
    const { kills } = await store.db.selectFrom('job_urls').select('kills').executeTakeFirstOrThrow()
    expect(kills).toBeLessThanOrEqual(0)
  }, 300_000)
})

it('an error that nothing caught ends the gateway in order', async () => {
  const upstream = await servePages({ '/api/v1/reports': throwing('error') })
  const environment = { LOG_LEVEL: 'fatal', SEO_REPORTS_UPSTREAM: upstream.url, SEO_REPORTS_ALLOW_HOSTS: upstream.host }
  const service = await startChildService(environment, command)
  await fetch(`${service.origin}/api/v1/reports`, { headers: { authorization: 'Bearer key' } }).catch(() => null)
  await expectLoggedEnd(service, { request: expect.any(String) as string })
})
