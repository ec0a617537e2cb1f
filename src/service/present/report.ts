import { checkCatalogue } from '#analyser/describe-checks.ts'
import { compareWithWebsite } from '#analyser/evaluate.ts'
import type { SiteFacts, StoredFacts } from '#analyser/page-facts.ts'
import type { CheckResult } from '#contract/analysis.ts'
import type { Report } from '#contract/report.ts'
import type { ReportRow } from '#contract/report-row.ts'
import type { ListedReport } from '#service/store/report-list.ts'
import type { StoredEvaluation } from '#service/store/report-payloads.ts'
import type { Rescoring } from '#service/store/reports.ts'
import type { Scope } from '#service/store/scope.ts'
import { presentFacts } from './facts.ts'

export function presentReportRow(report: ListedReport): ReportRow {
  return {
    id: report.id,
    url: report.url,
    website_id: report.websiteId,
    domain: report.domain,
    title: report.title,
    score: report.score,
    result: report.result,
    engine: report.engine,
    previous_score: report.previousScore,
    created_at: report.createdAt,
  }
}

/**
 * Presents a whole report. `site` has the duplicates of its page as they are now; null if the reader can't see them.
 */
export function presentReport(
  report: ListedReport,
  { evaluation, facts }: { evaluation: StoredEvaluation; facts: StoredFacts },
  { firstScore, rescoredAt }: Rescoring,
  site: SiteFacts | null,
): Report {
  return {
    ...presentReportRow(report),
    results: { ...evaluation.results, ...compareWithWebsite(facts, site) },
    facts: presentFacts(facts, report.createdAt),
    ruleset: report.ruleset,
    score_before_cap: evaluation.scoreBeforeCap,
    capped_by: evaluation.cappedBy,
    score_without_blockers: evaluation.scoreWithoutBlockers,
    checks_judged: evaluation.judged,
    first_score: firstScore,
    rescored_at: rescoredAt,
    categories: evaluation.categories,
    google_score: evaluation.googleScore,
    timings: evaluation.timings,
  }
}

/** Checks that compare a page with the other pages of its website. */
const comparingChecks = checkCatalogue().filter(({ needs }) => needs.includes('website'))

const notShared = 'How the page compares with others of the website is not part of what was shared'

/** Whether a scope includes all reports of a report's website. */
export function includesOtherPages(scope: Scope): boolean {
  if (scope.kind === 'reports') return scope.filter.result === null && scope.filter.search === ''
  return scope.kind === 'all' || scope.kind === 'website'
}

/** Removes everything about other reports: which and how many there are, and the score of an older one. */
export function withoutOtherPages(report: Report): Report {
  const results = { ...report.results }
  for (const { id, title_pass, title_fail } of comparingChecks) {
    const result = results[id]
    if (result) results[id] = withoutDetails(result, { pass: title_pass, warn: title_fail, fail: title_fail })
  }
  return { ...report, previous_score: null, results }
}

function withoutDetails(result: CheckResult, titles: Partial<Record<string, string>>): CheckResult {
  return {
    ...result,
    title: titles[result.outcome ?? ''] ?? notShared,
    value: null,
    evidence: [],
    errors: null,
    reason: result.reason === null ? null : notShared,
  }
}
