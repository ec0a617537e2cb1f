import { Link } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { UrlText } from '#web/ui/url-text.tsx'
import { batchWords as words } from './batch-words.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { type Batch, type BatchLine, failedOf } from './batch.ts'
import styles from './batch-card.module.css'
import { type Store, useStore } from '#web/ui/store.ts'

/** A batch's lines are for a look, not for reading thousands. */
const shownLines = 50

/** What a batch is doing or how it went, inside a toast. */
export function BatchCard({ batch }: { batch: Store<Batch> }) {
  const { title, said, of, lines, action } = useStore(batch)
  const failed = failedOf(lines)
  const done = lines.filter(({ error }) => error === null)
  const ended = of === null
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        <span aria-hidden={said ? true : undefined}>{title}</span>
        {said && <span className="hidden-visually">{said}</span>}
        {action && (
          <Button size="s" onClick={action.onSelect}>
            {action.label}
          </Button>
        )}
      </div>
      {!ended && of > 1 && (
        <div className={styles.row}>
          <progress max={of} value={lines.length} aria-label={title} />
          <small aria-hidden="true">{words.progress(lines.length, of)}</small>
        </div>
      )}
      {ended && failed.length > 0 && <Lines lines={failed} />}
      {ended && done.some(({ to }) => to) && (
        <details>
          <summary>{words.outcomesDone(done.length)}</summary>
          <Lines lines={done} />
        </details>
      )}
    </div>
  )
}

const Lines = ({ lines }: { lines: BatchLine[] }) => (
  <ul className={styles.lines} tabIndex={0} aria-label={words.outcomes}>
    {lines.slice(0, shownLines).map((line) => (
      <li key={line.id} data-failed={line.error !== null || undefined}>
        <Icon name={line.error ? 'warn' : 'check'} />
        <span className="hidden-visually">{line.error ? words.failedMark : words.doneMark}</span>
        <span className={styles.what}>
          {line.to ? (
            <Link to={line.to}>
              <UrlText url={line.url} />
            </Link>
          ) : (
            <UrlText url={line.url} />
          )}
          {(line.error || line.note) && <small>{line.error ? errorSentence(line.error) : line.note}</small>}
        </span>
      </li>
    ))}
    {lines.length > shownLines && <li>{words.more(lines.length - shownLines)}</li>}
  </ul>
)
