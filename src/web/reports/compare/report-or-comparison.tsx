import { useLocation } from 'react-router-dom'
import { readId } from '#contract/lists/list-query.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ReportBody } from '../report/report-body.tsx'

const Comparison = lazyPart(() => import('./comparison.tsx').then((file) => file.Comparison))

/** Returns the id of the report to compare with, from the URL; null if it names none. */
export function useComparedId(): number | null {
  const { search } = useLocation()
  return readId(new URLSearchParams(search).get('compare') ?? undefined)
}

/** A report or, if the URL names another one, the changes since. */
export function ReportOrComparison({ report }: { report: AnyReport | undefined }) {
  const other = useComparedId()
  if (other === null || !report) return <ReportBody report={report} />
  return <Comparison report={report} other={other} />
}
