import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorWords } from '#web/data/error-words.ts'
import { useLimit } from '#web/data/query-client.ts'
import { reloadWithDrafts } from '#web/data/stored-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { useMissingParts } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { limitWords, missingWords, offlineWords, pageFailureWords } from './notice-words.ts'
import { serverVersion } from './server-version.ts'
import { bannerWords } from './words.ts'
import styles from './notices.module.css'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function Notices() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const until = useLimit()
  return (
    <div className={styles.banners}>
      <div role="status">{!online && <Notice tone="decent">{offlineWords.offline}</Notice>}</div>
      <div role="status">{until !== null && <LimitNotice until={until} />}</div>
      <MissingNotice />
    </div>
  )
}

/** Says that the server limits requests, until `until` in ms since 1970. */
function LimitNotice({ until }: { until: number }) {
  const seconds = useCountdown(until)
  return (
    seconds > 0 && (
      <Notice tone="decent">
        {limitWords.limited} <span aria-live="off">{limitWords.goingOn(seconds)}</span>
      </Notice>
    )
  )
}

/** Loads missing parts again, after their stylesheets: Vite's import requests each stylesheet once only. */
async function loadAgain(missing: readonly (() => Promise<void>)[]): Promise<{ failed: boolean }> {
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
  await Promise.all(styles.filter(({ sheet }) => sheet === null).map(requestStylesAgain))
  const results = await Promise.allSettled(missing.map((again) => again()))
  return { failed: results.some(({ status }) => status === 'rejected') }
}

function requestStylesAgain(failed: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.crossOrigin = failed.crossOrigin
    link.href = failed.href
    link.onload = link.onerror = () => resolve()
    failed.replaceWith(link)
  })
}

/** What helps with a missing part. Some browsers never request a script again that failed, until the page reloads. */
type Remedy = 'retry' | 'reload' | 'newer version'

async function remedyAfter({ failed }: { failed: boolean }): Promise<Remedy> {
  const version = await serverVersion()
  if (version === 'newer') return 'newer version'
  return failed && version === 'same' ? 'reload' : 'retry'
}

/** Says that a part of the page is missing and offers what helps. */
function MissingNotice() {
  const missing = useMissingParts()
  const [remedy, setRemedy] = useState<Remedy>('retry')
  const [busy, setBusy] = useState(false)
  /** Offline has its own banner; once back online, missing parts are loaded before anything is shown. */
  const [quiet, setQuiet] = useState(!navigator.onLine)
  const any = missing.length > 0
  useEffect(() => {
    if (any) void remedyAfter({ failed: false }).then(setRemedy)
  }, [any])
  useEffect(() => {
    const hush = () => setQuiet(true)
    const fetchMissing = async () => {
      const outcome = await loadAgain(missing)
      if (missing.length > 0) setRemedy(await remedyAfter(outcome))
      setQuiet(false)
    }
    const back = () => void fetchMissing()
    addEventListener('offline', hush)
    addEventListener('online', back)
    return () => {
      removeEventListener('offline', hush)
      removeEventListener('online', back)
    }
  }, [missing])
  if (!any || quiet) return null

  const retry = async () => {
    setBusy(true)
    setRemedy(await remedyAfter(await loadAgain(missing)))
    setBusy(false)
  }
  return (
    <Notice
      role="alert"
      tone="decent"
      actions={
        remedy === 'retry' ? (
          <Button size="s" icon="again" busy={busy} onClick={() => void retry()}>
            {errorWords.retry}
          </Button>
        ) : (
          <Button size="s" icon="again" onClick={reloadWithDrafts}>
            {pageFailureWords.reload}
          </Button>
        )
      }
    >
      {messages[remedy]}
    </Notice>
  )
}

const messages: Record<Remedy, string> = {
  retry: bannerWords.missing,
  reload: missingWords.reload,
  'newer version': pageFailureWords.replaced,
}
