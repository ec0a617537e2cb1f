import { Link } from 'react-router-dom'
import type { CheckCatalogue } from '#contract/reports/analysis.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { roundScore } from '#contract/reports/rating.ts'
import { paths } from '#web/app/paths.ts'
import { Hint } from '#web/ui/hint.tsx'
import { reportWords as words } from './words.ts'

/** How the score is made: what it is based on, and how to read it. */
export function ScoreBasis({ report, catalogue }: { report: AnyReport; catalogue: CheckCatalogue | null }) {
  const { google_score: google, checks_judged: judged, ruleset, rescored_at: rescored, first_score: first } = report
  return (
    <div>
      <Hint label={words.basis} isNamed>
        {google !== null && (
          <p title={words.googleMeaning}>
            {words.google} <b>{roundScore(google)}</b>
          </p>
        )}
        {judged !== null && <p>{words.scored(judged)}</p>}
        {ruleset !== null && <p>{words.evaluatedBy(ruleset)}</p>}
        {ruleset !== null && catalogue !== null && catalogue.ruleset > ruleset && (
          <p>{words.newerRules(catalogue.ruleset)}</p>
        )}
        {rescored && first !== null && report.score !== null && ruleset !== null && (
          <p>{words.rescored(ruleset, new Date(rescored), roundScore(report.score), first)}</p>
        )}
        <p>{words.pointsMeaning}</p>
        {catalogue !== null && <Link to={paths.checks()}>{words.aboutChecks}</Link>}
      </Hint>
    </div>
  )
}
