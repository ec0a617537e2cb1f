import { type ReactNode, useMemo } from 'react'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { ReportOfChecks } from '#web/findings/report-of-checks.ts'
import { usePageHistory } from './queries.ts'

type Props = { id: number; report?: AnyReport; children: ReactNode }

/** Gives the checks inside it the states of a report's issues, and the report if it is the page's own. */
export function WithIssueStates({ id, report, children }: Props) {
  const issues = usePageHistory(id)?.issues
  return <ReportOfChecks value={useMemo(() => ({ report, issues }), [report, issues])}>{children}</ReportOfChecks>
}
