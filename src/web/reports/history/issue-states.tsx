import { createContext, type ReactNode, use, useMemo } from 'react'
import type { AnyReport } from '#contract/any-report.ts'
import type { PageHistory } from '#contract/comparison.ts'
import { usePageHistory } from './queries.ts'

type AboutReport = { report?: AnyReport | undefined; issues?: PageHistory['issues'] | undefined }

const ReportOfChecks = createContext<AboutReport>({})

type Props = { id: number; report?: AnyReport; children: ReactNode }

/** Gives the checks inside it the states of a report's issues, and the report if it is the page's own. */
export function WithIssueStates({ id, report, children }: Props) {
  const issues = usePageHistory(id)?.issues
  return <ReportOfChecks value={useMemo(() => ({ report, issues }), [report, issues])}>{children}</ReportOfChecks>
}

/** The state of an issue; undefined for a page with one report. */
export const useIssueState = (check: string) => use(ReportOfChecks).issues?.[check]

/** The report of a check; undefined outside of a report's page. */
export const useReportOfChecks = () => use(ReportOfChecks).report
