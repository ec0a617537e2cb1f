import { memo, Suspense, useDeferredValue } from 'react'
import { categoryLabels } from '#contract/analysis.ts'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { OutcomeMark } from './outcome.tsx'
import { checkAnchor, type CheckView } from './report-checks.ts'
import { reportWords } from './report-words.ts'
import styles from './check-article.module.css'

/** Loaded with the report, not before it, to keep the page small. */
export const loadCheckBody = () => import('./check-body.tsx').then((file) => file.CheckBody)
const CheckBody = lazyPart(loadCheckBody)

/**
 * One check: a line with its outcome, and behind it why, how and the evidence. The body of a closed check is rendered
 * too, after the lines, so that the browser's page search and print find it.
 */
export const CheckArticle = memo(function CheckArticle({
  check,
  open,
}: {
  check: CheckView
  open?: boolean | undefined
}) {
  const isBodyShown = useDeferredValue(true, Boolean(open))
  return (
    <details id={checkAnchor(check.id)} className={styles.check} open={open}>
      <summary>
        <OutcomeMark outcome={check.outcome} />
        <h3>{check.title}</h3>
        {check.category && <span className={styles.category}>{categoryLabels[check.category]}</span>}
        {(check.rise || check.points > 0) && <Gain check={check} />}
        <Icon name="down" />
      </summary>
      {isBodyShown && (
        <Suspense fallback={null}>
          <CheckBody check={check} />
        </Suspense>
      )}
    </details>
  )
})

/** The points to gain; for a blocker, the score now and without it. */
function Gain({ check: { points, heldBy, rise } }: { check: CheckView }) {
  const label = rise ? reportWords.riseLabel(rise) : reportWords.pointsLabel(points, heldBy)
  return (
    <span className={`${styles.points} ${heldBy ? styles.held : ''}`} title={label}>
      {rise ? reportWords.rise(rise) : reportWords.points(points)}
      {heldBy && '*'}
      <span className="hidden-visually"> ({label})</span>
    </span>
  )
}
