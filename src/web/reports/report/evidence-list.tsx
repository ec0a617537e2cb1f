import { type ReactNode, useState } from 'react'
import type { Evidence } from '#contract/analysis.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { OutwardLink } from '#web/ui/outward-link.tsx'
import { reportWords } from './report-words.ts'
import styles from './evidence-list.module.css'

const words = reportWords.check
const shownAtFirst = 5

/** Evidence as plain text. Never loaded or rendered as HTML. `more` is the number of findings beyond this list. */
export function EvidenceList({ evidence, more }: { evidence: readonly Evidence[]; more: number }) {
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
          <OutwardLink address={url} newWindow={words.newWindow} />
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
