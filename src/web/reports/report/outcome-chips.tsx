import type { Outcome } from '#contract/analysis.ts'
import { reportWords as words } from '../report-words.ts'
import type { CheckView } from './check-view.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { tally } from './view-params.ts'
import styles from './outcome-chips.module.css'

type OutcomeChipsProps = {
  checks: readonly CheckView[]
  value: Outcome | null
  onChange: (outcome: Outcome | null) => void
}

/** How the checks came out, as numbers that are the choice among them: a fieldset of radios. */
export function OutcomeChips({ checks, value, onChange }: OutcomeChipsProps) {
  const found: { outcome: Outcome | null; many: number }[] = tally(checks).map((one) => ({
    outcome: one.outcome,
    many: one.checks.length,
  }))
  if (value !== null && !found.some(({ outcome }) => outcome === value)) found.push({ outcome: value, many: 0 })
  return (
    <fieldset className={styles.chips}>
      <legend className="hidden-visually">{words.outcomeFilter}</legend>
      {[{ outcome: null, many: checks.length }, ...found].map(({ outcome, many }) => (
        <label key={outcome}>
          <input type="radio" name="outcome" checked={outcome === value} onChange={() => onChange(outcome)} />
          <span>
            {outcome && <OutcomeMark outcome={outcome} plain />}
            {outcome ? words.outcomes[outcome](many) : words.allOf(many)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
