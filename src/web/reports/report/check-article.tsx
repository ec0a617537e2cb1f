import { memo, Suspense, useDeferredValue } from 'react'
import { categoryLabels } from '#contract/analysis.ts'
import { Icon } from '#web/ui/icon.tsx'
import { reportWords as words } from '../report-words.ts'
import { checkAnchor } from './check-anchor.ts'
import type { CheckView } from './check-view.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { CheckBody } from './report-more.tsx'
import styles from './check-article.module.css'

/**
 * One check: a line that says what it came to, and behind it why, how and the evidence. What is behind a closed one is there
 * for the page's search and for print, after the lines.
 */
export const CheckArticle = memo(function CheckArticle({
  check,
  open,
}: {
  check: CheckView
  open?: boolean | undefined
}) {
  const full = useDeferredValue(true, Boolean(open))
  return (
    <details id={checkAnchor(check.id)} className={styles.check} open={open}>
      <summary>
        <OutcomeMark outcome={check.outcome} />
        <h3>{check.title}</h3>
        {check.category && <span className={styles.category}>{categoryLabels[check.category]}</span>}
        {check.points > 0 && (
          <span className={styles.points} title={words.pointsLabel(check.points)}>
            {words.points(check.points)}
            <span className="hidden-visually"> ({words.pointsLabel(check.points)})</span>
          </span>
        )}
        <Icon name="down" />
      </summary>
      {full && (
        <Suspense fallback={null}>
          <CheckBody check={check} />
        </Suspense>
      )}
    </details>
  )
})
