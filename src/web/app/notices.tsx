import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorWords } from '#web/data/error-words.ts'
import { useLimit } from '#web/data/rate-limit.ts'
import { reloadWithDrafts } from '#web/data/stored-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { useMissingParts } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { isReplaced } from './is-replaced.ts'
import { limitWords, offlineWords } from './notice-words.ts'
import styles from './notices.module.css'
import { bannerWords } from './words.ts'

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

const fetchAll = (missing: readonly (() => Promise<void>)[]) => Promise.allSettled(missing.map((again) => again()))

/**
 * Says that a part of the page is missing and offers to load it again, or to reload if a newer version has replaced it.
 */
function MissingNotice() {
  const missing = useMissingParts()
  const [replaced, setReplaced] = useState(false)
  const [busy, setBusy] = useState(false)
  /** Offline has its own banner; once back online, missing parts are loaded before anything is shown. */
  const [quiet, setQuiet] = useState(!navigator.onLine)
  const any = missing.length > 0
  useEffect(() => {
    if (any) void isReplaced().then(setReplaced)
  }, [any])
  useEffect(() => {
    const hush = () => setQuiet(true)
    const fetchMissing = async () => {
      await fetchAll(missing)
      setReplaced(missing.length > 0 && (await isReplaced()))
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
    await fetchAll(missing)
    setReplaced(await isReplaced())
    setBusy(false)
  }
  return (
    <div role="alert">
      <Notice
        tone="decent"
        actions={
          replaced ? (
            <Button size="s" icon="again" onClick={reloadWithDrafts}>
              {errorWords.reload}
            </Button>
          ) : (
            <Button size="s" icon="again" busy={busy} onClick={() => void retry()}>
              {errorWords.retry}
            </Button>
          )
        }
      >
        {replaced ? errorWords.replaced : bannerWords.missing}
      </Notice>
    </div>
  )
}
