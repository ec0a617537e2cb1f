import styles from './relative-time.module.css'
import { formatAbsolute, formatRelative, momentOf, writtenDay } from './time.ts'

/**
 * "4 min ago"; the whole date is its title, and stands in its place where the row has the keyboard's focus or the pointer is
 * on it. What is no moment stands as it came, but for the hour.
 */
export function RelativeTime({ iso }: { iso: string }) {
  const date = momentOf(iso)
  if (!date) return <span title={iso}>{writtenDay(iso)}</span>
  return (
    <time dateTime={iso} title={formatAbsolute(date)} className={styles.time}>
      <span>{formatRelative(date)}</span>
      <span>{formatAbsolute(date)}</span>
    </time>
  )
}

/** A moment in full, as `format` writes it; what is none stands as it came, but for the hour. */
export function Moment({ sent, format }: { sent: string; format: (date: Date) => string }) {
  const date = momentOf(sent)
  return date ? <time dateTime={sent}>{format(date)}</time> : <span title={sent}>{writtenDay(sent)}</span>
}
