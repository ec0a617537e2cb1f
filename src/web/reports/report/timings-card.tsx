import type { Timings } from '#contract/report.ts'
import { Card } from '#web/ui/card.tsx'
import { reportFactsWords as words } from './facts-words.ts'
import styles from './timings-card.module.css'

/** How long each step of the fetch took: as a bar, and as numbers. */
export function TimingsCard({ timings }: { timings: Timings }) {
  const found = timingSteps(timings)
  if (found.length === 0) return null
  return (
    <Card aria-labelledby="timings" className={styles.card}>
      <div className={styles.head}>
        <h2 id="timings">{words.timings}</h2>
        {timings.total !== null && <p>{words.timingsTotal(words.ms(timings.total))}</p>}
      </div>
      <div className={styles.bar} aria-hidden="true">
        {found.map(({ step, share }) => (
          <i key={step} className={styles[step]} style={{ flexGrow: share }} />
        ))}
      </div>
      <dl className={styles.steps}>
        {found.map(({ step, ms }) => (
          <div key={step}>
            <dt className={styles[step]}>{words.step[step]}</dt>
            <dd>{words.ms(ms)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const steps = ['dns', 'connect', 'tls', 'ttfb', 'download'] as const
type TimingStep = { step: (typeof steps)[number]; ms: number; share: number }

/**
 * Returns the steps in order, with their share of the whole (0 to 1). The time to first byte is what remains of the
 * total, because some servers count it from the request and others from the start.
 */
export function timingSteps(timings: Timings): TimingStep[] {
  const beforeRequest = (timings.dns ?? 0) + (timings.connect ?? 0) + (timings.tls ?? 0)
  const waiting =
    timings.total === null ? timings.ttfb : Math.max(0, timings.total - beforeRequest - (timings.download ?? 0))
  const durations = { ...timings, ttfb: timings.ttfb === null ? null : waiting }
  const sum = steps.reduce((total, step) => total + (durations[step] ?? 0), 0)
  return steps.flatMap((step) => {
    const ms = durations[step]
    return ms === null ? [] : [{ step, ms, share: sum > 0 ? ms / sum : 0 }]
  })
}
