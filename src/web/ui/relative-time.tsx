import { formatAbsolute, formatRelative, momentOf, writtenDay } from './time.ts'
import styles from './relative-time.module.css'

/**
 * "4 min ago", with the full date as its title and in its place while the row has focus or the pointer. A text that
 * isn't a timestamp is shown as it is, shortened to its day.
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

/**
 * A timestamp in full, formatted by `format`. A text that isn't a timestamp is shown as it is, shortened to its day.
 */
export function Moment({ sent, format }: { sent: string; format: (date: Date) => string }) {
  const date = momentOf(sent)
  return date ? <time dateTime={sent}>{format(date)}</time> : <span title={sent}>{writtenDay(sent)}</span>
}
