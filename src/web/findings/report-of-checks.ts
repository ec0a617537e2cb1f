import { createContext, use } from 'react'
import type { AnyReport } from '#contract/any-report.ts'
import type { PageHistory } from '#contract/comparison.ts'

type AboutReport = { report?: AnyReport | undefined; issues?: PageHistory['issues'] | undefined }

/** The report of the checks on its page. */
export const ReportOfChecks = createContext<AboutReport>({})

/** The state of an issue; undefined for a page with one report. */
export const useIssueState = (check: string) => use(ReportOfChecks).issues?.[check]

/** The report of a check; undefined outside of a report's page. */
export const useReportOfChecks = () => use(ReportOfChecks).report
