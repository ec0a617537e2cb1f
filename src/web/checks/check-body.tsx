import { type ReactNode } from 'react'
import { isIssue } from '#contract/reports/analysis.ts'
import { paths } from '#web/app/paths.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/url.tsx'
import { checkAnchor, type CheckView, moreThanShown } from './check-view.ts'
import { EvidenceTable } from './evidence-table.tsx'
import { FindingTicket } from './tickets.tsx'
import { checkBodyWords, checkWords } from './words.ts'
import styles from './check-body.module.css'

const words = checkBodyWords

type CheckBodyProps = {
  check: CheckView
  /** Fields that the dashboard doesn't know. */
  otherFields?: ReactNode
}

/** The part of a check that opens: its reason, fix, evidence and pass criteria. */
export function CheckBody({ check, otherFields }: CheckBodyProps) {
  const { info, reason } = check
  return (
    <div className={`stack tight muted ${styles.body}`}>
      {check.heldBy && check.points > 0 && (
        <p className={classes('faint tiny', styles.held)}>{words.held[check.heldBy]}</p>
      )}
      {check.supersededBy && <p className="faint tiny">{words.superseded(check.supersededBy)}</p>}
      {reason && (
        <p className={styles.lead}>
          <b>{words.reason}:</b> {reason}
        </p>
      )}
      {info?.why && <p>{info.why}</p>}
      {info?.how && isIssue(check) && (
        <p className={styles.lead}>
          <b>{words.how}.</b> {info.how}
        </p>
      )}
      {otherFields}
      <EvidenceTable evidence={check.evidence} more={moreThanShown(check)} />
      {info?.thresholds && <p className="faint tiny">{info.thresholds}</p>}
      {isIssue(check) && <FindingTicket check={check} />}
      <Foot check={check} />
    </div>
  )
}

function Foot({ check: { id, info, grade, scored, importance, capsScore } }: { check: CheckView }) {
  const importanceText =
    scored === false ? checkWords.unscored : info && importance && checkWords.importance[importance]
  return (
    <p className={`cluster faint tiny ${styles.foot}`}>
      {capsScore && <span>{words.blocker}</span>}
      {importanceText && <span>{importanceText}</span>}
      {grade && <span>{checkWords.grade[grade]}</span>}
      {info?.reference && (
        <ExternalLink url={info.reference.url} newWindow={words.newWindow}>
          {info.reference.label}
        </ExternalLink>
      )}
      {info && <a href={paths.checks(id)}>{words.about(info.name)}</a>}
      <CopyButton
        text={absoluteUrl(`${location.pathname}#${encodeURIComponent(checkAnchor(id))}`)}
        label={words.copyCheckLink}
        doneLabel={words.linkCopied}
        iconOnly
        icon="copy"
        variant="plain"
        size="s"
      />
    </p>
  )
}
