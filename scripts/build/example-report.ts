import type { Plugin } from 'vite'
import { readPage } from '#analyser/run.ts'
import { noFieldFields } from '#contract/google/field-data.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { Report } from '#contract/reports/report.ts'
import { evaluatePage } from '#service/jobs/analyser-worker.ts'
import { presentReport } from '#service/present/report.ts'
import { noLater } from '#service/store/pages/later-state.ts'
import { neverRescored, type ReportRecord, stateValues } from '#service/store/reports/reports.ts'
import { fetchedPageOf } from '#testing/pages/fetched-page.ts'
import { soundAnswer, soundHeaders, soundHtml, soundParts, soundRobots } from '#testing/pages/sound-page.ts'

const created_at = '2026-06-02T10:00:00.000Z'

const gone = new Set(['/workshop-2019', '/sale', '/terrace.jpg'])

/** Some faults of each weight for the page on which every check passes. */
const page = fetchedPageOf({
  html: soundHtml({
    title: '<title>Home</title>',
    description: '',
    style: '<link rel="stylesheet" href="/style.css"><script src="/menu.js"></script>',
    picture: '<img src="/lamp.jpg">',
    more: '<img src="/terrace.jpg">',
    links: `${soundParts.links} <a href="/price-list">here</a> <a href="/workshop-2019">The old workshop</a> <a href="/sale">Lamps on sale</a> <a onclick="openBasket()">Basket</a>`,
  }),
  robots: soundRobots,
  headers: { ...soundHeaders, 'x-content-type-options': null, server: 'nginx/1.18.0' },
})

/** Returns the report that our analyser makes of the page, with an ID that no server gives. */
export function exampleReport(): Report {
  const { title, probeRequests, ...reading } = readPage(page)
  const probes = probeRequests.map((request) =>
    gone.has(new URL(request.url).pathname) ? { ...soundAnswer(request), status: 404 } : soundAnswer(request),
  )
  const { facts, evaluation, state, score, ruleset } = evaluatePage({ ...reading, probes })
  const { to_fix, ...pageState } = stateValues(state)
  const record: ReportRecord = {
    id: Number.MAX_SAFE_INTEGER,
    url: page.askedUrl,
    ...pageState,
    website_id: 0,
    page_id: 0,
    domain: new URL(page.askedUrl).host,
    title,
    score,
    result: ratingOf(score),
    page_score: null,
    shown_score: score,
    ...noLater,
    engine: 'http',
    ruleset,
    previous_score: null,
    latest: 1,
    clicks: null,
    impressions: null,
    position: null,
    clicks_change: null,
    google_index: null,
    ...noFieldFields,
    created_at,
  }
  return presentReport(record, { evaluation, facts }, neverRescored, null, false, false)
}

const id = 'virtual:example-report'

/** Provides the example report as a module, made anew by each build. */
export const exampleReportModule = (): Plugin => ({
  name: 'example-report',
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  load: (source) => (source === `\0${id}` ? `export default ${JSON.stringify(exampleReport())}` : undefined),
})
