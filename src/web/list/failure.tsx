import type { ApiError } from '#web/data/api-error.ts'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { Button, type ButtonStyle } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'

type FailureProps = { error: ApiError; onRetry?: (() => void) | undefined; busy?: boolean | undefined }

/** Stands in place of content that could not be loaded: what happened, and what to do about it. */
export function Failure(props: FailureProps) {
  const { title, text } = describeError(props.error)
  return (
    <EmptyState alert title={title} actions={<FailureActions {...props} variant="main" />}>
      {text}
    </EmptyState>
  )
}

/** The buttons of an error: retry, as soon as the server permits it, and copy the details. */
export function FailureActions({
  error,
  onRetry,
  busy,
  variant,
  size,
}: FailureProps & Pick<ButtonStyle, 'variant' | 'size'>) {
  const wait = useCountdown(error.retryAt)
  const label =
    wait > 0 ? errorWords.waitFor(wait) : error.kind === 'unauthenticated' ? errorWords.enterKey : errorWords.retry
  return (
    <>
      {onRetry && (
        <Button variant={variant} size={size} icon="again" busy={busy} disabled={wait > 0} onClick={onRetry}>
          {label}
        </Button>
      )}
      {error.detail && (
        <CopyButton size={size} text={error.detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
      )}
    </>
  )
}
