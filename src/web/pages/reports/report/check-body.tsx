import { addressOf } from '#web/api/passed-on.ts'
import { paths } from '#web/paths.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { checkWords } from '#web/words/checks.ts'
import { reportCheckWords as words } from '#web/words/report-check.ts'
import { checkAnchor } from './check-anchor.ts'
import type { CheckView } from './check-view.ts'
import { EvidenceList } from './evidence-list.tsx'
import { humanise } from '#web/ui/humanise.ts'
import { moreThanShown } from './more-than-shown.ts'
import { OutLink } from './out-link.tsx'
import { valueText } from './value-text.ts'
import styles from './check-body.module.css'

/** What is behind a check's line: why, how, the evidence, and how it is judged. */
export function CheckBody({ check }: { check: CheckView }) {
  const { info, reason, outcome } = check
  // The titles of known checks say what was measured.
  const found = info ? null : valueText(check.value, words.yes, words.no)
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
      {found && (
        <p className={styles.how}>
          <b>{words.found}:</b> {found}
        </p>
      )}
      <Errors errors={check.errors} />
      <EvidenceList evidence={check.evidence} more={moreThanShown(check)} />
      {info?.thresholds && (
        <p className={styles.faint}>
          {words.thresholds}: {info.thresholds}
        </p>
      )}
      <p className={styles.foot}>
        <span>{check.scored ? checkWords.importance[check.importance] : checkWords.unscored}</span>
        {check.grade && <span>{checkWords.grade[check.grade]}</span>}
        {info?.reference && <OutLink address={info.reference.url}>{info.reference.label}</OutLink>}
        {info && <a href={paths.checks(check.id)}>{words.about}</a>}
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

const linkTo = (id: string) => addressOf(`${location.pathname}#${checkAnchor(id)}`)
