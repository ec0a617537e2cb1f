import { Suspense, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { CheckCatalogue } from '#contract/analysis.ts'
import type { Report } from '#contract/report.ts'
import { Repairs } from '#web/lists/list-notices.tsx'
import { useListQuery } from '#web/lists/use-list-query.ts'
import { checkAnchor, readHash } from './check-anchor.ts'
import { checksOf } from './check-view.ts'
import { ChecksCard } from './checks-card.tsx'
import { indexability } from './indexability.ts'
import { ReportBelow, ReportSide } from './report-more.tsx'
import { ScoreCard } from './score-card.tsx'
import { VerdictLine } from './verdict-line.tsx'
import { viewParams } from './view-params.ts'
import styles from './report-body.module.css'

/** Everything a report says: verdict, score, what to do, every check, the facts. */
export function ReportBody({ report, catalogue }: { report: Report; catalogue: CheckCatalogue | null }) {
  const view = useListQuery(viewParams)
  const { search, hash } = useLocation()
  const checks = useMemo(() => checksOf(report, catalogue?.data ?? []), [report, catalogue])
  const verdict = indexability(report, checks)
  const anchor = readHash(hash)
  return (
    <div className={styles.body}>
      <Repairs repairs={view.repairs} />
      {verdict && <VerdictLine verdict={verdict} search={search} />}
      <div className={styles.columns}>
        <ScoreCard report={report} checks={checks} view={view.query} className={styles.score} />
        <div className={styles.main}>
          <ChecksCard checks={checks} view={view} named={checks.find(({ id }) => checkAnchor(id) === anchor) ?? null} />
        </div>
        {report.facts && (
          <div className={styles.side}>
            <Suspense fallback={null}>
              <ReportSide report={report} />
            </Suspense>
          </div>
        )}
        <div className={styles.below}>
          <Suspense fallback={null}>
            <ReportBelow report={report} catalogue={catalogue} />
          </Suspense>
        </div>
      </div>
    </div>
  )
}
