import { useSyncExternalStore } from 'react'
import { useLimit } from '#web/data/query-client.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/use-timers.ts'
import { bannerWords } from './words.ts'
import styles from './banners.module.css'

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Notices for every page: offline and rate limited. */
export function Banners() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const until = useLimit()
  return (
    <div className={`stack tight ${styles.banners}`}>
      <div role="status">{!online && <Notice tone="decent">{bannerWords.offline}</Notice>}</div>
      <div role="status">{until !== null && <LimitNotice until={until} />}</div>
    </div>
  )
}

/** Announces the server's rate limit until `until`, in ms since 1970. */
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
