import type { ApiError } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'

/** What stands where something failed to load: once, in words, with what to do. Waits out what the server asks for. */
export function Failure({
  error,
  onRetry,
  busy,
}: {
  error: ApiError
  onRetry?: (() => void) | undefined
  busy?: boolean | undefined
}) {
  const { title, text } = describeError(error)
  const wait = useCountdown(error.retryAt)
  return (
    <EmptyState
      alert
      title={title}
      actions={
        <>
          {onRetry && (
            <Button variant="main" icon="again" busy={busy} disabled={wait > 0} onClick={onRetry}>
              {wait > 0
                ? errorWords.waitFor(wait)
                : error.kind === 'unauthenticated'
                  ? errorWords.enterKey
                  : errorWords.retry}
            </Button>
          )}
          {error.detail && (
            <CopyButton text={error.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
          )}
        </>
      }
    >
      {text}
    </EmptyState>
  )
}
