import type { Outcome } from '#contract/analysis.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { reportWords as words } from '../report-words.ts'
import styles from './outcome-mark.module.css'

const marks: Record<Outcome, IconName> = {
  fail: 'cross',
  warn: 'warn',
  pass: 'check',
  info: 'info',
  'not-applicable': 'more',
  unknown: 'more',
  error: 'warn',
}

const tones: Partial<Record<Outcome, string | undefined>> = { fail: styles.bad, warn: styles.decent, pass: styles.good }

/** An outcome by shape and colour, and in words for those who see neither; `plain` where these stand beside it. */
export function OutcomeMark({ outcome, plain }: { outcome: Outcome; plain?: boolean }) {
  return (
    <span className={`${styles.mark} ${tones[outcome] ?? ''}`} title={plain ? undefined : words.outcome[outcome]}>
      <Icon name={marks[outcome]} />
      {!plain && <span className="hidden-visually">{words.outcome[outcome]}: </span>}
    </span>
  )
}
