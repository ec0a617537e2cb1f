import { memo, useDeferredValue } from 'react'
import { categoryLabels, isIssue } from '#contract/reports/analysis.ts'
import { isEmpty, isFields } from '#contract/responses/lenient.ts'
import { CheckBody } from '#web/checks/check-body.tsx'
import { checkAnchor, type CheckView } from '#web/checks/check-view.ts'
import { OutcomeMark } from '#web/checks/outcome.tsx'
import { checksPageWords, checkWords } from '#web/checks/words.ts'
import { FindingTools, MarkFixed } from '#web/findings/findings.tsx'
import { useIsProvisional, useIssueState } from '#web/findings/queries.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { IssueStateLabel } from '../history/history.tsx'
import { reportWords } from './words.ts'
import styles from './checks-card.module.css'

const ValueTree = lazyPart(() => import('#web/foreign/value-tree.tsx').then((file) => file.ValueTree))

/**
 * One check: a line with its outcome that opens the reason, fix and evidence. The body of a closed check is rendered
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
  const isLinkable = !useIsProvisional()
  return (
    <article className={classes(styles.check, isIssue(check) && styles.issue)}>
      <FindingTools check={check} />
      <details className="fold" id={checkAnchor(check.id)} open={open}>
        <summary className={styles.line}>
          <Icon name="right" />
          <span className={styles.what}>
            <OutcomeMark outcome={check.outcome} />
            <h3>{check.title}</h3>
          </span>
          <State check={check} />
          {check.category && <span className={`faint tiny ${styles.area}`}>{categoryLabels[check.category]}</span>}
          {(check.rise || check.points > 0) && <Gain check={check} />}
        </summary>
        {isBodyShown && (
          <>
            <FindingTools check={check} isNote />
            <CheckBody
              check={check}
              otherFields={<OtherFields check={check} />}
              actions={<MarkFixed check={check} />}
              isLinkable={isLinkable}
            />
          </>
        )}
      </details>
    </article>
  )
})

/** Reads the state itself: a history that arrives would otherwise render the bodies of all checks again. */
function State({ check }: { check: CheckView }) {
  const issue = useIssueState(check.id)
  return (
    issue && (
      <span className={styles.since}>
        <IssueStateLabel issue={issue} />
      </span>
    )
  )
}

/**
 * The fields of a check that only other servers send. With an entry in the catalogue, its title contains the value, and
 * its page the rest.
 */
function OtherFields({ check }: { check: CheckView }) {
  const { info, importance, grade, value, other } = check
  const ofOther = !info && {
    basis: grade && checkWords.grade[grade],
    importance: importance && checksPageWords.importance[importance],
    value,
  }
  const fields = Object.entries({ ...ofOther, errors: shownErrors(check), ...other })
  const sent = fields.filter(([, one]) => !isEmpty(one))
  return sent.length > 0 && <ValueTree value={Object.fromEntries(sent)} />
}

/** Errors by their codes. One without a value is its code alone; a check that passed has none of these. */
function shownErrors({ errors, outcome }: CheckView) {
  if (!isFields(errors)) return errors
  const all = Object.entries(errors).map(([code, value]) => [code, isEmpty(value) ? undefined : value] as const)
  return Object.fromEntries(all.filter(([, value]) => value !== undefined || outcome !== 'pass'))
}

/** The points to gain; for a blocker, the score now and without it. Those that count later only are fainter. */
function Gain({ check: { points, heldBy, rise } }: { check: CheckView }) {
  const label = rise ? reportWords.riseLabel(rise) : reportWords.pointsLabel(points, heldBy)
  return (
    <span className={classes(styles.points, heldBy && styles.held)} title={label}>
      {rise ? reportWords.rise(rise) : reportWords.points(points)}
      <span className="hidden-visually"> ({label})</span>
    </span>
  )
}
