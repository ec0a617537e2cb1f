import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { categories, type Outcome } from '#contract/reports/analysis.ts'
import type { CheckView } from '#web/checks/check-view.ts'
import { classes } from '#web/ui/classes.ts'
import { checkHref } from './report-view.ts'
import { reportWords as words } from './words.ts'
import styles from './check-strip.module.css'

/** Checks with other outcomes have no bar. */
const tones: Partial<Record<Outcome, string | undefined>> = {
  pass: styles.pass,
  warn: styles.warn,
  fail: styles.fail,
  unknown: styles.none,
  error: styles.none,
}

/** Returns the scored checks that apply to the page, in the order of the categories. */
export const checksOfStrip = (checks: readonly CheckView[]) =>
  categories.flatMap((category) =>
    checks.filter((check) => check.category === category && check.scored !== false && check.outcome in tones),
  )

/**
 * One bar per check, by category. Bars of issues are taller, so that the strip reads without colour. It is one tab
 * stop: arrow keys, Home and End move between the bars, and each links to its check. Its name takes the place of the
 * caption.
 */
export function CheckStrip({ checks, caption }: { checks: readonly CheckView[]; caption: ReactNode }) {
  const { search } = useLocation()
  const [active, setActive] = useState(0)
  const [picked, setPicked] = useState<CheckView | null>(null)
  const shown = useMemo(() => checksOfStrip(checks), [checks])
  if (shown.length === 0) return caption && <p className={`faint tiny ${styles.block}`}>{caption}</p>

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextIndex(event.key, active, shown.length)
    if (next === null) return
    event.preventDefault()
    setActive(next)
    event.currentTarget.querySelectorAll('a')[next]?.focus()
  }

  return (
    <div className={`stack dense ${styles.block}`}>
      <div
        className={styles.strip}
        role="group"
        aria-label={words.strip(shown.length)}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setPicked(null)}
      >
        {shown.map((check, index) => (
          <Link
            key={check.id}
            to={checkHref(search, check.id)}
            className={classes(tones[check.outcome], check.category !== shown[index - 1]?.category && styles.first)}
            aria-label={labelOf(check)}
            tabIndex={index === Math.min(active, shown.length - 1) ? 0 : -1}
            onPointerEnter={() => setPicked(check)}
            onFocus={() => {
              setActive(index)
              setPicked(check)
            }}
            onBlur={() => setPicked(null)}
          />
        ))}
      </div>
      <p className="faint tiny cut">{picked ? labelOf(picked) : caption}</p>
    </div>
  )
}

const labelOf = ({ info, title, outcome, points }: CheckView) => words.bar(info?.name ?? title, outcome, points)

function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % count
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
