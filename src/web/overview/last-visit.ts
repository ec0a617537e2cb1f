import * as z from 'zod'
import { dayMs } from '#contract/format/dates.ts'
import { storedValue } from '#web/data/browser-storage.ts'
import { server } from '#web/data/server.ts'

/** The day of this visit and of the one before, as YYYY-MM-DD in UTC. Visits on the same day count as one. */
type Visits = { current: string; previous: string | null }

const StoredVisits = z.object({ current: z.unknown().optional(), previous: z.unknown().optional() })
export const weekMs = 7 * dayMs
const visits = storedValue('browser', `seo-reports:visits:${server}`, z.unknown(), null)
const isDay = (given: unknown): given is string => typeof given === 'string' && /^\d{4}-\d\d-\d\d$/.test(given)
export const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Returns the visits after one on `today`. */
export function afterVisit(stored: unknown, today: string): Visits {
  const { current, previous } = StoredVisits.safeParse(stored).data ?? {}
  if (!isDay(current) || current > today) return { current: today, previous: null }
  return { current: today, previous: current < today ? current : isDay(previous) ? previous : null }
}

/**
 * Records a visit of this browser at `now` (ms since 1970). Returns the day of the visit before; on the first visit,
 * the day a week ago.
 */
export function recordOverviewVisit(now: number): string {
  const { current, previous } = afterVisit(visits.get(), dayAt(now))
  visits.set({ current, previous })
  return previous ?? dayAt(now - weekMs)
}
