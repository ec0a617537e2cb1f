import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { describeError, errorWords } from '#web/data/error-words.ts'
import { reloadWithDrafts } from '#web/data/stored-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { NativeDialog } from '#web/ui/native-dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { useCountdown } from '#web/ui/use-timers.ts'
import { paths } from './paths.ts'
import { pageFailureWords } from './words.ts'
import styles from './route-error.module.css'

/** Shown in place of a page that couldn't be loaded or that failed. */
export function RouteError() {
  const thrown = useRouteError()
  const error = isRouteErrorResponse(thrown) ? new ApiError(thrown.status === 404 ? 'missing' : 'server') : thrown
  return error instanceof ApiError ? <NotLoaded error={error} /> : <Broken error={error} />
}

/** The server's error. Trying again runs the failed queries again. */
function NotLoaded({ error }: { error: ApiError }) {
  const queries = useQueryClient()
  const { revalidate, state } = useRevalidator()
  const wait = useCountdown(error.retryAt)
  const retry = () => {
    void queries.resetQueries({ predicate: (query) => query.state.status === 'error' })
    void revalidate()
  }
  return (
    <Shown {...describeError(error)} detail={error.detail}>
      {error.kind !== 'missing' && (
        <Button variant="main" icon="again" busy={state === 'loading'} disabled={wait > 0} onClick={retry}>
          {wait > 0 ? errorWords.waitFor(wait) : errorWords.retry}
        </Button>
      )}
    </Shown>
  )
}

/** The messages of browsers for a script or style sheet that didn't arrive or isn't one. */
const notLoaded = /imported module|module script|preload|loading (CSS )?chunk/i

/** A bug, or a part of the dashboard that didn't arrive: no network, or a newer version has replaced it. */
function Broken({ error }: { error: unknown }) {
  const missing = error instanceof Error && notLoaded.test(error.message)
  const [version, setVersion] = useState<Awaited<ReturnType<typeof serverVersion>>>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (missing) void serverVersion().then(setVersion)
  }, [missing])
  if (missing && version === undefined) return null
  if (missing && version !== 'newer') {
    // Browsers may never request a failed file again, so the page reloads once the server responds.
    const retry = async () => {
      setBusy(true)
      if (await serverVersion()) reloadWithDrafts()
      else setBusy(false)
    }
    return (
      <Shown {...pageFailureWords.notLoaded} detail={null}>
        <Button variant="main" icon="again" busy={busy} onClick={() => void retry()}>
          {errorWords.retry}
        </Button>
      </Shown>
    )
  }
  return (
    <Shown
      {...(missing ? pageFailureWords.newVersion : pageFailureWords.broken)}
      detail={missing ? null : asApiError(error).detail}
    >
      <Button variant="main" icon="again" onClick={reloadWithDrafts}>
        {pageFailureWords.reload}
      </Button>
    </Shown>
  )
}

function Shown({
  title,
  text,
  detail,
  children,
}: {
  title: string
  text: string
  detail: string | null
  children: ReactNode
}) {
  return (
    <div className={`stack ${styles.error}`}>
      <div role="alert">
        <PageHeader title={title} lead={text} />
      </div>
      <div className="cluster">
        {children}
        {detail && <CopyButton text={detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />}
      </div>
    </div>
  )
}

/** The longest wait for the page, in ms. */
const maxWaitMs = 4000
/** The scripts of a page. Their names change with their content. */
const scripts = /<script type="module"[^<>]* src="([^"]+)"/g

/** Compares the dashboard on the server with the one on screen. Returns null if the server can't be reached. */
async function serverVersion(): Promise<'same' | 'newer' | null> {
  try {
    const response = await fetch(paths.home(), {
      cache: 'no-store',
      headers: { Accept: 'text/html' },
      signal: AbortSignal.timeout(maxWaitMs),
    })
    if (!response.ok) return null
    const theirs = [...(await response.text()).matchAll(scripts)].map(([, source]) => source ?? '')
    const own = new Set(
      [...document.querySelectorAll('script[type=module]')].map((script) => script.getAttribute('src')),
    )
    return theirs.some((source) => !own.has(source)) ? 'newer' : 'same'
  } catch {
    return null
  }
}

/** Shown instead of a part that didn't arrive, or that a newer version has replaced: in its place, or as a dialog. */
export function MissingPartNotice({ onClose }: { onClose: (() => void) | undefined }) {
  const title = useId()
  const [isReplaced, setIsReplaced] = useState(false)
  useEffect(() => void serverVersion().then((version) => setIsReplaced(version === 'newer')), [])
  const notice = (
    <Notice
      role="alert"
      tone="decent"
      actions={
        <Button size="s" icon="again" onClick={reloadWithDrafts}>
          {pageFailureWords.reload}
        </Button>
      }
    >
      {isReplaced ? pageFailureWords.replaced : pageFailureWords.missing}
    </Notice>
  )
  if (!onClose) return notice
  return (
    <NativeDialog className={`over stack ${styles.missing}`} aria-labelledby={title} onClose={onClose}>
      <h2 id={title}>{pageFailureWords.dialogTitle}</h2>
      {notice}
      <Button className={styles.close} onClick={onClose}>
        {pageFailureWords.close}
      </Button>
    </NativeDialog>
  )
}
