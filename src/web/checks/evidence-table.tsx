import { type ReactNode, useState } from 'react'
import type { Evidence } from '#contract/reports/analysis.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ExternalLink } from '#web/ui/url.tsx'
import { checkBodyWords } from './words.ts'
import styles from './check-body.module.css'

const words = checkBodyWords
const shownAtFirst = 5

type EvidenceTableProps = {
  evidence: readonly Evidence[]
  /** The number of findings on the page beyond this list. */
  more: number
}

/**
 * Evidence as plain text, one row per finding. Never loaded or rendered as HTML. A note that all rows share is shown
 * once, above them.
 */
export function EvidenceTable({ evidence, more }: EvidenceTableProps) {
  const [isWhole, setWhole] = useState(false)
  if (evidence.length === 0) return null
  const isLong = evidence.length > shownAtFirst
  const shared = evidence.length > 1 ? sharedNote(evidence) : undefined
  const hasElement = evidence.some(({ snippet, selector, url }) => snippet || selector || url)
  const hasLine = evidence.some(({ line }) => line !== undefined)
  const hasNote = !shared && evidence.some(({ note }) => note)
  return (
    <div className={`stack tight ${styles.evidence}`}>
      {shared && <p className="muted small">{shared}</p>}
      <table className={`small ${styles.table}`}>
        <caption className="hidden-visually">{words.evidence}</caption>
        <thead>
          <tr>
            {hasElement && <th scope="col">{words.element}</th>}
            {hasLine && (
              <th scope="col" className={styles.line}>
                {words.position}
              </th>
            )}
            {hasNote && <th scope="col">{words.note}</th>}
          </tr>
        </thead>
        <tbody>
          {evidence.slice(0, isWhole ? undefined : shownAtFirst).map((piece, index) => (
            <tr key={index}>
              {hasElement && (
                <td>
                  <Element {...piece} />
                </td>
              )}
              {hasLine && <td className={styles.line}>{piece.line !== undefined && <Position {...piece} />}</td>}
              {hasNote && (
                <td className={styles.note}>
                  {piece.note && (
                    <Copyable text={piece.note} label={words.copyNote}>
                      {piece.note}
                    </Copyable>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {(isLong || more > 0) && (
        <p className={`cluster small ${styles.more}`}>
          {isLong && (
            <Button size="s" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? words.showFewer : words.showEvery(evidence.length)}
            </Button>
          )}
          {more > 0 && <span>{words.kept(evidence.length, evidence.length + more)}</span>}
        </p>
      )}
    </div>
  )
}

/** Returns the note of all pieces if it is the same. */
function sharedNote(evidence: readonly Evidence[]): string | undefined {
  const note = evidence[0]?.note
  return note && evidence.every((piece) => piece.note === note) ? note : undefined
}

function Element({ snippet, selector, url }: Evidence) {
  return (
    <>
      {snippet && (
        <Copyable text={snippet} label={words.copySnippet}>
          <code className={styles.snippet}>{snippet}</code>
        </Copyable>
      )}
      {url && (
        <Copyable text={url} label={words.copyUrl}>
          <ExternalLink url={url} newWindow={words.newWindow} />
        </Copyable>
      )}
      {selector && (
        <Copyable text={selector} label={words.copySelector}>
          <code className="faint code">{selector}</code>
        </Copyable>
      )}
    </>
  )
}

function Position({ line, column }: Evidence) {
  if (line === undefined) return null
  return (
    <Copyable text={column === undefined ? String(line) : `${line}:${column}`} label={words.copyPlace}>
      <span aria-hidden="true">{column === undefined ? line : `${line}:${column}`}</span>
      <span className="hidden-visually">{words.line(line, column)}</span>
    </Copyable>
  )
}

/** Text with a button that copies it, visible while the row is hovered or holds the focus. */
const Copyable = ({ text, label, children }: { text: string; label: string; children: ReactNode }) => (
  <div className={styles.part}>
    {children}
    <CopyButton text={text} label={label} doneLabel={words.copied} iconOnly variant="plain" size="s" />
  </div>
)
