import { formatAbsolute, formatRelative } from './time.ts'

/** "4 min ago", with the whole date as its title. */
export function RelativeTime({ iso }: { iso: string }) {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  return (
    <time dateTime={iso} title={formatAbsolute(date)}>
      {formatRelative(date, new Date())}
    </time>
  )
}
