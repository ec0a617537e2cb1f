import { createContext, use, useSyncExternalStore } from 'react'
import type { AnyReport } from '#contract/reports/any-report.ts'
import type { PageHistory } from '#contract/reports/comparison.ts'
import type { PageFinding } from '#contract/reports/findings.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from '#web/resources/report-queries.ts'

type AboutReport = { report?: AnyReport | undefined; issues?: PageHistory['issues'] | undefined }

/** The report of the checks on its page. */
export const ReportOfChecks = createContext<AboutReport>({})

/** The state of an issue; undefined for a page with one report. */
export const useIssueState = (check: string) => use(ReportOfChecks).issues?.[check]

/** The report of a check; undefined outside of a report's page. */
export const useReportOfChecks = () => use(ReportOfChecks).report

/** The decisions about the issues of the report, once another part of the page has loaded them. */
export function useKnownFindings() {
  const report = useReportOfChecks()
  const { subscribe } = queryClient.getQueryCache()
  // Not a query, which would need the function that loads them.
  const findings = () => queryClient.getQueryData<PageFinding[] | null>(reportQueries.findings(report?.id ?? 0)) ?? null
  return useSyncExternalStore(subscribe, findings)
}
