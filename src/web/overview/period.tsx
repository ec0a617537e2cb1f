import { useState } from 'react'
import { serverNow } from '#web/data/server.ts'
import { Segments } from '#web/ui/inputs.tsx'
import { dayAt, weekMs } from './last-visit.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** Days before this one are only typed on the way to another year. */
const firstDay = '2000-01-01'

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
    <div className={`cluster ${styles.period}`}>
      <Segments
        legend={words.period}
        name="period"
        value={chosen ?? ''}
        options={shown.map((value) => ({ value, label: words.periods[value] }))}
        onChange={(name) => name !== '' && onChange(days[name])}
      />
      <DayField since={since} today={today} onChange={onChange} />
    </div>
  )
}

type DayFieldProps = { since: string; today: string; onChange: (day: string) => void }

/** A date field. Incomplete dates stay in it until they are complete. */
function DayField({ since, today, onChange }: DayFieldProps) {
  const [typed, setTyped] = useState(since)
  const [applied, setApplied] = useState(since)
  if (applied !== since) {
    setApplied(since)
    setTyped(since)
  }
  return (
    <label className={`row muted ${styles.since}`}>
      {words.since}
      <input
        type="date"
        value={typed}
        min={firstDay}
        max={today}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (value >= firstDay && value <= today) onChange(value)
        }}
      />
    </label>
  )
}
