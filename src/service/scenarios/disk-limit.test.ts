// @module-tag all
import { expect, it, onTestFinished } from 'vitest'
import { issueKey } from '#service/access/keys.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

describeEachEngine('a database as large as SEO_REPORTS_MAX_DISK', ({ createDatabase }) => {
  it('takes no new work, keeps that of jobs waiting, and is read and deleted from', async () => {
    const database = await createDatabase()
    onTestFinished(database.remove)
    const store = await openStore(database)
    const { key } = await issueKey(store.db, 'Test', 'full')
    for (let report = 0; report < 40; report += 1) await createReport(store.db, newReport())
    await store.close()
    const { host, url } = await servePages({ '/': smallPage })
    const { databaseUrl, dataDir } = database
    const start = (limit: Record<string, string>) =>
      startChildService({
        SEO_REPORTS_ALLOW_HOSTS: host,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { SEO_REPORTS_DATA_DIR: dataDir }),
        ...limit,
      })
    const full = await start({ SEO_REPORTS_MAX_DISK: '1MB' })
    const state = async () => ((await (await full.api('/readyz')).json()) as { state: string }).state
    await expect.poll(state).toBe('disk_full')
    const form = new URLSearchParams({ url: `${url}/` })
    for (const [path, body, headers] of [
      ['reports', form, {}],
      ['reports', form, { prefer: 'respond-async' }],
      ['jobs', new URLSearchParams({ crawl: `${url}/` }), {}],
      ['views', new URLSearchParams({ name: 'All', list: 'reports' }), {}],
    ] as const) {
      const refused = await full.api(`/api/v1/${path}`, key, { method: 'POST', body, headers })
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60'])
      expect(await refused.json()).toMatchObject({
        code: 'disk_full',
        message: expect.stringContaining('SEO_REPORTS_MAX_DISK'),
      })
    }
    const rename = await full.api('/api/v1/keys/self', key, {
      method: 'PUT',
      body: new URLSearchParams({ name: 'Dana' }),
    })
    expect([rename.status, await rename.json()]).toMatchObject([503, { code: 'disk_full' }])
    expect((await full.api('/api/v1/reports/1', key)).status).toBe(200)
    expect((await full.api('/api/v1/reports/1', key, { method: 'DELETE' })).status).toBe(200)
    full.child.kill('SIGTERM')
    await full.exited

    const { api } = await start({})
    const created = await api('/api/v1/reports', key, { method: 'POST', body: form })
    expect(created.status).toBe(201)
  })
})
