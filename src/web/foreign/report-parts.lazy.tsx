import type { AnyReport } from '#contract/any-report.ts'
import { OtherFields } from './other-fields.tsx'
import type { ListState } from '#web/list/use-list-query.ts'
import { AnyChecks } from './checks.tsx'
import { AnyValues } from './values.tsx'
import type { CheckView } from '#web/reports/report/check-view.ts'
import type { ReportView } from '#web/reports/report/view-params.ts'

type AnyPartsProps = {
  report: AnyReport
  /** None where they are shown as our own are. */
  checks: readonly CheckView[]
  view: ListState<ReportView>
  named: CheckView | null
}

/** What only other servers send: checks that nobody here has heard of, values without a verdict, fields of their own. */
export const AnyParts = ({ report: { results, other }, checks, view, named }: AnyPartsProps) => (
  <>
    {checks.length > 0 && <AnyChecks checks={checks} view={view} named={named} />}
    {results.values.length > 0 && <AnyValues values={results.values} />}
    {Object.keys(other).length > 0 && <OtherFields other={other} />}
  </>
)
