import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { readFixed } from '#contract/reports/what-if.ts'
import { absoluteUrl } from '#web/data/server.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { createStore, useStore } from '#web/ui/store.ts'
import { findingWords as words } from './words.ts'
import styles from './findings.module.css'

/** The checks of a plan, which is kept in the page's URL alone. */
type Plan = { fixed: ReadonlySet<string>; toggle(check: string): void; clear(): void }

/**
 * A plan that the URL does not have yet, because navigation takes a moment. `from` is the history entry before. Of
 * several changes at once, the URL may show each for a moment: `passing` are the plans before the last.
 */
const ahead = createStore<{ plan: string; from: string; path: string; passing: readonly string[] } | null>(null)

type PlanBarProps = {
  text: string
  /** The score now and with the plan; undefined while it is computed. */
  scores: { from: number; to: number } | undefined
  error?: ReactNode
  /** What can be done with the plan. */
  children?: ReactNode
  onClear: () => void
}

/** The score that a plan would give. Its link opens the page with the same plan. */
export const PlanBar = ({ text, scores, error, children, onClear }: PlanBarProps) => (
  <section className={`over end-bar cluster not-printed ${styles.bar}`} aria-label={words.planBar}>
    <p role="status">
      {text}
      <b>{scores ? words.change(scores.from, scores.to) : (error ?? '…')}</b>
    </p>
    {children}
    <Button size="s" variant="plain" onClick={onClear}>
      {words.clear}
    </Button>
    <CopyButton
      size="s"
      variant="plain"
      icon="copy"
      text={absoluteUrl(location.pathname + location.search)}
      label={words.copy}
      doneLabel={words.copied}
    />
  </section>
)

/** Returns the plan in the URL, and its setter. */
export function usePlan(): Plan {
  const { pathname, search, key } = useLocation()
  const navigate = useNavigate()
  const next = useStore(ahead)
  const params = new URLSearchParams(search)
  const written = params.get('fixed') ?? ''
  const isAhead = next?.path === pathname && (next.from === key || next.passing.includes(written))
  const hasArrived = next !== null && next.from !== key && next.plan === written
  useEffect(() => {
    // A change since this render is still on its way.
    if (hasArrived && ahead.get() === next) ahead.set(null)
  }, [hasArrived, next])
  const checks = readFixed(isAhead ? next.plan : written)
  const fixed = new Set(checks)
  const show = (plan: readonly string[]) => {
    const passing = isAhead ? [...next.passing, next.plan] : []
    ahead.set({ plan: plan.join(','), from: key, path: pathname, passing })
    params.delete('fixed')
    const fixedParam = plan.length > 0 ? `fixed=${plan.map(encodeURIComponent).join(',')}` : ''
    void navigate({ search: [params.toString(), fixedParam].filter(Boolean).join('&') }, { preventScrollReset: true })
  }
  return {
    fixed,
    toggle: (check) => show(fixed.has(check) ? checks.filter((id) => id !== check) : [...checks, check]),
    clear: () => show([]),
  }
}
