import type { ServerResponse } from 'node:http'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { freePort } from '#testing/servers/free-port.ts'
import { serve, servePages } from '#testing/servers/loopback.ts'
import { type ChildService, spawnChildService, startChildService } from '#testing/service/child-service.ts'
import { alerts } from '#testing/store/alerts.ts'
import { describeEachEngine, type TestDatabase, type TestEngine } from '#testing/store/databases.ts'
import { openStore } from './store/database.ts'
import { locks } from './store/engine.ts'

async function openUntilTestEnds(database: TestDatabase) {
  const store = await openStore(database)
  onTestFinished(async () => {
    await store.close()
    await database.remove()
  })
  return store
}

/** A row per lock that a connection to this database waits for, and to no other: tests beside this one wait as well. */
const waitingForLocks = sql`select 1 from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`

const environmentOf = ({ databaseUrl, dataDir }: TestDatabase): Record<string, string> =>
  databaseUrl ? { DATABASE_URL: databaseUrl } : { SEO_REPORTS_DATA_DIR: dataDir }

/** Resolves with the first moment at which the program on a port is ready, or has ended. */
async function ready({ child }: ChildService, port: number): Promise<void> {
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
  while (child.exitCode === null && !(await isReady()));
}

describeEachEngine('the program stopped as soon as it is ready', ({ createDatabase }) => {
  it('exits with code 0, each time', { tags: 'all', timeout: 300_000 }, async () => {
    const database = await createDatabase()
    await openUntilTestEnds(database)
    for (let times = 0; times < 2; times += 1) {
      const port = await freePort()
      const started = spawnChildService({ ...environmentOf(database), PORT: String(port) })
      await ready(started, port)
      started.child.kill('SIGTERM')
      expect([await started.exited, started.stderr()]).toEqual([0, ''])
    }
  })
})

describeEachEngine('the program stopped during its start', (engine: TestEngine) => {
  it('exits with code 0 while another process migrates or creates a key', async ({ skip }) => {
    if (engine.name === 'sqlite') skip('SQLite has no lock that a process waits for without blocking')
    const database = await engine.createDatabase()
    const { db } = await openUntilTestEnds(database)
    const holding = [
      sql`select pg_advisory_xact_lock(${locks.migration})`,
      sql`lock table sign_in_tokens in access exclusive mode`,
    ]
    for (const lock of holding) {
      const held = await db.startTransaction().execute()
      await lock.execute(held)
      const { child, exited, stdout, stderr } = spawnChildService(environmentOf(database))
      await expect.poll(async () => (await waitingForLocks.execute(db)).rows.length).toBeGreaterThan(0)
      child.kill('SIGTERM')
      await held.rollback().execute()
      expect([await exited, stdout(), stderr()]).toEqual([0, '', ''])
    }
  }, 300_000)

  it('exits with code 0 even if the migration of the other process never ends', async ({ skip }) => {
    if (engine.name === 'sqlite') skip('SQLite has no lock that a process waits for without blocking')
    const database = await engine.createDatabase()
    const { db } = await openUntilTestEnds(database)
    const held = await db.startTransaction().execute()
    await sql`select pg_advisory_xact_lock(${locks.migration})`.execute(held)
    const { child, exited } = spawnChildService(environmentOf(database))
    await expect.poll(async () => (await waitingForLocks.execute(db)).rows.length).toBeGreaterThan(0)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    await held.rollback().execute()
  }, 300_000)
})

describeEachEngine('the program stopped while a webhook hangs', ({ createDatabase }) => {
  it('exits with code 0, gives back what it works on, and calls the webhook at its next start', async () => {
    const database = await createDatabase()
    const store = await openUntilTestEnds(database)
    const { key } = await issueKey(store.db, 'Test', 'full')
    const calls: ServerResponse[] = []
    const hook = await serve((_, response) => void calls.push(response))
    const now = new Date().toISOString()
    await store.db
      .insertInto('alerts')
      .values({
        rule_id: 1,
        view_id: null,
        view_name: 'Shop',
        query: '',
        total: 0,
        changes: '[]',
        mail_to: '',
        webhook_url: `${hook.url}/hook`,
        mail: 'none',
        webhook: 'pending',
        deliver_after: now,
        created_at: now,
      })
      .execute()
    const requested = Promise.withResolvers<void>()
    const page = await servePages({ '/held': () => requested.resolve() })
    const environment = {
      SEO_REPORTS_ALLOW_HOSTS: `${hook.host},${page.host}`,
      ...environmentOf(database),
    }
    const { api, child, exited } = await startChildService(environment)
    await api('/api/v1/jobs', key, { method: 'POST', body: new URLSearchParams({ urls: `${page.url}/held` }) })
    await requested.promise
    await expect.poll(() => calls.length).toBe(1)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(await store.db.selectFrom('job_urls').select(['state', 'lease_owner', 'attempts']).execute()).toEqual([
      { state: 'queued', lease_owner: null, attempts: 0 },
    ])
    expect(await alerts(store.db)).toMatchObject([{ webhook: 'pending', attempts: 0 }])

    const again = await startChildService(environment)
    await expect.poll(() => calls.length).toBe(2)
    calls[1]?.end()
    await expect.poll(async () => (await alerts(store.db))[0]?.webhook).toBe('sent')
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  }, 300_000)
})
