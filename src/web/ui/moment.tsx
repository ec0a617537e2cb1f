import { momentOf, writtenDay } from './time.ts'

/** A moment in full, as `format` writes it; what is none stands as it came, but for the hour. */
export function Moment({ sent, format }: { sent: string; format: (date: Date) => string }) {
  const date = momentOf(sent)
  return date ? <time dateTime={sent}>{format(date)}</time> : <span title={sent}>{writtenDay(sent)}</span>
}
