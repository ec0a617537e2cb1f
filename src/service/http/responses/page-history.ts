import type { Kysely } from 'kysely'
import type { Comparison, PageHistory } from '#contract/reports/comparison.ts'
import type { ItemEnvelope } from '#contract/responses/envelope.ts'
import { pathKey } from '#contract/url-key.ts'
import type { AnalyserPool } from '#service/jobs/analyser-pool.ts'
import { presentComparison, presentHistory } from '#service/present/comparison.ts'
import type { Scope } from '#service/store/lists/scope.ts'
import { findEvaluations, findPageHistory } from '#service/store/pages/page-history.ts'
import { ownBytes } from '#service/store/reports/report-payloads.ts'
import { findPackedReport, findReport, type PackedReportRecord } from '#service/store/reports/reports.ts'
import { hasScreenshot } from '#service/store/reports/screenshots.ts'
import type { Schema } from '#service/store/schema.ts'
import { unprocessable } from '../problem.ts'

export type HistoryDeps = { db: Kysely<Schema>; pool: Pick<AnalyserPool, 'compare' | 'findIssueStates'> }

/** The most reports of a page that its history lists. */
const historyLimit = 1000
/** The number of reports read for the states of issues. Older issues are of this age or more. */
const issueStatesLimit = 25

/** Returns the history of a report's page. Undefined if there is no such report within the scope. */
export async function historyResponse(
  { db, pool }: HistoryDeps,
  id: number,
  scope: Scope,
): Promise<(PageHistory & { status: 200 }) | undefined> {
  const report = await findReport(db, id, scope)
  if (!report) return undefined
  const { rows, total } = await findPageHistory(db, report, scope, historyLimit)
  const read = await findEvaluations(db, report, scope, issueStatesLimit)
  const states = await pool.findIssueStates(read.map(({ evaluation }) => ownBytes(evaluation)))
  return { ...presentHistory(rows, { total, limit: historyLimit }, states, read), status: 200 }
}

/**
 * Returns the changes of a page from one report to another. Undefined if one of them is not within the scope. Throws a
 * 422 if they are not two reports of one page, or `acrossWebsites` of the same path.
 */
export async function comparisonResponse(
  { db, pool }: HistoryDeps,
  { id, other }: { id: number; other: number },
  scope: Scope,
  { acrossWebsites = false } = {},
): Promise<ItemEnvelope<Comparison> | undefined> {
  const [after, before] = [await findPackedReport(db, id, scope), await findPackedReport(db, other, scope)]
  if (!after || !before) return undefined
  if (after.id === before.id) throw notComparable(`Report ${id} can't be compared with itself. Name another report.`)
  if (after.page_id !== before.page_id && !(acrossWebsites && pathKey(after.url) === pathKey(before.url)))
    throw notComparable(
      acrossWebsites
        ? `Report ${other} has another path than report ${id}. Only reports of the same URL, or of the same path of another website, can be compared.`
        : `Report ${other} has another URL than report ${id}. Only reports of the same URL can be compared.`,
    )
  const compared = await pool.compare({ before: packed(before), after: packed(after) })
  const comparison = presentComparison(before, after, compared)
  return {
    data: {
      ...comparison,
      before: { ...comparison.before, has_screenshot: await hasScreenshot(db, before.id, scope) },
      after: { ...comparison.after, has_screenshot: await hasScreenshot(db, after.id, scope) },
    },
    status: 200,
  }
}

const notComparable = (sentence: string) => unprocessable([{ field: 'other', code: 'not_allowed', sentence }])

const packed = ({ score, evaluation, facts }: PackedReportRecord) => ({
  score,
  evaluation: ownBytes(evaluation),
  facts: ownBytes(facts),
})
