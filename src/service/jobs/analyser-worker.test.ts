import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { targetsOfLinks } from '#analyser/complete-crawl.ts'
import { pack, readPayload } from '#service/store/reports/report-payloads.ts'
import { linkAnswer } from '#testing/pages/crawled-page.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { createAnalyserPool } from './analyser-pool.ts'
import { completePage, evaluatePage, readPage } from './analyser-worker.ts'

it(
  'a report of a crawl that links 50,000 times stays within the limits, before and after its end',
  { tags: 'all' },
  () => {
    const noise = (length: number) => createHash('shake256', { outputLength: length }).update(`${seed++}`).digest('hex')
    let seed = 0
    for (const length of [10, 400]) {
      const link = () => `<a id="a${noise(8)}" href="/${noise(length)}">${noise(20)}</a>`
      const html = document('', Array.from({ length: 50_000 }, link).join(''))
      const { facts: read } = readPage({ ...fetchedPageOf({ html }), isOfCrawl: true })
      const { facts } = evaluatePage({ facts: read, probes: [] })
      expect(pack(facts).length).toBeLessThan(150_000)
      const answers = targetsOfLinks(facts).map(({ url }) => linkAnswer(url, { status: 404 }))
      const completed = completePage({ facts: pack(facts), ofCrawl: { clicks: 1, answers, missingFragments: [] } })
      expect(completed.facts.length).toBeLessThan(150_000)
      const { evaluation, facts: stored } = readPayload(completed)
      const listed = targetsOfLinks(stored).length
      expect(evaluation.results['broken-internal']).toMatchObject({ outcome: 'fail', value: answers.length })
      expect(completed.state.links.length).toBeGreaterThanOrEqual(listed)
    }
  },
)

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
    expect(evaluation.results['broken-internal']?.points_lost).toBeGreaterThan(0)
    expect(completed.state.links).toContainEqual({ url: 'https://example.com/b', isBroken: true, anchor: 'Gates' })
  } finally {
    await pool.close()
  }
})
