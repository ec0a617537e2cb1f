import { Link } from 'react-router-dom'
import type { CheckCatalogue } from '#contract/analysis.ts'
import type { AnyReport } from '#contract/any-report.ts'
import { paths } from '#web/app/paths.ts'
import { reportFactsWords as words } from '../facts-words.ts'
import styles from './facts.module.css'

/** By which rules the report was judged, whether there are newer ones, and where they are explained. */
export function ReportFoot({
  report: { ruleset },
  catalogue,
}: {
  report: AnyReport
  catalogue: CheckCatalogue | null
}) {
  if (ruleset === null && catalogue === null) return null
  return (
    <p className={styles.foot}>
      {ruleset !== null && <span>{words.judgedBy(ruleset)}</span>}
      {ruleset !== null && catalogue !== null && catalogue.ruleset > ruleset && (
        <span>{words.newerRules(catalogue.ruleset)}</span>
      )}
      {catalogue !== null && <Link to={paths.checks()}>{words.aboutChecks}</Link>}
    </p>
  )
}
