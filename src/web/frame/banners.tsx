import { useSyncExternalStore } from 'react'
import { useLimit } from '#web/api/limit.ts'
import { useCountdown } from '#web/forms/use-countdown.ts'
import { Notice } from '#web/ui/notice.tsx'
import { frameWords } from '#web/words/frame.ts'
import styles from './banners.module.css'

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
      <div role="status">{!online && <Notice tone="decent">{frameWords.offline}</Notice>}</div>
      {wait > 0 && <Notice tone="decent">{frameWords.limited(wait)}</Notice>}
    </div>
  )
}
