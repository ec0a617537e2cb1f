import { Link } from 'react-router-dom'
import type { CauseShare, Comparison } from '#contract/reports/comparison.ts'
import { paths } from '#web/app/paths.ts'
import { checkAnchor } from '#web/checks/check-view.ts'
import { compareWords as words, whyText } from './compare-words.ts'
import styles from './comparison.module.css'

type ScoreCausesProps = {
  comparison: Comparison
  checkName: (check: string) => string
  list: string | undefined
}

const shownChecks = 4

/** Why the score moved: a sentence, and the share of each cause with the checks it changed. */
export function ScoreCauses({ comparison, checkName, list }: ScoreCausesProps) {
  const shares = comparison.causes.filter(({ points, checks }) => points !== 0 || checks.length > 0)
  const most = Math.max(1, ...shares.map(({ points }) => Math.abs(points)))
  const doesNotAddUp = shares.some((share) => Math.abs(sumOf(share) - share.points) > 1)
  return (
    <div className={styles.why}>
      <h3>{words.why}</h3>
      <p>{whyText(comparison)}</p>
      {shares.length > 0 && (
        <ul>
          {shares.map((share) => (
            <li key={share.cause}>
              <span className={styles.cause} title={words.causeMeaning[share.cause]}>
                {words.cause[share.cause]}
              </span>
              <span className={`${styles.bar} ${share.points < 0 ? styles.worse : styles.better}`} aria-hidden="true">
                <i style={{ width: `${(100 * Math.abs(share.points)) / most}%` }} />
              </span>
              <b>
                <span aria-hidden="true">{words.points(share.points)}</span>
                <span className="hidden-visually">{words.pointsLabel(share.points)}</span>
              </b>
              <Checks share={share} checkName={checkName} to={paths.report(comparison.after.id, { list })} />
            </li>
          ))}
        </ul>
      )}
      {doesNotAddUp && <p className={styles.note}>{words.capped}</p>}
    </div>
  )
}

const sumOf = ({ checks }: CauseShare) => checks.reduce((sum, { points }) => sum + points, 0)

/** The checks that a cause changed, those with the most points first. */
function Checks({ share, checkName, to }: { share: CauseShare; to: string } & Pick<ScoreCausesProps, 'checkName'>) {
  const checks = share.checks.toSorted((one, other) => Math.abs(other.points) - Math.abs(one.points))
  const more = checks.length - shownChecks
  return (
    <span className={styles.checks}>
      {share.parts.length > 0 && `${share.parts.map((part) => words.part[part]).join(', ')}: `}
      {checks.slice(0, shownChecks).map(({ id, points }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link to={`${to}#${checkAnchor(id)}`}>{checkName(id)}</Link>
          {points !== 0 && ` ${words.points(points)}`}
        </span>
      ))}
      {more > 0 && ` ${words.moreChecks(more)}`}
    </span>
  )
}
