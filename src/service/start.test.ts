import { writeFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { createSchedule } from '#service/store/schedules/schedules.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { spawnChildService, startChildService, impatientService } from '#testing/service/child-service.ts'
import { createDataFolder } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'
import { openStore } from './store/database.ts'

// Each service runs in its own process.

async function dataFolder() {
  const { dataDir, remove } = await createDataFolder()
  onTestFinished(remove)
  return dataDir
}

/** Creates a data folder with one API key. */
async function withKey() {
  const dataDir = await dataFolder()
  const store = await openStore({ dataDir })
  const { key } = await issueKey(store.db, 'Test', 'full')
  await store.close()
  return { dataDir, key }
}

/** Serves a page whose response the test sends itself. `requested` resolves with that response. */
async function heldPage() {
  const requested = Promise.withResolvers<ServerResponse>()
  const { host, url } = await servePages({ '/held': (_, response) => requested.resolve(response) })
  return { host, url: `${url}/held`, requested: requested.promise }
}

const post = (url: string) => ({ method: 'POST', body: new URLSearchParams({ url }) })

describe('the program', () => {
  it('prints its URL and a link that creates the first account, once', async () => {
    const { stdout, api, origin } = await startChildService({ SEO_REPORTS_DATA_DIR: await dataFolder() })
    const [, page, token = ''] = /Create your account.*: (\S+)#token=(\S+)\n/.exec(stdout()) ?? []
    expect(page).toBe(`${origin}/account`)
    const form = { token, name: 'Dana', email: 'dana@agency.example', password: 'lamp otter rain' }
    const create = () =>
      api('/api/v1/account', undefined, { method: 'POST', headers: { origin }, body: new URLSearchParams(form) })
    const created = await create()
    const cookie = created.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    expect((await api('/api/v1/reports', undefined, { headers: { cookie } })).status).toBe(200)
    expect((await create()).status).toBe(422)
  })

  it(
    'prints a command instead of a link into a log once a person or a key can sign in, so that no log opens the data',
    { tags: 'all' },
    async () => {
      const { dataDir } = await withKey()
      const { stdout } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir })
      expect(stdout()).toContain('or get a one-time link: npm run -s sign-in\n')
      expect(stdout()).not.toContain('token')
      const store = await openStore({ dataDir })
      expect(await store.db.selectFrom('sign_in_tokens').selectAll().execute()).toEqual([])
      await store.close()
    },
  )

  it('prints a command instead of a link when other machines can reach it', { tags: 'all' }, async () => {
    const { stdout } = await startChildService({ SEO_REPORTS_DATA_DIR: await dataFolder(), HOST: '0.0.0.0' })
    expect(stdout()).toContain('run: npm run -s sign-in\n')
    expect(stdout()).not.toContain('token')
  })

  it('runs schedules that are due, without an error in the log', async () => {
    const { dataDir, key } = await withKey()
    const { host, url } = await servePages({ '/': (_, response) => response.end(smallPage) })
    const { db, close } = await openStore({ dataDir })
    const { website_id } = await createReport(db, newReport({ url: `${url}/` }))
    const times = { every: 'day', weekday: null, month_day: null, time: '06:00', time_zone: 'Europe/Berlin' } as const
    const schedule = { website_id, view_id: null, ...times, author_id: key.slice(0, 8), author_name: 'Test' }
    await db.transaction().execute((tx) => createSchedule(tx, schedule))
    await db.updateTable('schedules').set({ next_run_at: '2026-01-05T05:00:00.000Z' }).execute()
    await close()
    const { api, stdout } = await startChildService({
      SEO_REPORTS_DATA_DIR: dataDir,
      SEO_REPORTS_ALLOW_HOSTS: host,
      LOG_LEVEL: 'error',
    })
    const state = async () => (await (await api('/api/v1/jobs', key)).json()).data[0]?.state
    await expect.poll(state, { timeout: 30_000 }).toBe('done')
    expect(stdout()).not.toContain("couldn't be run")
  })

  it('exits with code 1 and one sentence when it cannot start', async () => {
    const taken = createTcpServer().listen(0, '127.0.0.1')
    onTestFinished(() => void taken.close())
    await new Promise((resolve) => taken.once('listening', resolve))
    const port = String((taken.address() as AddressInfo).port)
    const dataDir = await dataFolder()
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    const starts: [Record<string, string>, RegExp][] = [
      [{ SEO_REPORTS_DATA_DIR: dataDir, PORT: port }, new RegExp(`^Port ${port} .* already in use`)],
      [{ SEO_REPORTS_DATA_DIR: join(file, 'data') }, /data/i],
      [{ SEO_REPORTS_DATA_DIR: dataDir, PORT: 'http' }, /^PORT must be .*, not "http"/],
      [{ SEO_REPORTS_DATA_DIR: dataDir, HOST: '203.0.113.7' }, /^HOST is "203.0.113.7"/],
      [{ DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' }, /PostgreSQL|database/i],
    ]
    const check = async ([environment, sentence]: (typeof starts)[number]) => {
      const { exited, stderr, stdout } = spawnChildService(environment)
      expect(await exited).toBe(1)
      expect(stderr()).toMatch(sentence)
      expect(stderr()).toMatch(/^[^\n]+\.\n$/)
      expect(stderr()).not.toMatch(/secret|\bat /)
      expect(stdout()).toBe('')
    }
    await Promise.all(starts.map(check))
  })
})

it('a second start on the same port leaves the jobs of the first one alone', { tags: 'all' }, async () => {
  const { dataDir, key } = await withKey()
  const page = await heldPage()
  const { api, origin } = await startChildService({ SEO_REPORTS_DATA_DIR: dataDir, SEO_REPORTS_ALLOW_HOSTS: page.host })
  expect(
    (await api('/api/v1/jobs', key, { method: 'POST', body: new URLSearchParams({ urls: page.url }) })).status,
  ).toBe(202)
  const held = await page.requested
  const claims = async () => {
    const store = await openStore({ dataDir })
    const rows = await store.db.selectFrom('job_urls').select(['state', 'lease_owner']).execute()
    await store.close()
    return rows
  }
  const before = await claims()
  const second = spawnChildService({ SEO_REPORTS_DATA_DIR: dataDir, PORT: new URL(origin).port })
  expect(await second.exited).toBe(1)
  expect(await claims()).toEqual(before)
  held.end()
})

describe('the program stopped during a POST request', () => {
  it('by SIGTERM fails its readiness check, rejects new requests, finishes active ones, and exits with code 0', async () => {
    const { dataDir, key } = await withKey()
    const page = await heldPage()
    const { child, api, exited } = await startChildService({
      SEO_REPORTS_DATA_DIR: dataDir,
      SEO_REPORTS_ALLOW_HOSTS: page.host,
    })
    const running = api('/api/v1/reports', key, post(page.url))
    const held = await page.requested
    expect((await api('/readyz')).status).toBe(200)
    child.kill('SIGTERM')
    await expect.poll(async () => (await api('/readyz')).status).toBe(503)
    expect((await api('/healthz')).status).toBe(200)
    const refused = await api('/api/v1/reports', key, post(page.url))
    expect({ status: refused.status, retry: refused.headers.has('retry-after') }).toEqual({ status: 503, retry: true })
    held.writeHead(200, { 'content-type': 'text/html' }).end(smallPage)
    const answer = await running
    expect(answer.status).toBe(201)
    const { data } = await answer.json()
    expect(await exited).toBe(0)
    const store = await openStore({ dataDir })
    expect(await store.db.selectFrom('reports').select('id').execute()).toEqual([{ id: data.id }])
    await store.close()
  })

  it('by SIGTERM rejects after a grace what still runs, and exits with code 0', { tags: 'all' }, async () => {
    const { dataDir, key } = await withKey()
    const page = await heldPage()
    const { child, api, exited } = await startChildService(
      { SEO_REPORTS_DATA_DIR: dataDir, SEO_REPORTS_ALLOW_HOSTS: page.host },
      impatientService,
    )
    const running = api('/api/v1/reports', key, post(page.url))
    await page.requested
    child.kill('SIGTERM')
    expect(await (await running).json()).toMatchObject({ code: 'shutting_down', status: 503 })
    expect(await exited).toBe(0)
  })

  it('by a second signal exits at once', { tags: 'all' }, async () => {
    const { dataDir, key } = await withKey()
    const page = await heldPage()
    const { child, api, exited } = await startChildService({
      SEO_REPORTS_DATA_DIR: dataDir,
      SEO_REPORTS_ALLOW_HOSTS: page.host,
    })
    const running = api('/api/v1/reports', key, post(page.url)).catch(() => undefined)
    await page.requested
    child.kill('SIGINT')
    await expect.poll(async () => (await api('/readyz')).status).toBe(503)
    child.kill('SIGINT')
    expect(await exited).toBe(130)
    await running
  })

  it('by SIGKILL leaves no partial data', { tags: 'all' }, async () => {
    const { dataDir, key } = await withKey()
    const page = await heldPage()
    const { child, api, exited } = await startChildService({
      SEO_REPORTS_DATA_DIR: dataDir,
      SEO_REPORTS_ALLOW_HOSTS: page.host,
    })
    const running = api('/api/v1/reports', key, post(page.url)).catch(() => undefined)
    const held = await page.requested
    child.kill('SIGKILL')
    await exited
    held.destroy()
    await running
    const store = await openStore({ dataDir })
    for (const table of ['reports', 'report_payloads', 'websites'] as const) {
      expect(await store.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
    await store.close()
  })
})
