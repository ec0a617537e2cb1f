import { Suspense, useSyncExternalStore } from 'react'
import { useLimit } from '#web/data/rate-limit.ts'
import { lazyOr, useMissingParts } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { bannerWords } from './words.ts'
import styles from './banners.module.css'

/** Loaded right after the first paint, because a newer version may replace its file. Else a sentence has to do. */
const MissingNotice = lazyOr(
  () => import('./missing-notice.tsx').then((file) => file.MissingNotice),
  PlainMissingNotice,
)

function PlainMissingNotice() {
  const isMissing = useMissingParts().length > 0
  return (
    isMissing &&
    navigator.onLine && (
      <div role="alert">
        <Notice tone="decent">{bannerWords.missing}</Notice>
      </div>
    )
  )
}

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
  const wait = useCountdown(useLimit())
  return (
    <div className={styles.banners}>
      <div role="status">{!online && <Notice tone="decent">{bannerWords.offline}</Notice>}</div>
      <div role="status">
        {wait > 0 && (
          <Notice tone="decent">
            {bannerWords.limited} <span aria-live="off">{bannerWords.goingOn(wait)}</span>
          </Notice>
        )}
      </div>
      <Suspense>
        <MissingNotice />
      </Suspense>
    </div>
  )
}
