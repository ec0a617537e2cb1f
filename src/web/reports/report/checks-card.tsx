import { type ReactNode, useState } from 'react'
import { isDecided, isIssue } from '#contract/reports/analysis.ts'
import type { UnresponsiveHost } from '#contract/reports/report-facts.ts'
import { type CheckView, foldedGroups, issuesOfStatus, mostPointsFirst } from '#web/checks/check-view.ts'
import { OutcomeChips, OutcomeMark } from '#web/checks/outcome.tsx'
import { outcomeWords } from '#web/checks/words.ts'
import { StatusFilter, useCanPlan, useStatusColumn } from '#web/findings/findings.tsx'
import { useKnownFindings, useReportOfChecks } from '#web/findings/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { Card } from '#web/ui/page.tsx'
import { Popover } from '#web/ui/popover.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { useLinkClicks } from '#web/ui/use-link-clicks.ts'
import { CheckArticle } from './check-article.tsx'
import { checksInView, type ReportView, type ReportViewState } from './report-view.ts'
import { reportWords as words } from './words.ts'
import styles from './checks-card.module.css'

type ChecksCardProps = {
  checks: readonly CheckView[]
  view: ReportViewState
  /** The check in the URL's hash. */
  linked: CheckView | null
  /** Hosts that didn’t respond. The checks that couldn't be run for that reason are one line. */
  unresponsive: readonly UnresponsiveHost[]
}

export const shownAtFirst = 8

/**
 * Every check: first those to fix, the first of them open, then the rest folded by outcome; or only the chosen outcome.
 */
export function ChecksCard({ checks, view, linked, unresponsive }: ChecksCardProps) {
  const { query, change } = view
  const onLinkClick = useLinkClicks()
  const findings = useKnownFindings()
  const { ofCategory, inView, chosen, work, first, more, decided, isFiltered } = selectChecks(checks, query, findings)
  const hidden = linked && !chosen.includes(linked) ? linked : null
  const columns = useColumns(checks)

  const applyFilter = (part: Partial<ReportView>) => {
    change(part)
    const next = { ...query, ...part }
    const found = checksInView(checks, next).filter(({ outcome }) => next.outcome === null || outcome === next.outcome)
    announce(outcomeWords.checksShown(found.length))
  }

  return (
    <Card flush aria-labelledby="checks" className={classes(styles.card, ...columns)} onClick={onLinkClick}>
      <h2 id="checks" className="hidden-visually">
        {words.checks}
      </h2>
      <div className={`row ${styles.head}`}>
        {decided.length > 0 && (
          <p className="muted small">{words.toFix(decided.filter(isIssue).length, decided.length)}</p>
        )}
        {checks.some(({ grade }) => grade) && (
          <Filter count={[query.google, query.status].filter((value) => value !== null).length}>
            <GoogleFilter on={query.google !== null} onChange={(on) => applyFilter({ google: on ? '1' : null })} />
            <StatusFilter checks={ofCategory} value={query.status} onChange={(status) => change({ status })} />
          </Filter>
        )}
      </div>
      {checks.length > 0 && (
        <div className={`cluster ${styles.filters}`}>
          <OutcomeChips checks={inView} value={query.outcome} onChange={(outcome) => applyFilter({ outcome })} />
        </div>
      )}
      {work.length > 0 && <ColumnNames columns={columns} />}
      {hidden && (
        <div className={styles.hidden}>
          <p className="muted tiny">{words.hiddenByFilter}</p>
          <CheckArticle key={hidden.id} check={hidden} open />
        </div>
      )}
      {first.map((check, index) => (
        <CheckArticle key={check.id} check={check} open={(index === 0 && !isFiltered) || undefined} />
      ))}
      {more.length > 0 && <Fold label={words.moreToFix(more.length)} checks={more} />}
      {query.outcome === null && decided.length > 0 && work.length === 0 && (
        <p className="cluster muted last-line">{`${words.nothingToFix} ${words.nothingToFixMore(decided.length)}`}</p>
      )}
      {chosen.length === 0 && (
        <p className="cluster muted last-line">
          {checks.length === 0 ? words.noChecks : words.noneInView}{' '}
          {isFiltered && (
            <Button size="s" onClick={() => applyFilter({ category: null, outcome: null, google: null, status: null })}>
              {words.showAll}
            </Button>
          )}
        </p>
      )}
      <OtherChecks checks={chosen} unresponsive={unresponsive} isFolded={query.outcome === null} />
    </Card>
  )
}

/** Returns the checks that the filters leave, and the issues among them: the first of them are shown at once. */
function selectChecks(checks: readonly CheckView[], query: ReportView, findings: ReturnType<typeof useKnownFindings>) {
  const ofCategory = checksInView(checks, query)
  const ofStatus = query.status && findings && issuesOfStatus(ofCategory, findings, query.status)
  const inView = ofStatus ?? ofCategory
  const chosen = query.outcome === null ? inView : inView.filter(({ outcome }) => outcome === query.outcome)
  const work = mostPointsFirst(chosen)
  const first = query.outcome === null ? work.slice(0, shownAtFirst) : work
  const more = work.slice(first.length)
  const decided = inView.filter(isDecided)
  const isFiltered = query.category !== null || query.outcome !== null || query.google !== null || ofStatus !== null
  return { ofCategory, inView, chosen, work, first, more, decided, isFiltered }
}

