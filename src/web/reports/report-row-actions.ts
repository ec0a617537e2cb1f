import { createContext } from 'react'
import type { ReportRow } from '#contract/report-row.ts'

export type ReportRowActions = {
  /** The search of the list, which a report's link carries. */
  search: string
  /** The rows are about to go: the focus goes on to the next that stays. */
  leave: (ids: readonly number[]) => void
  /** The report is about to be opened. */
  prefetch: (report: ReportRow) => void
}

/** What the cells of a reports list can do; their columns stand outside of any component. */
export const ReportRowActionsContext = createContext<ReportRowActions>({
  search: '',
  leave: () => {},
  prefetch: () => {},
})
