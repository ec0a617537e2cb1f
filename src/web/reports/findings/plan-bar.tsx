import type { ReactNode } from 'react'
import { addressOf } from '#web/data/server.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { findingWords as words } from './finding-words.ts'
import styles from './findings.module.css'

type PlanBarProps = {
  text: string
  /** The score now and with the plan; undefined while it is computed. */
  scores: { from: number; to: number } | undefined
  error?: ReactNode
  onClear: () => void
}

/** The score that a plan would give. Its link opens the page with the same plan. */
export const PlanBar = ({ text, scores, error, onClear }: PlanBarProps) => (
  <section className={styles.bar} aria-label={words.planBar}>
    <p role="status">
      {text}
      <b>{scores ? words.change(scores.from, scores.to) : (error ?? '…')}</b>
    </p>
    <Button size="s" onClick={onClear}>
      {words.clear}
    </Button>
    <CopyButton
      size="s"
      icon="copy"
      text={addressOf(location.pathname + location.search)}
      label={words.copy}
      doneLabel={words.copied}
    />
  </section>
)
