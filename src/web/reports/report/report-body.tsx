import { Suspense, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import type { CheckCatalogue } from '#contract/analysis.ts'
import type { AnyReport } from '#contract/any-report.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { checkAnchor, readHash } from './check-anchor.ts'
import { type CheckView, checksOf } from './check-view.ts'
import { ChecksCard } from './checks-card.tsx'
import { indexability } from './indexability.ts'
import { ReportBelow, ReportSide } from './report-more.tsx'
import { Part } from './report-skeleton.tsx'
import { ScoreCard } from './score-card.tsx'
import { VerdictLine } from './verdict-line.tsx'
import { viewParams } from './view-params.ts'
import styles from './report-body.module.css'

const AnyParts = lazyPart(() => import('#web/foreign/report-parts.lazy.tsx').then((file) => file.AnyParts))

/** More than any catalogue has would stop the page if all of them were drawn at once. */
const mostAtOnce = 300
const isStrange = (checks: readonly CheckView[]) =>
  checks.length > mostAtOnce || (checks.length > 0 && checks.every(({ info, category }) => !info && !category))

/** Everything a report says: verdict, score, what to do, every check, the facts. */
export function ReportBody({ report, catalogue }: { report: AnyReport; catalogue: CheckCatalogue | null }) {
  const view = useListQuery(viewParams)
  const { search, hash } = useLocation()
  const checks = useMemo(() => checksOf(report, catalogue?.data ?? []), [report, catalogue])
  const verdict = indexability(report, checks)
  const anchor = readHash(hash)
  const named = checks.find(({ id }) => checkAnchor(id) === anchor) ?? null
  const { other, results } = report
  const strange = isStrange(checks)
  return (
    <div className={styles.body}>
      <Repairs repairs={view.repairs} />
      {verdict && <VerdictLine verdict={verdict} search={search} />}
      <div className={styles.columns}>
        <ScoreCard report={report} checks={checks} view={view.query} className={styles.score} />
        <div className={styles.main}>
          {!strange && (checks.length > 0 || results.values.length === 0) && (
            <ChecksCard checks={checks} view={view} named={named} />
          )}
          {(strange || results.values.length > 0 || Object.keys(other).length > 0) && (
            <Suspense fallback={<Part />}>
              <AnyParts report={report} checks={strange ? checks : []} view={view} named={named} />
            </Suspense>
          )}
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
