import type { Kysely } from 'kysely'
import { reportListParams } from '#contract/list-query.ts'
import { groupsOf } from '#contract/page-groups.ts'
import { readQuery } from '#contract/query-params.ts'
import { findReport, type ReportRecord } from '../reports.ts'
import type { Schema } from '../schema.ts'
import type { AlertRuleRecord } from './rules.ts'

/**
 * Whether a report is in a view, or was before a newer one of its page. Filters that only the newest report of a page
 * can match count as if it were that.
 */
export async function isInView(
  db: Kysely<Schema>,
  { query }: AlertRuleRecord['view'],
  report: ReportRecord,
): Promise<boolean> {
  const { query: filter } = readQuery(reportListParams, new URLSearchParams(query))
  const { group, indexability, check, changed, structure } = filter
  if (group !== null && !Object.values(groupsOf(report.url)).includes(group)) return false
  if (indexability !== null && report.indexability !== indexability) return false
  // They depend on what other reports say, so they are only known of the newest one.
  if ([check, changed, structure].some((value) => value !== null) && report.latest !== 1) return false
  const rest = { ...filter, latest: null, group: null, indexability: null }
  return (await findReport(db, report.id, { kind: 'reports', filter: rest })) !== undefined
}
