import type { Outcome } from '#contract/reports/analysis.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { type CheckView, groupByOutcome } from './check-view.ts'
import { outcomeWords as words } from './words.ts'
import styles from './outcome.module.css'

const marks: Record<Outcome, IconName> = {
  fail: 'cross',
  warn: 'warn',
  pass: 'check',
  info: 'info',
  'not-applicable': 'none',
  unknown: 'none',
  error: 'warn',
}

const tones: Partial<Record<Outcome, string>> = { fail: 'bad', warn: 'decent', pass: 'good' }

/** Shows an outcome by shape and colour, and in words for screen readers; `plain` if the words are beside it. */
export function OutcomeMark({ outcome, plain }: { outcome: Outcome; plain?: boolean }) {
  return (
    <span className={`${styles.mark} ${tones[outcome] ?? ''}`} title={plain ? undefined : words.outcome[outcome]}>
      <Icon name={marks[outcome]} />
      {!plain && <span className="hidden-visually">{words.outcome[outcome]}: </span>}
    </span>
  )
}

type OutcomeChipsProps = {
  checks: readonly CheckView[]
  value: Outcome | null
  onChange: (outcome: Outcome | null) => void
}

/** The filter by outcome: one radio button per outcome, labelled with its number of checks. */
export function OutcomeChips({ checks, value, onChange }: OutcomeChipsProps) {
  const found: { outcome: Outcome | null; count: number }[] = groupByOutcome(checks).map((group) => ({
    outcome: group.outcome,
    count: group.checks.length,
  }))
  if (value !== null && !found.some(({ outcome }) => outcome === value)) found.push({ outcome: value, count: 0 })
  return (
    <fieldset className={`picks ${styles.chips}`}>
      <legend className="hidden-visually">{words.outcomeFilter}</legend>
      {[{ outcome: null, count: checks.length }, ...found].map(({ outcome, count }) => (
        <label key={outcome}>
          <input type="radio" name="outcome" checked={outcome === value} onChange={() => onChange(outcome)} />
          <span>
            {outcome && <OutcomeMark outcome={outcome} plain />}
            {outcome ? words.outcomes[outcome](count) : words.allOf(count)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
