import { categoryLabels } from '#contract/analysis.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { reportWords as words } from '#web/words/report.ts'
import { checkAnchor } from './check-anchor.ts'
import type { CheckView } from './check-view.ts'
import { EvidenceList } from './evidence-list.tsx'
import { humanise } from './humanise.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { OutLink } from './out-link.tsx'
import { valueText } from './value-text.ts'
import styles from './check-article.module.css'

/** One check: a line that says what it came to, and behind it why, how and the evidence. */
export function CheckArticle({ check, open, withCategory }: { check: CheckView; open?: boolean; withCategory?: boolean }) {
  return (
    <details id={checkAnchor(check.id)} className={styles.check} open={open}>
      <summary>
        <OutcomeMark outcome={check.outcome} />
        <h3>{check.title}</h3>
        {withCategory && check.category && <span className={styles.category}>{categoryLabels[check.category]}</span>}
        {check.points > 0 && (
          <span className={styles.points} title={words.pointsLabel(check.points)}>
            {words.points(check.points)}
            <span className="hidden-visually"> ({words.pointsLabel(check.points)})</span>
          </span>
        )}
        <Icon name="down" />
      </summary>
      <CheckBody check={check} />
    </details>
  )
}

function CheckBody({ check }: { check: CheckView }) {
  const { info, reason, outcome } = check
  // The titles of known checks say what was measured.
  const found = info ? null : valueText(check.value, words.yes, words.no)
  const needsReason = outcome === 'unknown' || outcome === 'error' || outcome === 'not-applicable'
  return (
    <div className={styles.body}>
      {check.caps && <p className={styles.cap}>{words.capped}</p>}
      {(reason || needsReason) && <p>{reason ?? words.noReason}</p>}
      {info && info.why && <p>{info.why}</p>}
      {info && info.how && (outcome === 'fail' || outcome === 'warn') && (
        <p className={styles.how}>
          <b>{words.how}.</b> {info.how}
        </p>
      )}
      {found && (
        <p className={styles.found}>
          <b>{words.found}:</b> {found}
        </p>
      )}
      <Errors errors={check.errors} />
      <EvidenceList evidence={check.evidence} />
      {info?.thresholds && (
        <p className={styles.faint}>
          {words.thresholds}: {info.thresholds}
        </p>
      )}
      <p className={styles.foot}>
        <span>{check.scored ? words.importance[check.importance] : words.unscored}</span>
        {check.grade && <span>{words.grade[check.grade]}</span>}
        {info?.reference && <OutLink address={info.reference.url}>{info.reference.label}</OutLink>}
        <CopyButton text={linkTo(check.id)} label={words.copyCheckLink} doneLabel={words.linkCopied} iconOnly icon="link" variant="plain" size="s" />
      </p>
    </div>
  )
}

/** What other servers send beside a check that did not pass: codes with whatever belongs to them. */
function Errors({ errors }: { errors: CheckView['errors'] }) {
  const entries = Object.entries(errors ?? {})
  if (entries.length === 0) return null
  return (
    <ul className={styles.errors}>
      {entries.map(([code, value]) => {
        const text = valueText(value === true ? null : value, words.yes, words.no)
        return <li key={code}>{text ? `${humanise(code)}: ${text}` : humanise(code)}</li>
      })}
    </ul>
  )
}

const linkTo = (id: string) => `${location.origin}${location.pathname}#${checkAnchor(id)}`