type OtherChecksProps = Pick<ChecksCardProps, 'checks' | 'unresponsive'> & { isFolded: boolean }

/** The checks without an issue, folded by outcome or each by itself. What has no points is for information. */
function OtherChecks({ checks, unresponsive, isFolded }: OtherChecksProps) {
  const groups = foldedGroups(checks)
  if (!isFolded)
    return groups.map(({ outcome, checks }) => <Checks key={outcome} checks={checks} unresponsive={unresponsive} />)
  return groups.map(({ outcome, checks }) => {
    const isNote = outcome === 'info'
    const isOfWebsite = ({ info }: CheckView) => isNote && info?.scope === 'website'
    return (
      <Fold
        key={outcome}
        mark={<OutcomeMark outcome={outcome} plain />}
        label={isNote ? words.forInformation(checks.length) : outcomeWords.outcomes[outcome](checks.length)}
        checks={checks.filter((check) => !isOfWebsite(check))}
        ofWebsite={checks.filter(isOfWebsite)}
        unresponsive={unresponsive}
      />
    )
  })
}

/**
 * The columns that the checks of this report can have. They are there before their content arrives, so that nothing
 * moves then.
 */
function useColumns(checks: readonly CheckView[]): string[] {
  const report = useReportOfChecks()
  const canPlan = useCanPlan()
  const status = useStatusColumn()
  return [
    canPlan && styles.hasPlan,
    (report?.previous_score ?? null) !== null && styles.hasSince,
    checks.some(({ category }) => category) && styles.hasArea,
    checks.some(({ points, rise }) => rise || points > 0) && styles.hasPoints,
    status === 'menu' && styles.hasStatus,
    status === 'text' && styles.hasWaived,
  ].filter((name) => typeof name === 'string')
}

/** The names of the columns. Screen readers read the content of each line with its meaning instead. */
function ColumnNames({ columns }: { columns: readonly string[] }) {
  const has = (name: string | undefined) => name !== undefined && columns.includes(name)
  const { column } = words
  return (
    <div className={`faint tiny ${styles.line} ${styles.names}`} aria-hidden="true">
      {has(styles.hasPlan) && <span className={styles.planName}>{column.plan}</span>}
      <span className={styles.what}>{column.issue}</span>
      {has(styles.hasSince) && <span className={styles.since}>{column.since}</span>}
      {has(styles.hasArea) && <span className={styles.area}>{column.area}</span>}
      {has(styles.hasPoints) && <span className={styles.pointsName}>{column.points}</span>}
      {has(styles.hasStatus) && <span className={styles.statusName}>{column.status}</span>}
    </div>
  )
}

type FoldProps = {
  label: string
  mark?: ReactNode
  checks: readonly CheckView[]
  /** Those that are the same on all pages of the website, in a line of their own. */
  ofWebsite?: readonly CheckView[]
  unresponsive?: readonly UnresponsiveHost[]
}

function Fold({ label, mark, checks, ofWebsite = [], unresponsive = [] }: FoldProps) {
  return (
    <details className={`fold ${styles.fold}`}>
      <summary className={styles.line}>
        <Icon name="right" />
        <span className={styles.what}>
          {mark ?? <i />}
          {label}
        </span>
      </summary>
      <div>
        <Checks checks={checks} unresponsive={unresponsive} />
        {ofWebsite.length > 0 && <Fold mark={mark} label={words.ofWebsite(ofWebsite.length)} checks={ofWebsite} />}
      </div>
    </details>
  )
}

/** Checks, of which those that a silent host left open are folded into one line of that host. */
function Checks({ checks, unresponsive }: Pick<ChecksCardProps, 'checks' | 'unresponsive'>) {
  const hosts = unresponsive
    .map((host) => ({
      host,
      open: checks.filter(({ id, outcome }) => outcome === 'unknown' && host.checks.includes(id)),
    }))
    .filter(({ open }) => open.length > 1)
  const folded = new Set(hosts.flatMap(({ open }) => open))
  return (
    <>
      {checks
        .filter((check) => !folded.has(check))
        .map((check) => (
          <CheckArticle key={check.id} check={check} />
        ))}
      {hosts.map(({ host, open }) => (
        <Fold
          key={host.host}
          mark={<OutcomeMark outcome="unknown" plain />}
          label={words.unresponsive({ ...host, host: unicodeHost(host.host) })}
          checks={open}
        />
      ))}
    </>
  )
}

/** What else is filtered by, behind a button that tells how many of them are chosen. */
function Filter({ count, children }: { count: number; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      label={words.filter}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="s" icon="filter">
          {words.filterBy(count)}
        </Button>
      }
    >
      <div className="stack snug">{children}</div>
    </Popover>
  )
}

const GoogleFilter = ({ on, onChange }: { on: boolean; onChange: (on: boolean) => void }) => (
  <label className="row" title={words.googleMeaning}>
    <input type="checkbox" checked={on} onChange={(event) => onChange(event.target.checked)} />
    {words.googleOnly}
  </label>
)
