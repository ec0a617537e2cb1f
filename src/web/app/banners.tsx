import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { useLimit } from '#web/data/limit.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { lazyOr } from '#web/ui/lazy-or.ts'
import { bannerWords } from './banner-words.ts'
import styles from './banners.module.css'

const Notice = lazyOr(
  () => import('#web/ui/notice.tsx').then((file) => file.Notice),
  ({ children }) => children,
)

const subscribe = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** What concerns every page: no network, or a server that asks to slow down. */
export function Banners() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  const wait = useCountdown(useLimit())
  return (
    <div className={styles.banners}>
      <div role="status">{!online && <Banner>{bannerWords.offline}</Banner>}</div>
      <div role="status">
        {wait > 0 && (
          <Banner>
            {bannerWords.limited} <span aria-live="off">{bannerWords.goingOn(wait)}</span>
          </Banner>
        )}
      </div>
    </div>
  )
}

const Banner = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={children}>
    <Notice tone="decent">{children}</Notice>
  </Suspense>
)
