// @module-tag all
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { type Alert, alertConditions } from '#contract/jobs/alerts.ts'
import { issueKey } from '#service/access/keys.ts'
import { openStore, type StoreOptions } from '#service/store/database.ts'
import { findFaults } from '#service/store/verify/verify.ts'
import { randomFrom } from '#testing/random.ts'
import { plantKinds, plants, serveChangingSite } from '#testing/servers/changing-site.ts'
import { serve } from '#testing/servers/loopback.ts'
import { type RunningService, startChildService } from '#testing/service/child-service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'

/** Set both for the whole proof, with more kills: 200 pages and 5 rounds take many minutes. */
const { ALERT_PAGES, ALERT_ROUNDS } = process.env
const pages = Number(ALERT_PAGES ?? plantKinds.length)
const rounds = Number(ALERT_ROUNDS ?? 1)
const isWhole = ALERT_PAGES !== undefined
const killsPerJob = isWhole ? 2 : 1

const longAgo = '2026-01-01T00:00:00.000Z'

/** A service that can be killed, and its database. */
async function killable(database: StoreOptions, hosts: string[]) {
  const environment = {
    SEO_REPORTS_ALLOW_HOSTS: hosts.join(','),
    SEO_REPORTS_HOST_LIMITS: hosts.map((host) => `${host}=1000/64`).join(','),
    ...(database.databaseUrl ? { DATABASE_URL: database.databaseUrl } : { SEO_REPORTS_DATA_DIR: database.dataDir }),
  }
  const { db, close } = await openStore(database)
  const { key } = await issueKey(db, 'Test', 'full')
  let service: RunningService = await startChildService(environment)
  let kills = 0
  const call = async (method: string, path: string, json?: object) => {
    const init = json && { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }
    const response = await service.api(`/api/v1/${path}`, key, { method, ...init })
    expect(response.ok, path).toBe(true)
    return (await response.json()) as { data: never }
  }
  return {
    db,
    call,
    kills: () => kills,
    /** Kills the service without a warning and restarts it, so that it does all due work at once. */
    async kill() {
      service.child.kill('SIGKILL')
      await service.exited
      kills += 1
      // Ends its leases, which otherwise takes 15 seconds.
      await db.updateTable('job_urls').set({ lease_until: longAgo }).where('lease_until', 'is not', null).execute()
      service = await startChildService(environment)
    },
    async stop() {
      service.child.kill('SIGTERM')
      await service.exited
      await close()
    },
  }
}

type Killable = Awaited<ReturnType<typeof killable>>

describeEachEngine('alerts of a service that is killed again and again', ({ createDatabase, name }) => {
  it('report no page that stays the same, and each change once', async () => {
    const database = await createDatabase()
    onTestFinished(database.remove)
    const site = await serveChangingSite(pages)
    const calls = new Map<number, Alert>()
    const hook = await serve(async (request, response) => {
      const { alert } = JSON.parse(await text(request)) as { alert: Alert }
      expect(calls.get(alert.id) ?? alert).toEqual(alert)
      calls.set(alert.id, alert)
      response.end()
    })
    const service = await killable(database, [site.host, hook.host])
    const { call, db } = service
    const random = randomFrom(11)
    const count = async (table: 'alert_queue' | 'alerts' | 'alert_changes' | 'jobs') =>
      (await db.selectFrom(table).selectAll().execute()).length
    const openJobs = async () =>
      (await db.selectFrom('jobs').select('id').where('finished_at', 'is', null).execute()).length

    /** Waits for the end of all jobs. Pages that took too long on a busy machine are analysed again. */
    async function finishJobs() {
      for (let retries = 0; retries <= 3; retries += 1) {
        await expect.poll(openJobs, { timeout: 600_000, interval: 100 }).toBe(0)
        const failed = await db
          .selectFrom('job_urls')
          .select('job_id')
          .distinct()
          .where('state', '=', 'failed')
          .execute()
        if (failed.length === 0) return
        for (const { job_id } of failed) await call('POST', `jobs/${job_id}/retry`)
      }
    }

    /** Kills the service while jobs run, twice, and then while their reports are compared. */
    async function finishWithKills() {
      for (let more = 0; more < killsPerJob && (await openJobs()) > 0; more += 1) {
        await wait(300 + random() * 1_500)
        await service.kill()
      }
      await finishJobs()
      await service.kill()
      const waiting = await count('alert_queue')
      await expect.poll(() => count('alert_queue'), { interval: 5 }).toBeLessThanOrEqual(waiting / 2)
      await service.kill()
      await expect.poll(() => count('alert_queue'), { interval: 50 }).toBe(0)
    }
    const analyseAll = () => call('POST', 'jobs', { urls: site.urls })
    /** Lets ten minutes pass for suspected changes, and kills the service during the check and the delivery. */
    async function confirm() {
      const [before, jobs] = [await count('alerts'), await count('jobs')]
      await db.updateTable('alert_changes').set({ seen_at: longAgo }).where('state', '=', 'suspected').execute()
      await service.kill()
      // The check can have ended already: it starts with the service.
      await expect.poll(() => count('jobs'), { interval: 50 }).toBe(jobs + 1)
      await finishWithKills()
      await expect.poll(() => count('alerts'), { interval: 5 }).toBe(before + 1)
      await service.kill()
      await expect.poll(() => calls.size).toBe(before + 1)
    }

    await analyseAll()
    await finishJobs()
    const view = await viewOf(service)
    await call('POST', 'alerts/rules', {
      view_id: view,
      conditions: alertConditions.join(','),
      webhook_url: `${hook.url}/hook`,
    })
    for (let round = 0; round < rounds; round += 1) {
      await analyseAll()
      await finishWithKills()
    }
    await service.kill()
    expect([await count('alert_changes'), await count('alerts'), calls.size]).toEqual([0, 0, 0])

    // In two runs of the whole proof, so that one is known when the other comes.
    const runs = isWhole ? 2 : 1
    for (let run = 0; run < runs; run += 1) {
      for (const [at, url] of site.urls.entries())
        if (at % runs === run)
          site.planted.set(new URL(url).pathname, plantKinds[Math.floor(at / runs) % plantKinds.length] ?? 'noindex')
      await analyseAll()
      await finishWithKills()
      await confirm()
    }
    if (isWhole) {
      await analyseAll()
      await finishWithKills()
    }
    expect(await db.selectFrom('alert_changes').select('id').where('state', '<>', 'open').execute()).toEqual([])

    const changes = [...calls.values()].flatMap((alert) => alert.changes)
    const keys = changes.map(({ url, condition, check }) => `${url} ${condition} ${check}`)
    expect(new Set(keys).size).toBe(keys.length)
    for (const url of site.urls) {
      const plant = site.planted.get(new URL(url).pathname) ?? 'noindex'
      const issues = changes.filter((change) => change.url === url && change.condition === 'new_issue')
      expect(
        issues.map(({ check }) => check),
        plant,
      ).toContain(plants[plant])
    }
    expect(await count('alerts')).toBe(runs)
    console.info(
      `${name}: ${rounds * pages} re-fetches, ${pages} plants, ${changes.length} changes, ${service.kills()} kills`,
    )
    await service.stop()
    const { db: stopped, close } = await openStore(database)
    expect(await findFaults(stopped)).toEqual([])
    await close()
  }, 3_600_000)
})

async function viewOf({ call }: Killable): Promise<number> {
  const { data } = (await call('POST', 'views', { name: 'Lamps', list: 'reports', query: '' })) as {
    data: { id: number }
  }
  return data.id
}
