import { expect, it } from 'vitest'
import { servePages, smallPage } from '#testing/servers/loopback.ts'
import { sqliteService, testService } from '#testing/service/service.ts'
import { describeEachEngine } from '#testing/store/databases.ts'
import { createMetrics } from './metrics.ts'

/** Returns the value of a metric by its name and labels, without their quotes. */
const valueOf = (text: string, metric: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.replaceAll('"', '').startsWith(`${metric} `))
      ?.split(' ')
      .at(-1),
  )

describeEachEngine('the metrics', ({ openStore }) => {
  it('count requests, analyses and what waits, and need a key', async () => {
    const { call, allowHosts, readKey } = await testService(await openStore())
    expect((await call('GET /metrics', { key: null })).status).toBe(401)
    const { host, url } = await servePages({ '/': smallPage })
    allowHosts.add(host)
    await call('POST /api/v1/reports', { form: { url: `${url}/` } })
    await call('GET /api/v1/reports/1')
    await call('GET /api/v1/reports/1')
    await call('POST /api/v1/jobs', { form: { urls: `${url}/a\n${url}/b` } })
    const { text, headers } = await call('GET /metrics', { key: readKey })
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    const requests = 'seo_reports_http_request_seconds_count'
    expect(valueOf(text, `${requests}{method=GET,route=/api/v1/reports/:id,status=200}`)).toBe(2)
    expect(valueOf(text, 'seo_reports_job_urls{state=queued}')).toBe(2)
    expect(valueOf(text, 'seo_reports_jobs{state=queued}')).toBe(1)
    expect(valueOf(text, 'seo_reports_job_age_seconds')).toBeGreaterThanOrEqual(0)
    expect(valueOf(text, 'seo_reports_analyses{state=running}')).toBe(0)
    expect(valueOf(text, 'seo_reports_database_up')).toBe(1)
  })
})

it('the metrics of a process have its analyses, queries and event loop', async () => {
  const metrics = createMetrics(true)
  metrics.countAnalysis('timeout', 2)
  metrics.countQuery(true, 0.001)
  const { store } = await sqliteService()
  const text = await metrics.read(store.db, { running: 3, waiting: 4 })
  expect(valueOf(text, 'seo_reports_analysis_seconds_count{outcome=timeout}')).toBe(1)
  expect(valueOf(text, 'seo_reports_database_query_seconds_count{kind=write}')).toBe(1)
  expect(valueOf(text, 'seo_reports_analyses{state=waiting}')).toBe(4)
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
})
