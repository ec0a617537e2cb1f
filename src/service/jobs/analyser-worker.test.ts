import { expect, it } from 'vitest'
import { pack, readPayload } from '#service/store/reports/report-payloads.ts'
import { linkAnswer } from '#testing/pages/crawled-page.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { createAnalyserPool } from './analyser-pool.ts'

it('a report of a crawl is completed in a thread, from its stored facts', async () => {
  const pool = createAnalyserPool({ threads: 1 })
  try {
    const html = document('', '<a href="/a">Lamps</a><a href="/b">Gates</a>')
    const { facts } = await pool.readPage({ ...fetchedPageOf({ html }), isOfCrawl: true })
    const pending = await pool.evaluatePage({ facts, probes: [] })
    expect(pending.evaluation.results['broken-internal']).toMatchObject({ reason_code: 'crawl_running' })
    const completed = await pool.completePage({
      facts: pack(pending.facts),
      ofCrawl: {
        clicks: 2,
        answers: [linkAnswer('/a'), linkAnswer('/b', { status: 404 })],
        missingFragments: [],
      },
    })
    const { evaluation } = readPayload(completed)
    expect(evaluation.results['broken-internal']).toMatchObject({
      title: '1 of 2 internal links is broken',
      evidence: [{ url: 'https://example.com/b', snippet: '<a href="/b">Gates</a>' }],
    })
    expect(evaluation.results['click-depth']).toMatchObject({ outcome: 'pass', value: 2 })
    expect(completed.score).toBeLessThan(pending.score)
    expect(completed.state.links).toContainEqual({ url: 'https://example.com/b', isBroken: true, anchor: 'Gates' })
  } finally {
    await pool.close()
  }
})
