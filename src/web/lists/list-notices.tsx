import type { WrongParam } from '#contract/query-params.ts'
import { asApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { describeError } from '#web/words/errors.ts'
import { listWords } from '#web/words/lists.ts'
import { shortGiven } from './list-address.ts'
import styles from './list-notices.module.css'

/** What in the address was not allowed, and what is shown instead. */
export function Repairs({ repairs }: { repairs: WrongParam[] }) {
  const sentences = repairs.map(({ name, given, used }) =>
    listWords.repair(name, shortGiven(given), listWords.repaired[name]?.(used) ?? String(used)),
  )
  return (
    <div role="status" className={styles.live}>
      {sentences.length === 1 && <Notice tone="decent">{sentences[0]}</Notice>}
      {sentences.length > 1 && (
        <Notice tone="decent">
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  )
}

type ListErrorProps = {
  error: Error
  /** Rows from before are still on the page. */
  old: boolean
  busy: boolean
  onRetry: () => void
}

/** Why there are no rows, or no new ones. */
export function ListError({ error, old, busy, onRetry }: ListErrorProps) {
  const { title, text } = describeError(asApiError(error))
  return (
    <div role="alert">
      <Notice
        tone="bad"
        actions={
          <Button size="s" icon="again" busy={busy} onClick={onRetry}>
            {listWords.retry}
          </Button>
        }
      >
        <strong>{old ? listWords.failedOld : listWords.failed}.</strong> {title}. {text}
      </Notice>
    </div>
  )
}
