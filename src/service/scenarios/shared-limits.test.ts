// @module-tag all
import { expect, it } from 'vitest'
import { guessesPerMinute } from '#service/access/guess-limits.ts'
import { issueKey } from '#service/access/keys.ts'
import { visitorRateLimit } from '#service/config.ts'
import { failuresPerMinute, renamesPerMinute } from '#service/http/limits.ts'
import { openStore } from '#service/store/database.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { startChildService } from '#testing/service/child-service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

const rateLimit = 30

describeEachEngine('limits', ({ name, createDatabase }) => {
  it('hold for all processes together', async () => {
    const database = await createDatabase()
    const { db, close } = await openStore(database)
    const { website_id } = await createReport(db, newReport())
    const { key } = await issueKey(db, 'Test', 'full')
    const { key: renamed } = await issueKey(db, 'Test, renamed', 'read')
    await close()
    const { dataDir, databaseUrl } = database
    const start = () =>
      startChildService({
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : { SEO_REPORTS_DATA_DIR: dataDir }),
        SEO_REPORTS_RATE_LIMIT: String(rateLimit),
      })
    const processes = name === 'postgres' ? await Promise.all([start(), start()]) : [await start()]

    /** Sends requests to the processes in turn, ten at once. Returns the number of responses with each status. */
    async function send(count: number, path: string, withKey?: string, init?: RequestInit) {
      const statuses: Record<number, number> = {}
      for (let from = 0; from < count; from += 10) {
        const some = Array.from({ length: 10 }, async (_, at) => {
          const { status } = (await processes[(from + at) % processes.length]?.api(path, withKey, init)) ?? {
            status: 0,
          }
          statuses[status] = (statuses[status] ?? 0) + 1
        })
        await Promise.all(some)
      }
      return statuses
    }

    const form = (fields: Record<string, string>) => new URLSearchParams(fields)
    const rename = { method: 'PUT', body: form({ name: 'Dana' }) }
    expect(await send(20, '/api/v1/keys/self', renamed, rename)).toEqual({
      200: renamesPerMinute,
      429: 20 - renamesPerMinute,
    })
    const password = form({ privacy: '2', password: 'right' })
    const changed = await processes[0]?.api(`/api/v1/websites/${website_id}`, key, { method: 'PUT', body: password })
    expect(changed?.status).toBe(200)

    const guess = { method: 'POST', body: form({ password: 'wrong' }) }
    expect(await send(20, `/api/v1/shared/websites/${website_id}/unlock`, undefined, guess)).toEqual({
      422: guessesPerMinute,
      429: 20 - guessesPerMinute,
    })
    expect(await send(150, '/api/v1/shared/links/unknown')).toEqual({
      404: visitorRateLimit - 20,
      429: 150 - (visitorRateLimit - 20),
    })
    expect(await send(40, '/api/v1/reports', 'wrong')).toEqual({ 401: failuresPerMinute, 429: 40 - failuresPerMinute })
    expect(await send(50, '/api/v1/reports', key)).toEqual({ 200: rateLimit - 1, 429: 50 - (rateLimit - 1) })
  })
})
