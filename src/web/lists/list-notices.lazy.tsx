import type { WrongParam } from '#contract/query-params.ts'
import { asApiError } from '#web/api/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import * as icons from '#web/ui/icons.ts'
import { Notice } from '#web/ui/notice.tsx'
import { describeError } from '#web/words/errors.ts'
import { listNoticeWords as words } from '#web/words/list-notices.ts'
import { listWords } from '#web/words/lists.ts'
import { shortGiven } from './short-given.ts'

export function RepairsNotice({ repairs }: { repairs: WrongParam[] }) {
  const sentences = repairs.map(({ name, given, used }) =>
    words.repair(name, shortGiven(given), words.repaired[name]?.(used) ?? String(used)),
  )
  return (
    <Notice tone="decent">
      {sentences.length === 1 ? (
        sentences[0]
      ) : (
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

export type ListErrorProps = {
  error: Error
  /** Rows from before are still on the page. */
  old: boolean
  busy: boolean
  onRetry: () => void
}

export function ListErrorNotice({ error, old, busy, onRetry }: ListErrorProps) {
  const { title, text } = describeError(asApiError(error))
  return (
    <Notice
      tone="bad"
      actions={
        <Button size="s" icon={icons.again} busy={busy} onClick={onRetry}>
          {listWords.retry}
        </Button>
      }
    >
      <strong>{old ? words.failedOld : listWords.failed}.</strong> {title}. {text}
    </Notice>
  )
}
