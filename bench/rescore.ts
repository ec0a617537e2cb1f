import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { evaluate } from '#analyser/evaluate.ts'
import { pageColumns, pageState } from '#analyser/page-state.ts'
import { completeFacts, readPage } from '#analyser/run.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { openStore } from '#service/store/database.ts'
import { insertReports } from '#service/store/reports/bulk-insert.ts'
import { pack } from '#service/store/reports/report-payloads.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { realisticPage } from './support/realistic-page.ts'
import { responsesTo } from './support/sample-responses.ts'

// Measures `npm run rescore` with reports of realistic pages of about 200 KB. Target: 500 reports a second on two
// cores.
const amount = 4_000
const distinct = 40

const pages = Array.from({ length: distinct }, (_, at) => {
  const page = fetchedPageOf({ html: realisticPage(at + 1, 100_000 + (at % 5) * 50_000) })
  const { facts, probeRequests, title, fingerprints } = readPage(page)
  const completed = completeFacts(facts, responsesTo(probeRequests))
  const { score, ...evaluation } = evaluate(completed)
  return {
    title,
    fingerprints,
    state: { ...pageState(completed, {}), outcomes: '', columns: pageColumns(completed), issues: [], links: [] },
    score,
    result: ratingOf(score),
    evaluation: pack({ ...evaluation, timings: page.timings }),
    facts: pack(completed),
  }
})

const folder = mkdtempSync(join(tmpdir(), 'seo-reports-bench-'))
try {
  const store = await openStore({ dataDir: folder })
  const reports = Array.from({ length: amount }, (_, at) => {
    const domain = `w${at % 50}.example`
    return {
      ...pages[at % distinct]!,
      domain,
      url: `https://${domain}/${at}`,
      engine: 'http' as const,
      ruleset: 0,
      created_at: '2026-01-01T00:00:00.000Z',
    }
  })
  await insertReports(store.db, reports)
  await store.close()
  const bytes = pages.reduce((sum, { evaluation, facts }) => sum + evaluation.length + facts.length, 0) / distinct

  const command = fileURLToPath(new URL('../src/service/commands/rescore.ts', import.meta.url))
  const start = performance.now()
  const { stdout } = await promisify(execFile)(process.execPath, [command], {
    env: { PATH: process.env['PATH'], SEO_REPORTS_DATA_DIR: folder },
  })
  const seconds = (performance.now() - start) / 1000
  console.log(
    `  ${amount} reports with ${Math.round(bytes / 1000)} KB each: ${Math.round(amount / seconds)} a second, start-up and shutdown included`,
  )
  console.log(`  ${stdout.trim().split('\n').at(-1)}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
