import { useMemo } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { inPastTense, indexabilityText, indexabilityTexts, indexabilityTone } from '#contract/reports/indexability.ts'
import { ratingTable, roundScore } from '#contract/reports/rating.ts'
import { ratingOfReport } from '#contract/reports/report-row.ts'
import { checksOf, type CheckView, mostPointsFirst } from '#web/checks/check-view.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ScoreRing } from '#web/ui/score-ring.tsx'
import { ScoreChange } from '../history/history.tsx'
import { checkHref, indexability, type Indexability } from './report-view.ts'
import { useCatalogue } from './use-catalogue.ts'
import { reportWords as words } from './words.ts'
import styles from './report-header.module.css'

/**
 * The score with its change, and one sentence: whether Google can index the page, and what the first fixes gain. A
 * provisional score is grey and stands alone.
 */
export function ScoreSummary({ report, isProvisional = false }: { report: AnyReport; isProvisional?: boolean }) {
  const { catalogue, isSettled } = useCatalogue()
  const checks = useMemo(() => checksOf(report, catalogue?.data ?? []), [report, catalogue])
  const rating = isProvisional ? null : ratingOfReport(report)
  const score = report.score === null ? null : roundScore(report.score)
  const isOlder = report.latest === false
  return (
    <section className={styles.score} aria-label={words.score}>
      <div className={styles.figure}>
        <ScoreRing score={score} rating={isOlder ? null : rating} label={labelOf(score, isProvisional)} />
        <b className={classes(styles.number, isProvisional && 'faint')} aria-hidden="true">
          {score ?? '–'}
        </b>
        {rating && <span className="hidden-visually">{ratingTable[rating].label}</span>}
        {score !== null && report.previous_score !== null && (
          <div className={styles.change}>
            <ScoreChange id={report.id} score={score} previous={report.previous_score} />
          </div>
        )}
      </div>
      {!isProvisional && (
        <Sentence
          isReady={isSettled}
          isOlder={isOlder}
          score={score}
          checks={checks}
          state={indexability(report, checks)}
        />
      )}
    </section>
  )
}

const labelOf = (score: number | null, isProvisional: boolean) =>
  score === null ? words.noScore : isProvisional ? words.provisionalRing(score) : words.ring(score)

/** Where the score and its sentence will stand. */
export const ScorePlace = () => (
  <div className={styles.score} aria-hidden="true">
    <div className={styles.figure}>
      <ScoreRing score={null} rating={null} label="" />
    </div>
    <p className={styles.say} />
  </div>
)

type SentenceProps = {
  /** False while the names and the order of the checks are loading. */
  isReady: boolean
  /** True if the page has a later report: then the sentence is about the past, and says nothing to do. */
  isOlder: boolean
  score: number | null
  checks: readonly CheckView[]
  state: Indexability | null
}

function Sentence({ isReady, isOlder, score, checks, state }: SentenceProps) {
  if (!isReady) return <p className={styles.say} />
  const tone = state && (isOlder ? 'info' : indexabilityTone({ ...state, check: state.check?.id ?? null }))
  const gain = score === null || isOlder ? null : gainOf(score, checks, state !== null)
  if (!state && !gain) return null
  return (
    <p className={`linked ${styles.say} ${tone ?? ''}`}>
      {tone && <Icon name={tone === 'good' ? 'check' : tone === 'info' ? 'info' : 'warn'} />}
      <span>
        {state && <State state={state} isOlder={isOlder} />}
        {gain && (
          <>
            {' '}
            {gain.text}
            {gain.to !== undefined && (
              <span className={styles.gain}> {words.rise({ from: score ?? 0, to: gain.to })}</span>
            )}
          </>
        )}
      </span>
    </p>
  )
}

/** “Not indexable: returns 404.” The reason links to its check. A page that can be indexed needs no reason. */
function State({ state: { check, ...state }, isOlder }: { state: Indexability; isOlder: boolean }) {
  const { search } = useLocation()
  const { tell, notIndexable } = isOlder
    ? { tell: inPastTense, notIndexable: words.wasNotIndexable }
    : { tell: String, notIndexable: words.notIndexable }
  const text = tell(indexabilityText({ ...state, check: check?.id ?? null }))
  if (state.state === 'indexable') return <>{text}.</>
  if (state.redirects) return <>{`${words.redirects(text)}. ${words.belowTarget}`}</>
  const reason = words.reason(state.reason)
  return (
    <>
      <b>{text.replace(tell(indexabilityTexts.blocked), notIndexable)}</b>
      {': '}
      {check ? <Link to={checkHref(search, check.id)}>{reason}</Link> : reason}.
    </>
  )
}

/** Returns true if a check failed on a server that doesn't report the points it costs. */
const isUnweighted = ({ outcome, scored, points, supersededBy }: CheckView) =>
  outcome === 'fail' && scored !== false && points === 0 && supersededBy === null

const fixesCounted = 3

/** What the first fixes gain: a sentence, or its beginning if it ends with the score that they lead to. */
function gainOf(score: number, checks: readonly CheckView[], isStated: boolean): { text: string; to?: number } {
  const { gain } = words
  const blockers = checks.filter(({ rise }) => rise)
  const rise = blockers[0]?.rise
  if (rise)
    return { text: isStated ? gain.blockers(blockers.length) : gain.cap(blockers.length), to: roundScore(rise.to) }
  const fixes = mostPointsFirst(checks)
    .filter(({ points }) => points > 0)
    .slice(0, fixesCounted)
  if (fixes.length === 0) return { text: checks.some(isUnweighted) ? gain.unweighted : gain.done }
  const lost = checks.reduce((sum, { points }) => sum + points, 0)
  if (lost > 100) return { text: gain.floor }
  const gained = fixes.reduce((sum, { points }) => sum + points, 0)
  // Only deductions add up to the score. Other servers' points are weights.
  return Math.abs(100 - lost - score) <= 1
    ? { text: gain.fixes(fixes.length), to: roundScore(Math.min(100, 100 - lost + gained)) }
    : { text: gain.start }
}
