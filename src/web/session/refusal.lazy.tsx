import type { ApiError } from '#web/data/api-error.ts'
import { linkPath } from '#web/data/visitor-paths.ts'
import { Failure } from '#web/list/failure.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { sharedWords as words } from './visitor-words.ts'
import { NoSuchLink, NothingHere } from './nothing-here.tsx'
import styles from './refusal.module.css'
import { mayPass } from './refusal.tsx'
import { UnlockForm } from './unlock-form.tsx'

export { ForgetButton } from './unlock-form.tsx'
export { NoSuchLink, NothingHere } from './nothing-here.tsx'

export type RefusalProps = {
  error: ApiError
  /** Of the link that the page was opened by. */
  token?: string | undefined
  onRetry: () => void
  busy: boolean
}

/** Stands in the place of what could not be shown: a form for the password, or why there is nothing. */
export function Refusal({ error, token, onRetry, busy }: RefusalProps) {
  const { locked } = error
  if (locked?.by === 'link' && token !== undefined)
    return <UnlockForm path={linkPath(token)} lead={words.locked.link} />
  if (locked?.websiteId) return <UnlockForm path={`/shared/websites/${locked.websiteId}`} lead={words.locked.website} />
  if (error.status === 410) return <Ended message={error.message} />
  if (!mayPass(error)) return token === undefined ? <NothingHere /> : <NoSuchLink />
  return (
    <div className={styles.page} data-refused>
      <PageHeader title={words.loading} />
      <Failure error={error} onRetry={onRetry} busy={busy} />
    </div>
  )
}

const Ended = ({ message }: { message: string }) => (
  <div className={styles.page} data-refused>
    <PageHeader title={words.ended} lead={`${message} ${words.askAgain}`.trim()} />
  </div>
)
