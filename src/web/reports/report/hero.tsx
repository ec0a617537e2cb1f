import { Link, useLocation } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { indexabilityText, indexabilityTone } from '#contract/reports/indexability.ts'
import { ratingTable, roundScore } from '#contract/reports/rating.ts'
import { ratingOfReport } from '#contract/reports/report-row.ts'
import { type CheckView, fixFirst } from '#web/checks/check-view.ts'
import { OutcomeMark } from '#web/checks/outcome.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Card } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { ScoreRing } from '#web/ui/score-ring.tsx'
import { ScoreChange } from '../history/history.tsx'
import { Gain } from './check-article.tsx'
import { checkHref, type Indexability } from './report-view.ts'
import { reportWords as words } from './words.ts'
import styles from './hero.module.css'

type HeroProps = { report: AnyReport; checks: readonly CheckView[]; indexability: Indexability | null }

const fixesShown = 3

/** The report in one look: the score, whether Google can index the page, and the fixes that matter most. */
export function Hero({ report, checks, indexability }: HeroProps) {
  const { search } = useLocation()
  const rating = ratingOfReport(report)
  const fixes = fixFirst(checks)
    .filter(({ points, capsScore }) => points > 0 || capsScore)
    .slice(0, fixesShown)
  const score = report.score === null ? null : roundScore(report.score)
  return (
    <Card className={styles.hero} aria-label={words.score}>
      <div className={styles.figure}>
        <ScoreRing
          score={score}
          rating={rating}
          label={score === null ? words.noScore : words.ring(score)}
          of={score === null ? words.noScore : words.of}
        />
        {score !== null && report.previous_score !== null && (
          <div className={styles.change}>
            <ScoreChange id={report.id} score={score} />
          </div>
        )}
        {rating && (
          <p className="tiny">
            <RatingBadge rating={rating} label={ratingTable[rating].label} />
          </p>
        )}
      </div>
      <div className={`stack snug ${styles.story}`}>
        {indexability && <State indexability={indexability} />}
        {score !== null && <p className={styles.summary}>{summaryOf(score, checks, fixes)}</p>}
        {fixes.length > 0 && (
          <ol className={styles.fixes} aria-label={words.topFixes}>
            {fixes.map((check) => (
              <li key={check.id}>
                <Link to={checkHref(search, check.id)} className="row">
                  <OutcomeMark outcome={check.outcome} />
                  <span>{check.title}</span>
                  <Gain check={check} />
                </Link>
              </li>
            ))}
          </ol>
        )}
        {report.rescored_at && report.first_score !== null && score !== null && report.ruleset !== null && (
          <p className={`muted small ${styles.note}`}>
            {words.rescored(report.ruleset, new Date(report.rescored_at), score, report.first_score)}
          </p>
        )}
      </div>
    </Card>
  )
}

/** Shows whether Google can index the page. The reason links to its check. */
function State({ indexability }: { indexability: Indexability }) {
  const { search } = useLocation()
  const { reason, check } = indexability
  const tone = indexabilityTone({ ...indexability, check: check?.id ?? null })
  return (
    <div className={`${styles.state} ${styles[tone]}`}>
      <Icon name={tone === 'good' ? 'check' : tone === 'info' ? 'info' : 'warn'} />
      <h2>{indexabilityText({ ...indexability, check: check?.id ?? null })}</h2>
      <p>{check ? <Link to={checkHref(search, check.id)}>{asSentence(reason)}</Link> : asSentence(reason)}.</p>
    </div>
  )
}

/** Rewrites a clause as a sentence. File names such as robots.txt keep their case. */
const asSentence = (clause: string) =>
  /^[a-z]+(?![\w.])/.test(clause) ? clause[0]!.toUpperCase() + clause.slice(1) : clause

/** Returns true if a check failed on a server that doesn't report the points it costs. */
const isUnweighted = ({ outcome, scored, points, supersededBy }: CheckView) =>
  outcome === 'fail' && scored !== false && points === 0 && supersededBy === null

/** One sentence of advice, with the score after the first fixes if the server reports points. */
function summaryOf(score: number, checks: readonly CheckView[], fixes: readonly CheckView[]) {
  const blockers = fixes.filter(({ rise }) => rise)
  if (blockers[0]?.rise) return words.summary.blocked(score, roundScore(blockers[0].rise.to), blockers.length)
  if (fixes.length === 0) return checks.some(isUnweighted) ? words.summary.unweighted : words.summary.done
  const lost = checks.reduce((sum, { points }) => sum + points, 0)
  if (lost > 100) return words.summary.floor
  const gained = fixes.reduce((sum, { points }) => sum + points, 0)
  // Only deductions add up to the score. Other servers' points are weights.
  return Math.abs(100 - lost - score) <= 1
    ? words.summary.fixes(fixes.length, roundScore(Math.min(100, 100 - lost + gained)))
    : words.summary.start
}
