import type { Timings } from '#contract/report.ts'
import { Card } from '#web/ui/card.tsx'
import { reportFactsWords as words } from '../facts-words.ts'
import { timingSteps } from './timing-steps.ts'
import styles from './timing-bar.module.css'

/** Where the time went: a bar for the eye, the numbers beside each step for everybody. */
export function TimingBar({ timings }: { timings: Timings }) {
  const parts = timingSteps(timings)
  if (parts.length === 0) return null
  return (
    <Card aria-labelledby="timings" className={styles.card}>
      <div className={styles.head}>
        <h2 id="timings">{words.timings}</h2>
        {timings.total !== null && <p>{words.timingsTotal(words.ms(timings.total))}</p>}
      </div>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ step, share }) => (
          <i key={step} className={styles[step]} style={{ flexGrow: share }} />
        ))}
      </div>
      <dl className={styles.steps}>
        {parts.map(({ step, ms }) => (
          <div key={step}>
            <dt className={styles[step]}>{words.step[step]}</dt>
            <dd>{words.ms(ms)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
