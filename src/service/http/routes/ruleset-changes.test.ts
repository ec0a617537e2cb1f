import { expect, it, onTestFinished } from 'vitest'
import { ruleset } from '#analyser/catalogue.ts'
import { createAnalyserPool } from '#service/jobs/analyser-pool.ts'
import { fullSpeed, rescoreOutdated } from '#service/jobs/rescore.ts'
import { createReport } from '#service/store/reports/reports.ts'
import { testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { newReport } from '#testing/store/reports.ts'

describeEachEngine('a new ruleset', ({ openStore }) => {
  it('is stated on each rescored report, with its first score, and its changes can be read', async () => {
    const { call, store } = await testService(await openStore())
    const { id } = await createReport(store.db, newReport({ score: 3, result: 'bad', ruleset: 0 }))
    const before = (await call(`GET /api/v1/reports/${id}`)).body.data
    expect(before).toMatchObject({ score: 3, first_score: null, rescored_at: null })

    const pool = createAnalyserPool({ threads: 1 })
    onTestFinished(pool.close)
    await rescoreOutdated({ db: store.db, pool }, fullSpeed(1), () => {})
    const after = (await call(`GET /api/v1/reports/${id}`)).body.data
    expect(after).toMatchObject({ ruleset, first_score: 3, created_at: before.created_at })
    expect(after.score).not.toBe(3)
    expect(Date.parse(after.rescored_at)).toBeGreaterThan(Date.parse(before.created_at))

    const { status, body } = await call(`GET /api/v1/rulesets/${ruleset}/changes`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ ruleset, pages: 1, websites: 1, ratings: [{ from: 'bad', to: after.result }] })
    expect(body.data.checks).not.toEqual([])
    expect((await call('GET /api/v1/rulesets/1/changes')).body.data).toMatchObject({ pages: 0, checks: [] })
    for (const unknown of [ruleset + 1, 'x'])
      expect((await call(`GET /api/v1/rulesets/${unknown}/changes`)).status).toBe(404)
  })
})
