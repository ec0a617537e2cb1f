import { Suspense } from 'react'
import type { CheckInfo } from '#contract/analysis.ts'
import type { Report } from '#contract/report.ts'
import { AllChecks } from './all-checks.tsx'
import { checksOf } from './check-view.ts'
import { FixFirst } from './fix-first.tsx'
import { indexability } from './indexability.ts'
import { groupByCategory } from './order.ts'
import { ReportSide } from './report-side.tsx'
import { ScoreCard } from './score-card.tsx'
import { VerdictLine } from './verdict-line.tsx'
import styles from './report-body.module.css'

/** Everything a report says: verdict, score, what to do, every check, the facts. */
export function ReportBody({ report, catalogue }: { report: Report; catalogue: readonly CheckInfo[] }) {
  const checks = checksOf(report, catalogue)
  const groups = groupByCategory(checks)
  const verdict = indexability(checks, report.facts?.status ?? null)
  return (
    <div className={styles.body}>
      {verdict && <VerdictLine verdict={verdict} />}
      <div className={styles.columns}>
        <ScoreCard report={report} groups={groups} className={styles.score} />
        <div className={styles.main}>
          <FixFirst checks={checks} />
          {groups.length > 0 && <AllChecks report={report} groups={groups} />}
        </div>
        {(report.facts || report.timings) && (
          <div className={styles.side}>
            <Suspense fallback={null}>
              <ReportSide report={report} />
            </Suspense>
          </div>
        )}
      </div>
    </div>
  )
}
