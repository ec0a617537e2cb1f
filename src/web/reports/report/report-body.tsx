import { useEffect, useMemo } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { categories, type CheckCatalogue } from '#contract/reports/analysis.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { checkAnchor, checksOf, type CheckView } from '#web/checks/check-view.ts'
import { isVisitor } from '#web/data/reader.ts'
import { useSupports } from '#web/data/service.ts'
import { Findings } from '#web/findings/findings.tsx'
import { Repairs } from '#web/list/list-notices.tsx'
import { changedUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, Skeleton, SkeletonLines, TabLinks } from '#web/ui/page.tsx'
import { HistorySkeleton } from '../history/history-skeleton.tsx'
import { WithIssueStates } from '../history/history.tsx'
import { usePageHistory } from '../history/queries.ts'
import { marksOf } from '../history/search-marks.ts'
import { ChecksCard, shownAtFirst } from './checks-card.tsx'
import { readHash, type ReportView, viewParams } from './report-view.ts'
import { ScoreCard } from './score-card.tsx'
import { useCatalogue } from './use-catalogue.ts'
import { reportWords as words } from './words.ts'
import styles from './report-body.module.css'

const HistoryCard = lazyPart(() => import('../history/history-card.tsx').then((file) => file.HistoryCard))

const PageFacts = lazyPart(() => import('./report-facts.tsx').then((file) => file.PageFacts))

const SearchTab = lazyPart(() => import('#web/google/search-tab.tsx').then((file) => file.SearchTab))

const OtherFields = lazyPart(() => import('#web/foreign/value-tree.tsx').then((file) => file.OtherFields))

type ReportBodyProps = {
  report: AnyReport | undefined
  /** No server has the report yet, so nobody can decide about its issues or plan with them. */
  isProvisional?: boolean
}

/** A report, or its skeleton while the report or the catalogue of checks is loading. */
export function ReportBody({ report, isProvisional = false }: ReportBodyProps) {
  const { catalogue, isSettled } = useCatalogue()
  const { tab } = useListQuery(viewParams).query
  const isReady = report !== undefined && isSettled
  useAnchor(isReady)
  if (isReady) return <Loaded {...{ report, catalogue, isProvisional }} />
  return (
    <div className="stack">
      <Tabs tab={tab} />
      <ReportSkeleton />
    </div>
  )
}

type LoadedProps = { report: AnyReport; catalogue: CheckCatalogue | null; isProvisional: boolean }

/** Everything below the header of a report: its checks, and the facts they are based on. */
function Loaded({ report, catalogue, isProvisional }: LoadedProps) {
  const view = useListQuery(viewParams)
  const { hash } = useLocation()
  const checks = useMemo(() => checksOf(report, catalogue?.data ?? []), [report, catalogue])
  const anchor = readHash(hash)
  const linked = checks.find(({ id }) => checkAnchor(id) === anchor) ?? null
  const { facts, other } = report
  const hasSearch = useSupports('search_console') && !isProvisional && !isVisitor()
  const tab = linked ? null : view.query.tab
  return (
    <WithIssueStates id={report.id} isProvisional={isProvisional} {...(!isProvisional && { report })}>
      <div className="stack">
        <Repairs repairs={view.repairs} />
        {isPending(checks) && <Notice tone="info">{words.linksPending}</Notice>}
        {(facts ?? report.timings) && <Tabs tab={tab} hasSearch={hasSearch} />}
        <div className={`stack ${styles.columns} ${tab === null ? '' : styles.closed}`}>
          <div className={`stack ${styles.score}`}>
            <ScoreCard report={report} checks={checks} catalogue={catalogue} view={view.query} />
            <HistoryCard report={report} />
          </div>
          <div className="stack">
            <ChecksCard
              checks={checks}
              view={view}
              linked={linked}
              unresponsive={report.facts?.unresponsive_hosts ?? []}
            />
            {Object.keys(other).length > 0 && <OtherFields other={other} />}
          </div>
        </div>
        <div className={tab === 'facts' ? undefined : styles.closed}>
          <PageFacts report={report} isShown={tab === 'facts'} />
        </div>
        {tab === 'search' && hasSearch && <Search report={report} checks={checks} />}
        {!isProvisional && <Findings report={report} checks={checks} />}
      </div>
    </WithIssueStates>
  )
}

/** What Google shows of the page, with what its reports found. */
function Search({ report, checks }: { report: AnyReport; checks: readonly CheckView[] }) {
  const history = usePageHistory(report.id)
  const marks = useMemo(() => (history ? marksOf(history, checks) : []), [history, checks])
  return <SearchTab report={report} marks={marks} />
}

/** True while the crawl of the page runs, which completes its report when it ends. */
const isPending = (checks: readonly CheckView[]) => checks.some(({ reason_code }) => reason_code === 'crawl_running')

/** The parts of the report. Both are printed, and the browser's page search finds only the open one. */
function Tabs({ tab, hasSearch = false }: { tab: ReportView['tab']; hasSearch?: boolean }) {
  const { search } = useLocation()
  const to = (value: ReportView['tab']) => ({ search: changedUrlQuery(viewParams, {}, search, { tab: value }) })
  return (
    <TabLinks
      label={words.tabs}
      tabs={[
        { name: words.checksTab, to: to(null), isOpen: tab === null },
        { name: words.factsTab, to: to('facts'), isOpen: tab === 'facts' },
        ...(hasSearch ? [{ name: words.searchTab, to: to('search'), isOpen: tab === 'search' }] : []),
      ]}
    />
  )
}

/** The boxes of a report where they will be, with a line for each category and check. */
export function ReportSkeleton() {
  return (
    <div className="stack" aria-busy="true" aria-label={words.loading} role="group">
      <div className={`stack ${styles.columns}`}>
        <div className={`stack ${styles.score}`}>
          <Card className="stack snug">
            <div className={`grid ${styles.categories}`}>{categories.map(lineOf)}</div>
            {lineOf('basis', 1)}
          </Card>
          <HistorySkeleton />
        </div>
        <Card flush>
          <div className={styles.head}>
            {lineOf('head', 0)}
            {lineOf('filters', 1)}
          </div>
          <SkeletonLines count={shownAtFirst} />
        </Card>
      </div>
    </div>
  )
}

const lineOf = (name: string, at: number) => (
  <div key={name} className={styles.line}>
    <Skeleton width={`${40 + (at % 3) * 20}%`} height=".625rem" />
  </div>
)

/** Opens, shows and focuses the element in the URL's hash, once the report is ready and on each visit of the hash. */
function useAnchor(isReady: boolean) {
  const { hash, key } = useLocation()
  // The browser restores the position on Back and Forward. A first visit is a POP too, with the key "default".
  const isReturn = useNavigationType() === 'POP' && key !== 'default'
  useEffect(() => {
    if (!isReady || isReturn) return
    // Runs after the frame has moved the focus to the heading of the new page.
    const frame = requestAnimationFrame(() => {
      const target = document.getElementById(readHash(hash))
      if (!target) return
      for (let around: Element | null = target; around; around = around.parentElement) {
        if (around instanceof HTMLDetailsElement) around.open = true
      }
      target.scrollIntoView({ block: 'start' })
      target.querySelector<HTMLElement>('summary, [tabindex]')?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady, isReturn, hash, key])
}
