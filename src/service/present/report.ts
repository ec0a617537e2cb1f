import { checkCatalogue } from '#analyser/describe-checks.ts'
import { compareWithWebsite } from '#analyser/evaluate.ts'
import type { DuplicateFacts, PageFacts } from '#analyser/page-facts.ts'
import { noFieldFields } from '#contract/google/field-data.ts'
import type { NamedResult } from '#contract/reports/analysis.ts'
import { isCounted } from '#contract/reports/indexability.ts'
import { ratingOf } from '#contract/reports/rating.ts'
import type { Engine } from '#contract/reports/rendering.ts'
import type { ReportRow } from '#contract/reports/report-row.ts'
import type { Report, ReportPreview } from '#contract/reports/report.ts'
import type { PageState } from '#service/store/pages/pages.ts'
import type { StoredEvaluation } from '#service/store/reports/report-payloads.ts'
import type { ListedReport, ReportRecord, Rescoring } from '#service/store/reports/reports.ts'
import { nameOfCheck, withNames } from './check-names.ts'
import { presentFacts } from './facts.ts'
import { presentSearch } from './search-fields.ts'

/**
 * Presents a report of a list. Without `showsOthers`, nothing about the other reports of its page, and without
 * `showsClicks`, nothing of Google.
 */
export function presentReportRow(report: ListedReport, showsOthers: boolean, showsClicks: boolean): ReportRow {
  const { ruleset, page_score, shown_score, ...row } = report
  const { later_at, later_indexability, later_code, later_issue, later_status, later_score, ...shown } = row
  const previous_score = showsOthers ? report.previous_score : null
  return {
    ...shown,
    page_id: showsOthers ? report.page_id : null,
    engine: shown.engine as Engine,
    previous_score,
    change: previous_score === null || report.score === null ? null : report.score - previous_score,
    latest: showsOthers ? report.latest === 1 : null,
    counted: isCounted(report.indexability),
    main_issue_name: nameOfCheck(report.main_issue),
    ...presentSearch(report, showsClicks && report.latest === 1),
    ...(report.latest !== 1 && noFieldFields),
  }
}

const presentScores = (evaluation: StoredEvaluation) => ({
  score_before_cap: evaluation.scoreBeforeCap,
  capped_by: evaluation.cappedBy,
  score_without_blockers: evaluation.scoreWithoutBlockers,
  checks_judged: evaluation.judged,
  categories: evaluation.categories,
  google_score: evaluation.googleScore,
  timings: evaluation.timings,
})

/** The report of a page by its HTML alone, which isn’t stored. */
export type HtmlReport = Pick<ReportRecord, 'url' | 'domain' | 'title' | 'score' | 'ruleset'> & {
  evaluation: StoredEvaluation
  facts: PageFacts
  state: PageState
}

/** Presents what the HTML of a page gives alone, while the page is being rendered. */
export function presentPreview({ state, evaluation, facts, ...page }: HtmlReport): ReportPreview {
  const { url, domain, title, score, ruleset } = page
  return {
    status: state.status,
    redirects_to: state.redirects_to,
    redirect_statuses: state.redirect_statuses,
    indexability: state.indexability,
    indexing_code: state.indexing_code,
    indexed_url: state.indexed_url,
    main_issue: state.main_issue,
    url,
    domain,
    title,
    score,
    result: ratingOf(score),
    engine: 'http',
    ruleset,
    counted: isCounted(state.indexability),
    main_issue_name: nameOfCheck(state.main_issue),
    results: withNames(evaluation.results),
    facts: presentFacts(facts, new Date().toISOString(), evaluation.results),
    ...presentScores(evaluation),
  }
}

/**
 * Presents a whole report. `duplicates` are those of its page as they are now; null if the reader can't see them.
 * `hasScreenshot` tells if the reader can get its screenshot.
 */
export function presentReport(
  report: ReportRecord,
  { evaluation, facts }: { evaluation: StoredEvaluation; facts: PageFacts },
  { first_score, rescored_at }: Rescoring,
  duplicates: DuplicateFacts | null,
  hasScreenshot: boolean,
  showsClicks: boolean,
): Report {
  return withScreenshot(hasScreenshot, {
    ...presentReportRow(report, duplicates !== null, showsClicks),
    score: report.score,
    result: report.result,
    // What the last crawl found stays an issue of the website until the next one.
    results: withNames({
      ...(showsClicks ? evaluation.results : withoutGoogle(evaluation.results)),
      ...compareWithWebsite(facts, duplicates),
      ...amongPages(evaluation),
    }),
    facts: presentFacts(facts, report.created_at, evaluation.results),
    ruleset: report.ruleset,
    ...presentScores(evaluation),
    first_score,
    later: duplicates === null ? null : laterOf(report),
    rescored_at,
  })
}

function laterOf({
  latest,
  later_at: at,
  later_indexability,
  later_code,
  later_status,
}: ReportRecord): Report['later'] {
  if (latest !== 1 || at === null) return null
  return { at, indexability: later_indexability, indexing_code: later_code, status: later_status }
}

/** What Google has of a page in its index is hidden as the clicks are. */
const withoutGoogle = ({ 'google-index': _, ...results }: StoredEvaluation['results']) => results

const amongPages = ({ results }: StoredEvaluation) =>
  Object.fromEntries(Object.entries(results).filter(([, { reason_code }]) => reason_code === 'among_pages'))

/** Screenshots are deleted, and hidden from some readers, while the facts of a report stay. */
export function withScreenshot(hasScreenshot: boolean, report: Report): Report {
  const { facts } = report
  if (!facts?.rendered) return report
  return { ...report, facts: { ...facts, rendered: { ...facts.rendered, has_screenshot: hasScreenshot } } }
}

/** Checks that compare a page with the other pages of its website. */
const comparingChecks = checkCatalogue().filter(({ needs }) => needs.includes('website'))

const notShared = 'Comparisons with other pages on this website aren’t shared'

/** Removes everything about other reports: their IDs and number, and the score of an older one. */
export function withoutOtherPages(report: Report): Report {
  const results = { ...report.results }
  for (const { id, title_pass, title_fail } of comparingChecks) {
    const result = results[id]
    if (result) results[id] = withoutDetails(result, { pass: title_pass, warn: title_fail, fail: title_fail })
  }
  return { ...report, previous_score: null, change: null, latest: null, results }
}

function withoutDetails(result: NamedResult, titles: Partial<Record<string, string>>): NamedResult {
  return {
    ...result,
    title: titles[result.outcome ?? ''] ?? notShared,
    value: null,
    evidence: [],
    errors: null,
    reason: result.reason === null ? null : notShared,
  }
}
