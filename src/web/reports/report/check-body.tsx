import { type ReactNode, Suspense, useState } from 'react'
import type { Evidence } from '#contract/analysis.ts'
import { isEmpty } from '#contract/lenient.ts'
import { paths } from '#web/app/paths.ts'
import { checkWords } from '#web/checks/words.ts'
import { addressOf } from '#web/data/server.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { ExternalLink } from '#web/ui/external-link.tsx'
import { checkAnchor, type CheckView, moreThanShown } from './report-checks.ts'
import { reportWords } from './report-words.ts'
import styles from './check-article.module.css'

const ForeignCheckFields = lazyPart(() => import('#web/foreign/foreign.ts').then((file) => file.ForeignCheckFields), {
  prefetch: false,
})

const words = reportWords.check

/** The part of a check that opens: why, how, the evidence, and its pass criteria. */
export function CheckBody({ check }: { check: CheckView }) {
  const { info, reason, outcome } = check
  const needsReason = outcome === 'unknown' || outcome === 'error' || outcome === 'not-applicable'
  return (
    <div className={styles.body}>
      {check.capsScore && <p className={styles.cap}>{words.capped}</p>}
      {check.heldBy && check.points > 0 && <p className={styles.faint}>* {words.held[check.heldBy]}</p>}
      {check.superseded_by && <p className={styles.faint}>{words.superseded(check.superseded_by)}</p>}
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
      {hasForeignFields(check) && (
        <Suspense fallback={null}>
          <ForeignCheckFields check={check} />
        </Suspense>
      )}
      <EvidenceList evidence={check.evidence} more={moreThanShown(check)} />
      {info?.thresholds && (
        <p className={styles.faint}>
          {words.thresholds}: {info.thresholds}
        </p>
      )}
      <Foot check={check} />
    </div>
  )
}

/** The title of a check in the catalogue contains its value, so only a value of another check is shown by itself. */
const hasForeignFields = ({ info, value, errors, other }: CheckView) =>
  (!info && !isEmpty(value)) || !isEmpty(errors) || !isEmpty(other)

function Foot({
  check: { id, info, grade, scored, importance, importance_sent: importanceSent },
}: {
  check: CheckView
}) {
  const importanceText =
    scored === false
      ? checkWords.unscored
      : importanceSent
        ? words.importance(importanceSent)
        : importance && checkWords.importance[importance]
  return (
    <p className={styles.foot}>
      {importanceText && <span>{importanceText}</span>}
      {grade && <span>{checkWords.grade[grade]}</span>}
      {info?.reference && (
        <ExternalLink address={info.reference.url} newWindow={words.newWindow}>
          {info.reference.label}
        </ExternalLink>
      )}
      {info && <a href={paths.checks(id)}>{words.about}</a>}
      <CopyButton
        text={addressOf(`${location.pathname}#${encodeURIComponent(checkAnchor(id))}`)}
        label={words.copyCheckLink}
        doneLabel={words.linkCopied}
        iconOnly
        icon="link"
        variant="plain"
        size="s"
      />
    </p>
  )
}

const shownAtFirst = 5

/** Evidence as plain text. Never loaded or rendered as HTML. `more` is the number of findings beyond this list. */
function EvidenceList({ evidence, more }: { evidence: readonly Evidence[]; more: number }) {
  const [isWhole, setWhole] = useState(false)
  if (evidence.length === 0) return null
  const isLong = evidence.length > shownAtFirst
  return (
    <div className={styles.evidence}>
      <ul className={styles.list}>
        {evidence.slice(0, isWhole ? undefined : shownAtFirst).map((piece, index) => (
          <li key={index}>
            <Piece {...piece} />
          </li>
        ))}
      </ul>
      {(isLong || more > 0) && (
        <p className={styles.more}>
          {isLong && (
            <Button size="s" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? words.showFewer : words.showEvery(evidence.length)}
            </Button>
          )}
          {more > 0 && (isWhole || !isLong) && <span>{words.moreOnPage(more)}</span>}
        </p>
      )}
    </div>
  )
}

function Piece({ selector, url, snippet, note, line, column }: Evidence) {
  return (
    <>
      {snippet && (
        <div className={styles.snippet}>
          <pre>
            <code>{snippet}</code>
          </pre>
          <Copy text={snippet} label={words.copySnippet} />
        </div>
      )}
      {note && (
        <Copyable text={note} label={words.copyNote}>
          <span className={styles.note}>{note}</span>
        </Copyable>
      )}
      {line !== undefined && (
        <Copyable text={column === undefined ? String(line) : `${line}:${column}`} label={words.copyPlace}>
          {words.line(line, column)}
        </Copyable>
      )}
      {selector && (
        <Copyable text={selector} label={words.copySelector}>
          <code>{selector}</code>
        </Copyable>
      )}
      {url && (
        <Copyable text={url} label={words.copyAddress}>
          <ExternalLink address={url} newWindow={words.newWindow} />
        </Copyable>
      )}
    </>
  )
}

const Copyable = ({ text, label, children }: { text: string; label: string; children: ReactNode }) => (
  <p className={styles.part}>
    {children} <Copy text={text} label={label} />
  </p>
)

const Copy = ({ text, label }: { text: string; label: string }) => (
  <CopyButton text={text} label={label} doneLabel={words.copied} iconOnly variant="plain" size="s" />
)
