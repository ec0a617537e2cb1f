import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLimit } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { reloadWithDrafts } from '#web/data/stored-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { useMissingParts } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/use-timers.ts'
import { Leftovers } from './leftovers.tsx'
import { serverVersion } from './server-version.ts'
import { bannerWords, pageFailureWords } from './words.ts'
import styles from './banners.module.css'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Notices for every page: offline, rate limited, and parts of the page that could not be loaded. */
export function Banners() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const until = useLimit()
  const missing = useMissingParts()
  return (
    <div className={styles.banners}>
      <div role="status">{!online && <Notice tone="decent">{bannerWords.offline}</Notice>}</div>
      <div role="status">{until !== null && <LimitNotice until={until} />}</div>
      {online && missing > 0 && <MissingNotice />}
      {!isVisitor() && <Leftovers />}
    </div>
  )
}

/** Says that the server limits requests, until `until` in ms since 1970. */
function LimitNotice({ until }: { until: number }) {
  const seconds = useCountdown(until)
  return (
    seconds > 0 && (
      <Notice tone="decent">
        {bannerWords.limited} <span aria-live="off">{bannerWords.goingOn(seconds)}</span>
      </Notice>
    )
  )
}

/** Says that a part of the page is missing: it didn't arrive, or a newer version has replaced it. */
function MissingNotice() {
  const [isReplaced, setIsReplaced] = useState(false)
  useEffect(() => void serverVersion().then((version) => setIsReplaced(version === 'newer')), [])
  return (
    <Notice
      role="alert"
      tone="decent"
      actions={
        <Button size="s" icon="again" onClick={reloadWithDrafts}>
          {pageFailureWords.reload}
        </Button>
      }
    >
      {isReplaced ? pageFailureWords.replaced : bannerWords.missing}
    </Notice>
  )
}
