import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { serve, servePages } from '#testing/servers/loopback.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { alerts } from '#testing/store/alerts.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { openStore } from './store/database.ts'

/** Long enough for a busy machine. */
const patience = { timeout: 60_000 }

describeEachEngine('the program stopped while a webhook hangs', ({ createDatabase }) => {
  it('exits with code 0, gives back what it works on, and calls the webhook at its next start', async () => {
    const database = await createDatabase()
    const store = await openStore(database)
    onTestFinished(async () => {
      await store.close()
      await database.remove()
    })
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
      ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : { SEO_REPORTS_DATA_DIR: database.dataDir }),
    }
    const { api, child, exited } = await startChildService(environment)
    await api('/api/v1/jobs', key, { method: 'POST', body: new URLSearchParams({ urls: `${page.url}/held` }) })
    await requested.promise
    await expect.poll(() => calls.length, patience).toBe(1)
    child.kill('SIGTERM')
    expect(await exited).toBe(0)
    expect(await store.db.selectFrom('job_urls').select(['state', 'lease_owner', 'attempts']).execute()).toEqual([
      { state: 'queued', lease_owner: null, attempts: 0 },
    ])
    expect(await alerts(store.db)).toMatchObject([{ webhook: 'pending', attempts: 0 }])

    const again = await startChildService(environment)
    await expect.poll(() => calls.length, patience).toBe(2)
    calls[1]?.end()
    await expect.poll(async () => (await alerts(store.db))[0]?.webhook, patience).toBe('sent')
    again.child.kill('SIGTERM')
    expect(await again.exited).toBe(0)
  }, 300_000)
})
