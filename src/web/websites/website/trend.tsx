import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { dayMs } from '#contract/format/days.ts'
import { serverNow } from '#web/data/clock.ts'
import { useOwnService } from '#web/data/service.ts'
import { dayNumber, stepPath, valuesOn } from '#web/resources/history-steps.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { websiteTabsWords as words } from './website-tabs-words.ts'
import styles from './trend.module.css'

const spanDays = 12 * 7
/** Room above and below the line, so that small changes look small. */
const marginPoints = 3

/** The average of the last twelve weeks as a small line, and how much it changed. Links to the history. */
export function Trend({ id }: { id: number }) {
  const { data: days = [] } = useQuery({ ...websitePagesQueries.history(id), enabled: useOwnService() === true })
  const to = Math.floor(serverNow() / dayMs)
  const from = to - spanDays
  const before = valuesOn(days, from)
  const shown = [...(before ? [before] : []), ...days.filter(({ date }) => dayNumber(date) > from)]
  const first = shown.find(({ average }) => average !== null)?.average
  const last = shown.findLast(({ average }) => average !== null)?.average
  if (typeof first !== 'number' || typeof last !== 'number' || shown.length < 2) return null
  const averages = shown.flatMap(({ average }) => average ?? [])
  const range = { least: Math.min(...averages) - marginPoints, most: Math.max(...averages) + marginPoints }
  const change = Math.round((last - first) * 10) / 10
  return (
    <Link to={{ search: '?tab=history' }} preventScrollReset className={styles.trend}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={stepPath(shown, { from, to }, ({ average }) => average, range)} />
      </svg>
      <span>{words.trend(change)}</span>
    </Link>
  )
}
