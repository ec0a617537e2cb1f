import type { StoredFacts } from '#analyser/page-facts.ts'
import type { Report } from '#contract/report.ts'
import type { ReportRow } from '#contract/report-row.ts'
import type { ListedReport } from '#service/store/report-list.ts'
import type { StoredVerdict } from '#service/store/report-payloads.ts'
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

export function presentReport(
  report: ListedReport,
  { verdict, facts }: { verdict: StoredVerdict; facts: StoredFacts },
): Report {
  return {
    ...presentReportRow(report),
    results: verdict.results,
    facts: presentFacts(facts, verdict, report.createdAt),
    ruleset: report.ruleset,
    score_before_cap: verdict.scoreBeforeCap,
    capped_by: verdict.cappedBy,
    categories: verdict.categories,
    google_score: verdict.googleScore,
    timings: verdict.timings,
  }
}
