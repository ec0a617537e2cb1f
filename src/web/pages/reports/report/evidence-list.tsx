import type { Evidence } from '#contract/analysis.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { reportWords as words } from '#web/words/report.ts'
import { OutLink } from './out-link.tsx'
import styles from './evidence-list.module.css'

const shownAtFirst = 4

/** What was found, as text: nothing here is ever loaded or interpreted. */
export function EvidenceList({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return null
  const [first, rest] = [evidence.slice(0, shownAtFirst), evidence.slice(shownAtFirst)]
  return (
    <div className={styles.evidence}>
      <List evidence={first} />
      {rest.length > 0 && (
        <details>
          <summary>{words.moreEvidence(rest.length)}</summary>
          <List evidence={rest} />
        </details>
      )}
    </div>
  )
}

function List({ evidence }: { evidence: readonly Evidence[] }) {
  return (
    <ul className={styles.list}>
      {evidence.map((piece, index) => (
        <li key={index}>
          <Piece {...piece} />
        </li>
      ))}
    </ul>
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
          <CopyButton text={snippet} label={words.copySnippet} doneLabel={words.snippetCopied} iconOnly variant="plain" size="s" />
        </div>
      )}
      <p className={styles.where}>
        {note && <span className={styles.note}>{note}</span>}
        {line !== undefined && <span>{words.line(line, column)}</span>}
        {selector && <code>{selector}</code>}
        {url && <OutLink address={url} />}
      </p>
    </>
  )
}
