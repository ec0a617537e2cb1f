import { checkCatalogue } from '#analyser/catalogue.ts'
import type { CheckResult } from '#contract/analysis.ts'
import type { Report } from '#contract/report.ts'
import type { Scope } from '#service/store/scope.ts'

/** Checks that hold a page against the other pages of its website. */
const comparing = checkCatalogue().filter(({ needs }) => needs.includes('website'))

const notToldHere = 'How the page compares with others of the website is not part of what was shared'

/** Whether all reports of a report's website are within. */
export function holdsNeighbours(scope: Scope): boolean {
  if (scope.kind === 'reports') return scope.filter.result === null && scope.filter.search === ''
  return scope.kind === 'all' || scope.kind === 'website'
}

/** A report for whoever sees it alone: without what it says of others, which ones they are, how many, and how an older one scored. */
export function withoutNeighbours(report: Report): Report {
  const results = { ...report.results }
  for (const { id, title_pass, title_fail } of comparing) {
    const result = results[id]
    if (result) results[id] = alone(result, { pass: title_pass, warn: title_fail, fail: title_fail })
  }
  return { ...report, previous_score: null, results }
}

function alone(result: CheckResult, titles: Partial<Record<string, string>>): CheckResult {
  const title = titles[result.outcome ?? ''] ?? notToldHere
  return {
    ...result,
    title,
    value: null,
    evidence: [],
    errors: null,
    reason: result.reason === null ? null : notToldHere,
  }
}
