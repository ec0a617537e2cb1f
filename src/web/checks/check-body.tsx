import { type ReactNode } from 'react'
import { isIssue } from '#contract/reports/analysis.ts'
import { paths } from '#web/app/paths.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { checkAnchor, type CheckView, moreThanShown } from './check-view.ts'
import { EvidenceTable } from './evidence-table.tsx'
import { FindingTicket } from './tickets.tsx'
import { checkBodyWords } from './words.ts'
import styles from './check-body.module.css'

const words = checkBodyWords

type CheckBodyProps = {
  check: CheckView
  /** Fields that the dashboard doesn't know. */
  otherFields?: ReactNode
  /** What else can be done about an issue. */
  actions?: ReactNode
  /** Nothing can link to a check of a report that no server has yet. */
  isLinkable?: boolean
}

/** The part of a check that opens: its reason, fix and evidence. What it judges by is on its own page. */
export function CheckBody({ check, otherFields, actions, isLinkable = true }: CheckBodyProps) {
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
      <p className={`cluster small ${styles.actions}`}>
        {isIssue(check) && isLinkable && <FindingTicket check={check} />}
        {actions}
        {isLinkable && (
          <CopyButton
            size="s"
            text={absoluteUrl(`${location.pathname}#${encodeURIComponent(checkAnchor(check.id))}`)}
            label={words.copyCheckLink}
            doneLabel={words.linkCopied}
            icon="link"
          />
        )}
        {info && (
          <a
            href={paths.checks(check.id)}
            className={buttonClass({ size: 's' })}
            aria-label={words.aboutCheck(info.name)}
          >
            {words.about}
          </a>
        )}
      </p>
    </div>
  )
}
