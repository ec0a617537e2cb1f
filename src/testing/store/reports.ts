import type { StoredFacts } from '#analyser/page-facts.ts'
import { pageIssues, pageLinks } from '#analyser/page-state.ts'
import type { CheckResult } from '#contract/reports/analysis.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import type { NewReport } from '#service/store/reports/reports.ts'

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
      indexability: 'indexable',
      main_issue: null,
      issues: pageIssues(results),
      links: pageLinks(facts, results),
    },
    evaluation: newEvaluation({ scoreBeforeCap: score }),
    facts,
    created_at: '2026-03-04T05:06:07.890Z',
    ...given,
  }
}

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

const none = { items: [], total: 0 }

/** Returns the facts of a page that has only a title. */
export function newFacts(url = 'https://www.shop.example/'): StoredFacts {
  const allowed = { allowed: true, rule: null }
  return {
    version: 1,
    response: {
      askedUrl: url,
      finalUrl: url,
      status: 200,
      httpVersion: '1.1',
      headers: [['content-type', 'text/html; charset=utf-8']],
      contentType: 'text/html; charset=utf-8',
      contentEncodings: ['gzip'],
      redirects: [],
      wireBytes: 900,
      bytes: 2000,
      truncated: false,
      tls: null,
      answeredAt: null,
    },
    timings: { dns: 1, connect: 2, tls: 3, ttfb: 40, download: 5, total: 51 },
    robots: {
      url: new URL('/robots.txt', url).href,
      outcome: 'absent',
      status: 404,
      bytes: 0,
      googlebot: allowed,
      anyone: allowed,
      problems: none,
      sitemaps: none,
    },
    charset: { encoding: 'utf-8', source: 'header', header: 'utf-8' },
    document: {
      doctype: { name: 'html', publicId: '', systemId: '' },
      mode: 'no-quirks',
      lang: 'en',
      htmlAt: 0,
      baseUrl: url,
      nodes: 9,
      elements: 5,
      depth: 3,
      cut: false,
      textLength: 120,
    },
    metadata: {
      title: 'A page',
      description: null,
      titles: { items: [{ text: 'A page', inHead: true, at: 2 }], total: 1 },
      metas: none,
    },
    directives: none,
    canonicals: none,
    headings: none,
    images: { ...none, judged: 0, withoutAlt: none },
    links: { ...none, followable: 0, broken: none },
    resources: { ...none, insecureActive: none, insecurePassive: none, upgrades: false },
    structured: { jsonLd: none, broken: none },
    places: {},
  }
}
