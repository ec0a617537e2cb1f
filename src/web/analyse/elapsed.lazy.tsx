import { useEffect, useState } from 'react'
import { analyseWords as words } from './words.ts'
import styles from './elapsed.lazy.module.css'

/** Seconds since the analysis began, from the first whole one on. */
export function Elapsed({ since }: { since: number }) {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 250)
    return () => clearInterval(timer)
  }, [since])
  if (seconds === 0) return null
  return (
    <span className={styles.elapsed}>
      <span>{words.running}</span> {words.seconds(seconds)}
    </span>
  )
}
