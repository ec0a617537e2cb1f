import { serverNow } from '#web/data/server.ts'
import { DateInput } from '#web/ui/date-input.tsx'
import { Segments } from '#web/ui/inputs.tsx'
import { dayAt, weekMs } from './last-visit.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

type PeriodProps = { since: string; lastVisit: string; onChange: (day: string) => void }

/** Chooses the day since which changes are shown. */
export function Period({ since, lastVisit, onChange }: PeriodProps) {
  const today = dayAt(serverNow())
  const week = dayAt(serverNow() - weekMs)
  // The first visit begins a week ago.
  const days = { visit: lastVisit, week, today }
  const shown = (['today', 'week', 'visit'] as const).filter((name) => name !== 'visit' || lastVisit !== week)
  const chosen = shown.findLast((name) => days[name] === since)
  return (
    <div className={`cluster quiet-edge ${styles.period}`}>
      <Segments
        legend={words.period}
        name="period"
        value={chosen ?? ''}
        options={shown.map((value) => ({ value, label: words.periods[value] }))}
        onChange={(name) => name !== '' && onChange(days[name])}
      />
      <label className={`row muted small medium ${styles.since}`}>
        {words.since}
        <DateInput value={since} max={today} onChange={(day) => day && onChange(day)} />
      </label>
    </div>
  )
}
