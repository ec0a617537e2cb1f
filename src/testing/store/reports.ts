import type { PageFacts, RenderedFacts } from '#analyser/page-facts.ts'
import { pageColumns, pageIssues, pageLinks } from '#analyser/page-state.ts'
import { completeFacts, readPage } from '#analyser/run.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import { reportRowExample } from '#contract/reports/report-row.ts'
import { websiteExample } from '#contract/websites/website.ts'
import { countToFix, type StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import type { NewReport, ReportRecord } from '#service/store/reports/reports.ts'
import type { NewScreenshot } from '#service/store/reports/screenshots.ts'
import type { WebsiteRecord } from '#service/store/websites/websites.ts'
import { document, fetchedPageOf } from '#testing/pages/fetched-page.ts'

/** Returns a new report with plausible defaults. Its rating follows from its score. */
export function newReport(given: Partial<NewReport> = {}): NewReport {
  const score = given.score ?? 85
  const results = given.evaluation?.results ?? {}
  const facts = given.facts ?? newFacts(given.url)
  return {
    url: 'https://www.shop.example/',
    domain: 'shop.example',
    title: 'A page',
    score,
    result: ratingOf(score),
    engine: 'http',
    ruleset: 1,
    fingerprints: { title: 'a1', description: null, body: 'b2', bodyShape: null },
    state: {
      status: 200,
      redirects_to: null,
      redirect_statuses: null,
      indexability: 'indexable',
      indexing_code: 'open',
      indexed_url: null,
      main_issue: null,
      page_score: null,
      to_fix: countToFix(results),
      columns: pageColumns(facts, results),
      issues: pageIssues(results),
      links: pageLinks(facts, results),
    },
    evaluation: newEvaluation({ scoreBeforeCap: score }),
    facts,
    created_at: '2026-03-04T05:06:07.890Z',
    ...given,
  }
}

/** Returns a report as the store reads it, for tests without a database. */
export const reportRecord = (given: Partial<ReportRecord> = {}): ReportRecord => ({
  ...reportRowExample,
  score: 74,
  result: 'decent',
  page_score: null,
  shown_score: 74,
  later_at: null,
  later_indexability: null,
  later_code: null,
  later_issue: null,
  later_status: null,
  later_score: null,
  page_id: 1,
  ruleset: 1,
  latest: 1,
  ...given,
})

/** Returns a website as the store reads it, for tests without a database. */
export const websiteRecord = (given: Partial<WebsiteRecord> = {}): WebsiteRecord => ({
  ...websiteExample,
  client_id: null,
  password_hash: null,
  findable: 0,
  average_score: websiteExample.reports_avg_score,
  good: 3,
  decent: 5,
  bad: 4,
  counted_pages: websiteExample.pages_counted,
  counted_average: websiteExample.pages_avg_score,
  counted_good: websiteExample.pages_good,
  counted_decent: websiteExample.pages_decent,
  counted_bad: websiteExample.pages_bad,
  ...given,
})

export function newEvaluation(given: Partial<StoredEvaluation> = {}): StoredEvaluation {
  return {
    results: { 'title-present': newCheckResult() },
    scoreBeforeCap: 85,
    cappedBy: [],
    scoreWithoutBlockers: null,
    judged: 1,
    categories: { content: 85 },
    googleScore: 85,
    timings: { dns: 1, connect: 2, tls: 3, ttfb: 40, download: 5, total: 51 },
    ...given,
  }
}

export function newCheckResult(given: Partial<CheckResult> = {}): CheckResult {
  return {
    outcome: 'pass',
    passed: true,
    title: 'The page has a title',
    category: 'content',
    importance: 'high',
    evidence_grade: 'recommended',
    scored: true,
    value: 'A page',
    points_lost: 0,
    superseded_by: null,
    reason: null,
    evidence: [{ selector: 'title', snippet: '<title>A page</title>', line: 3, column: 5 }],
    evidence_total: 1,
    errors: null,
    ...given,
  }
}

const titled = fetchedPageOf({
  html: document('<title>A page</title>', `<p>${'A page with a few words. '.repeat(60)}`),
})
const titledFacts = completeFacts(readPage({ ...titled, tls: null }).facts, [])

/** Returns the facts of a page that has only a title and some text. */
export function newFacts(url = 'https://www.shop.example/'): PageFacts {
  const { response, robots, document: ofDocument, ...facts } = titledFacts
  return {
    ...facts,
    response: { ...response, askedUrl: url, finalUrl: url, answeredAt: null },
    robots: { ...robots, url: new URL('/robots.txt', url).href },
    document: { ...ofDocument, baseUrl: url },
  }
}

/** Returns a screenshot that begins like a WebP, with a text that tells it from others. */
export const newScreenshot = (text = '', withIdentity = false): NewScreenshot => ({
  image: Buffer.from(`RIFF0000WEBP${text}`, 'latin1'),
  withIdentity,
})

/** Returns the facts of a page of 4 words that scripts fill. */
export function renderedFacts(url = 'https://www.shop.example/'): RenderedFacts {
  const html = {
    title: 'Lamps',
    description: null,
    h1: [],
    canonical: url,
    robots: null,
    isNoindex: false,
    words: 4,
    links: 0,
    structured: [],
  }
  return {
    html,
    rendered: { ...html, h1: ['Lamps for desks'], words: 1200, structured: ['Product'] },
    isRefresh: false,
    mainWords: 4,
    scriptLinks: { items: ['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ({ url: url + path })), total: 60 },
    hasScreenshot: true,
    redirectedTo: null,
    refusedRedirect: null,
    isIdle: true,
    isOverLimit: false,
    consoleErrors: { items: [{ text: 'TypeError: x is null', source: `${url}app.js`, line: 12 }], total: 1 },
    failedRequests: { items: [{ url: `${url}stock`, type: 'fetch', reason: 'HTTP 404' }], total: 1 },
    blockedByRobots: { items: [{ url: `${url}ads.js`, type: 'script', line: 3, rule: 'Disallow: /ads' }], total: 1 },
    largestElement: { element: 'h1', url: null, width: 372.4, height: 66 },
    layoutShift: 0.02,
  }
}
