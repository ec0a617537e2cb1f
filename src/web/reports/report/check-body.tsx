import { isEmpty } from '#contract/lenient.ts'
import { addressOf } from '#web/data/server.ts'
import { paths } from '#web/app/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ValueTree } from '#web/foreign/value-tree.tsx'
import { checkWords } from '#web/checks/words.ts'
import { reportCheckWords as words } from '../check-words.ts'
import { valueWords } from '#web/foreign/value-words.ts'
import { checkAnchor } from './check-anchor.ts'
import type { CheckView } from './check-view.ts'
import { EvidenceList } from './evidence-list.tsx'
import { moreThanShown } from './more-than-shown.ts'
import { OutLink } from './out-link.tsx'
import styles from './check-body.module.css'

/** What is behind a check's line: why, how, the evidence, and how it is judged. */
export function CheckBody({ check }: { check: CheckView }) {
  const { info, reason, outcome, importance, importance_sent: sent } = check
  const said =
    check.scored === false
      ? checkWords.unscored
      : sent
        ? words.importance(sent)
        : importance && checkWords.importance[importance]
  // The titles of known checks say what was measured.
  const hasValue = !info && !isEmpty(check.value)
  const needsReason = outcome === 'unknown' || outcome === 'error' || outcome === 'not-applicable'
  return (
    <div className={styles.body}>
      {check.caps && <p className={styles.cap}>{words.capped}</p>}
      {(reason || needsReason) && (
        <p className={styles.reason}>
          <b>{words.reason}:</b> {reason ?? words.noReason}
        </p>
      )}
      {info?.why && <p>{info.why}</p>}
      {info?.how && (outcome === 'fail' || outcome === 'warn') && (
        <p className={styles.how}>
          <b>{words.how}.</b> {info.how}
        </p>
      )}
      {hasValue && <Sent name={words.found} value={check.value} />}
      {!isEmpty(check.errors) && <Sent name={words.errors} value={check.errors} />}
      {!isEmpty(check.other) && <Sent name={words.other} value={check.other} />}
      <EvidenceList evidence={check.evidence} more={moreThanShown(check)} />
      {info?.thresholds && (
        <p className={styles.faint}>
          {words.thresholds}: {info.thresholds}
        </p>
      )}
      <p className={styles.foot}>
        {said && <span>{said}</span>}
        {check.grade && <span>{checkWords.grade[check.grade]}</span>}
        {info?.reference && <OutLink address={info.reference.url}>{info.reference.label}</OutLink>}
        {info && <a href={paths.checks(check.id)}>{words.about}</a>}
        <CopyButton
          text={linkTo(check.id)}
          label={words.copyCheckLink}
          doneLabel={words.linkCopied}
          iconOnly
          icon="link"
          variant="plain"
          size="s"
        />
      </p>
    </div>
  )
}

/** What other servers send beside a check, in whatever shape. */
const Sent = ({ name, value }: { name: string; value: unknown }) => (
  <div className={styles.sent}>
    <b>{name}</b>
    <ValueTree value={value} words={valueWords} />
  </div>
)

const linkTo = (id: string) => addressOf(`${location.pathname}#${encodeURIComponent(checkAnchor(id))}`)
