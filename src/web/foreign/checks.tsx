import { useEffect, useRef, useState } from 'react'
import type { Outcome } from '#contract/analysis.ts'
import type { ListState } from '#web/list/use-list-query.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { nextPortion, type Portions } from '#web/ui/portion.ts'
import { reportWords } from '#web/reports/report-words.ts'
import { anyReportWords as words } from './check-words.ts'
import { AnyCheckLine } from './check-line.tsx'
import { type CheckGroup, groupsOf } from './groups.ts'
import { countsOf, countsOfAll } from './counts.ts'
import { type CheckView, needsWork } from '#web/reports/report/check-view.ts'
import { OutcomeMark } from '#web/reports/report/outcome-mark.tsx'
import { OutcomeChips } from '#web/reports/report/outcome-chips.tsx'
import { folded, type ReportView } from '#web/reports/report/view-params.ts'
import styles from './checks.module.css'

type AnyChecksProps = {
  checks: readonly CheckView[]
  view: ListState<ReportView>
  /** The check that the address names. */
  named: CheckView | null
}

const portions: Portions = { first: 25, step: 200 }

/** The checks of a server whose checks are not known: grouped as it groups them, what needs work first, the rest folded. */
export function AnyChecks({ checks, view: { query, change }, named }: AnyChecksProps) {
  const inView = query.outcome === null ? checks : checks.filter(({ outcome }) => outcome === query.outcome)
  const filter = (outcome: ReportView['outcome']) => {
    change({ outcome })
    announce(reportWords.checksShown(checks.filter((check) => outcome === null || check.outcome === outcome).length))
  }
  const groups = groupsOf(inView.filter((check) => check !== named))
  return (
    <Card flush aria-labelledby="checks">
      <div className={styles.head}>
        <h2 id="checks">{words.checks}</h2>
        <p>{countsOfAll(checks)}</p>
      </div>
      <div className={styles.filters}>
        <OutcomeChips checks={checks} value={query.outcome} onChange={filter} />
      </div>
      {named && <Named key={named.id} check={named} />}
      {groups.map((group, index) => (
        <Group key={group.name ?? index} group={group} isWhole={query.outcome !== null} />
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

/** Comes late, so that the page has not gone to it by itself. */
function Named({ check }: { check: CheckView }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.scrollIntoView({ block: 'nearest' })
    place.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={place} className={styles.named}>
      <p>{words.named}</p>
      <AnyCheckLine check={check} open />
    </div>
  )
}

function Group({ group: { name, checks, saysImportance }, isWhole }: { group: CheckGroup; isWhole: boolean }) {
  const first = isWhole ? checks : checks.filter(needsWork)
  const rest = isWhole ? [] : folded(checks)
  return (
    <section className={styles.group}>
      {name !== null && (
        <h3>
          <bdi>{name}</bdi> <span>{countsOf(checks)}</span>
        </h3>
      )}
      <Lines checks={first} isShort={saysImportance} />
      {rest.map(({ outcome, checks: some }) => (
        <Fold key={outcome} outcome={outcome} checks={some} isShort={saysImportance} />
      ))}
    </section>
  )
}

/** `isShort` without their importance, which is said above. */
type LinesProps = { checks: readonly CheckView[]; isShort: boolean }

function Lines({ checks, isShort }: LinesProps) {
  const [many, setMany] = useState(portions.first)
  const next = nextPortion(many, checks.length, portions)
  return (
    <>
      {checks.slice(0, many).map((check) => (
        <AnyCheckLine key={check.id} check={check} isShort={isShort} />
      ))}
      {next && (
        <p className={styles.more}>
          <Button size="s" onClick={() => setMany(next.to)}>
            {next.isAll ? words.showEvery(checks.length) : words.showMore(next.to - many, checks.length)}
          </Button>
        </p>
      )}
    </>
  )
}

/** What needs nothing done, drawn when it is opened. */
function Fold({ outcome, checks, isShort }: LinesProps & { outcome: Outcome }) {
  const [seen, setSeen] = useState(false)
  return (
    <details className={styles.fold} onToggle={(event) => event.currentTarget.open && setSeen(true)}>
      <summary>
        <OutcomeMark outcome={outcome} plain />
        {reportWords.outcomes[outcome](checks.length)}
        <Icon name="down" />
      </summary>
      {seen && (
        <div>
          <Lines checks={checks} isShort={isShort} />
        </div>
      )}
    </details>
  )
}
