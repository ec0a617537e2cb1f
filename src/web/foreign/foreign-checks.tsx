import { useEffect, useRef, useState } from 'react'
import { isIssue, type Outcome } from '#contract/reports/analysis.ts'
import { CheckBody } from '#web/checks/check-body.tsx'
import { checkAnchor, type CheckView, foldedGroups } from '#web/checks/check-view.ts'
import { OutcomeChips, OutcomeMark } from '#web/checks/outcome.tsx'
import { outcomeWords } from '#web/checks/words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { showInvisible } from '#web/ui/text.ts'
import { ForeignCheckFields } from './check-fields.tsx'
import { type CheckGroup, countsOf, countsWithImportance, groupsOf } from './check-groups.ts'
import { isFolder, nextPortion, type Portions, wordOf } from './value-shape.ts'
import { foreignReportWords as words } from './words.ts'
import styles from './foreign-checks.module.css'

export type ForeignChecksProps = {
  checks: readonly CheckView[]
  /** The filter by outcome; null for all checks. */
  outcome: Outcome | null
  onOutcome: (outcome: Outcome | null) => void
  /** The check in the URL's hash. */
  linked: CheckView | null
}

/** Checks without a catalogue: grouped as the server groups them, those that need work first, the rest folded. */
export function ForeignChecks({ checks, outcome: shown, onOutcome, linked }: ForeignChecksProps) {
  const inView = shown === null ? checks : checks.filter(({ outcome }) => outcome === shown)
  const filter = (outcome: Outcome | null) => {
    onOutcome(outcome)
    announce(outcomeWords.checksShown(checks.filter((check) => outcome === null || check.outcome === outcome).length))
  }
  const groups = groupsOf(inView.filter((check) => check !== linked))
  return (
    <Card flush aria-labelledby="checks">
      <div className={styles.head}>
        <h2 id="checks">{words.checks}</h2>
        <p>{countsWithImportance(checks)}</p>
      </div>
      <div className={styles.filters}>
        <OutcomeChips checks={checks} value={shown} onChange={filter} />
      </div>
      {linked && <LinkedCheck key={linked.id} check={linked} />}
      {groups.map((group, index) => (
        <Group key={group.name ?? index} group={group} isWhole={shown !== null} />
      ))}
      {inView.length === 0 && (
        <p className={styles.none}>
          {words.noneInView}{' '}
          <Button size="s" onClick={() => filter(null)}>
            {words.showAll}
          </Button>
        </p>
      )}
    </Card>
  )
}

/**
 * Shows the check in the URL's hash. It scrolls there itself, because it loads after the page has looked for the hash.
 */
function LinkedCheck({ check }: { check: CheckView }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={place} className={styles.linked}>
      <p>{words.linked}</p>
      <CheckLine check={check} open />
    </div>
  )
}

function Group({ group: { name, checks, showsImportance }, isWhole }: { group: CheckGroup; isWhole: boolean }) {
  const first = isWhole ? checks : checks.filter(isIssue)
  const rest = isWhole ? [] : foldedGroups(checks)
  return (
    <section className={styles.group}>
      {name !== null && (
        <h3>
          <bdi>{name}</bdi> <span>{countsOf(checks)}</span>
        </h3>
      )}
      <Lines checks={first} hidesImportance={showsImportance} />
      {rest.map(({ outcome, checks: some }) => (
        <Fold key={outcome} outcome={outcome} checks={some} hidesImportance={showsImportance} />
      ))}
    </section>
  )
}

type LinesProps = {
  checks: readonly CheckView[]
  /** True if the heading above shows the importance. */
  hidesImportance: boolean
}

const portions: Portions = { first: 25, step: 200 }

function Lines({ checks, hidesImportance }: LinesProps) {
  const [count, setCount] = useState(portions.first)
  const next = nextPortion(count, checks.length, portions)
  return (
    <>
      {checks.slice(0, count).map((check) => (
        <CheckLine key={check.id} check={check} hidesImportance={hidesImportance} />
      ))}
      {next && (
        <p className={styles.more}>
          <Button size="s" onClick={() => setCount(next.to)}>
            {next.isAll ? words.showEvery(checks.length) : words.showMore(next.to - count, checks.length)}
          </Button>
        </p>
      )}
    </>
  )
}

/** Checks of one outcome that need no work. Rendered when first opened. */
function Fold({ outcome, checks, hidesImportance }: LinesProps & { outcome: Outcome }) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details className={styles.fold} onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>
        <OutcomeMark outcome={outcome} plain />
        {outcomeWords.outcomes[outcome](checks.length)}
        <Icon name="down" />
      </summary>
      {wasOpened && (
        <div>
          <Lines checks={checks} hidesImportance={hidesImportance} />
        </div>
      )}
    </details>
  )
}

type CheckLineProps = { check: CheckView; open?: boolean; hidesImportance?: boolean }

/** One check: its outcome and its value. The body is rendered when first opened. */
function CheckLine({ check, open, hidesImportance }: CheckLineProps) {
  const [wasOpened, setOpened] = useState(Boolean(open))
  const value = shortValue(check.value)
  const importance =
    check.importance_sent ?? (!hidesImportance && check.importance && words.importanceShort[check.importance])
  return (
    <details
      id={checkAnchor(check.id)}
      className={styles.check}
      open={open}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary>
        <OutcomeMark outcome={check.outcome} />
        <h4>
          <bdi>{showInvisible(check.title)}</bdi>
        </h4>
        {value !== null && <bdi className={styles.value}>{value}</bdi>}
        {importance && <span className={styles.importance}>{showInvisible(importance)}</span>}
        <Icon name="down" />
      </summary>
      {wasOpened && <CheckBody check={check} foreignFields={<ForeignCheckFields check={check} />} />}
    </details>
  )
}

/** Longer texts, in characters, are shown in the body only. */
const maxValueLength = 40

/** Returns a value in words if it is short enough for the line, else null. */
function shortValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '' || isFolder(value)) return null
  if (typeof value === 'string' && value.length > maxValueLength) return null
  return wordOf(value)
}
