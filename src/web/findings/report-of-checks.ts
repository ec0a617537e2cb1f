import { useQuery } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { AnyReport } from '#contract/any-report.ts'
import type { PageHistory } from '#contract/comparison.ts'
import type { PageFinding } from '#contract/page-findings.ts'
import { reportQueries } from '#web/resources/report-queries.ts'

type AboutReport = { report?: AnyReport | undefined; issues?: PageHistory['issues'] | undefined }

/** The report of the checks on its page. */
export const ReportOfChecks = createContext<AboutReport>({})

/** The state of an issue; undefined for a page with one report. */
export const useIssueState = (check: string) => use(ReportOfChecks).issues?.[check]

/** The report of a check; undefined outside of a report's page. */
export const useReportOfChecks = () => use(ReportOfChecks).report

/** What was decided about the issues of the report, once the part of the page that shows it has loaded it. */
export function useKnownFindings() {
  const report = useReportOfChecks()
  return (
    useQuery<PageFinding[] | null>({ queryKey: reportQueries.findings(report?.id ?? 0), enabled: false }).data ?? null
  )
}
