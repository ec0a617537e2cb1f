import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reader } from '#web/data/reader.ts'
import { linkPath } from '#web/data/resource-paths.ts'
import { ownServiceWithoutKeyQuery } from '#web/data/service.ts'
import { useIsSignedIn } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusHeading, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { unlockWords, visitorWords as words } from './words.ts'
import styles from './visitor-refusal.module.css'

const UnlockForm = lazyPart(() => import('./unlock-form.tsx').then((file) => file.UnlockForm))

const temporaryKinds = new Set<ApiError['kind']>(['network', 'limited', 'server', 'aborted'])

const isTemporary = ({ kind }: ApiError) => temporaryKinds.has(kind)

/**
 * Returns the error that replaces the page, or null. A temporary error does so only if there is nothing to show yet.
 * Any other error means that the page is no longer shared or needs its password again.
 */
export function visitorRefusalOf(shown: unknown, ...errors: (Error | null)[]): ApiError | null {
  const known = errors.filter((error) => error !== null).map(asApiError)
  return known.find((error) => !isTemporary(error)) ?? (shown === undefined ? (known[0] ?? null) : null)
}

type RefusalProps = {
  error: ApiError
  /** The token of the share link, if the page was opened by one. */
  token?: string | undefined
  onRetry: () => void
  busy: boolean
}

/** Replaces a page that cannot be shown: asks for its password, or gives the reason. */
export function VisitorRefusal({ error, token, onRetry, busy }: RefusalProps) {
  const { locked } = error
  if (locked?.by === 'link' && token !== undefined) return <UnlockForm target="link" path={linkPath(token)} />
  if (locked?.websiteId) return <UnlockForm target="website" path={`/shared/websites/${locked.websiteId}`} />
  if (error.status === 410) {
    return (
      <div className={`stack box ${styles.page}`} data-refused>
        <PageHeader
          title={error.words?.title ?? words.ended}
          lead={error.words?.text ?? `${error.message} ${words.askAgain}`.trim()}
        />
      </div>
    )
  }
  if (!isTemporary(error)) return token === undefined ? <NothingHere /> : <NoSuchLink />
  return (
    <div className={`stack box ${styles.page}`} data-refused>
      <PageHeader title={words.loading} />
      <Failure error={error} onRetry={onRetry} busy={busy} />
    </div>
  )
}

/** Shown for a share link that does not exist. Signing in would not help. */
export function NoSuchLink() {
  const isSignedIn = useIsSignedIn()
  return (
    <div className={`stack box ${styles.page}`} data-refused>
      <PageHeader title={words.nothing.title} lead={words.nothing.noSuchLink} />
      {isSignedIn && (
        <p>
          <Link to={paths.reports()} className={buttonClass()}>
            {words.toDashboard}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Shown alike for private and for missing pages. On a server without pages for visitors, redirects to the sign-in. */
export function NothingHere() {
  const { pathname, search, hash } = useLocation()
  const { data } = useQuery(ownServiceWithoutKeyQuery())
  const toSignIn = paths.signIn(pathname + search + hash)
  if (data === undefined) return <Skeleton width="20rem" height="1.75rem" />
  if (!data) return <Navigate to={toSignIn} replace />
  return (
    <div className={`stack box ${styles.page}`} data-refused>
      <PageHeader title={words.nothing.title} lead={words.nothing.text} />
      <p>{words.nothing.withKey}</p>
      <p>
        <Link to={toSignIn} className={buttonClass({ variant: 'main' })}>
          {words.signIn}
        </Link>
      </p>
    </div>
  )
}

/** Removes the remembered password from this browser, so that the page asks for it again. */
export function LockAgainButton({ path }: { path: string }) {
  const { busy, submit } = useSubmit(async (_: null, signal) => {
    try {
      await currentClient().call('POST', `${path}/forget`, { form: {}, signal, isSafeToRepeat: true })
    } catch (thrown) {
      if (!signal.aborted) showToast({ text: errorSentence(asApiError(thrown)), tone: 'bad' })
      return
    }
    await reloadPage()
    announce(unlockWords.lockedAgain)
  })
  return (
    <Button icon="lock" busy={busy} onClick={() => submit(null)}>
      {unlockWords.lockAgain}
    </Button>
  )
}

/** Loads all data of the page again and focuses its content. */
export async function reloadPage() {
  await queryClient.resetQueries({ queryKey: [reader()] })
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) focusHeading()
  })
}
