import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { Link, useLocation, useNavigationType } from 'react-router-dom'
import type { CheckCatalogue } from '#contract/analysis.ts'
import type { AnyReport } from '#contract/any-report.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { Repairs } from '#web/list/list-status.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { Card } from '#web/ui/card.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ChecksCard } from './checks-card.tsx'
import {
  checkAnchor,
  checksOf,
  type CheckView,
  type Indexability,
  indexability,
  readHash,
  viewParams,
} from './report-checks.ts'
import { reportWords as words } from './report-words.ts'
import { ScoreCard } from './score-card.tsx'
import styles from './report-body.module.css'

/** The cards around the checks. Loaded with the report, not before it, to keep the first load small. */
export const loadReportFacts = () => import('./report-facts.tsx')
const FactsBeside = lazyPart(() => loadReportFacts().then((file) => file.FactsBeside))
const FactsBelow = lazyPart(() => loadReportFacts().then((file) => file.FactsBelow))
const ForeignReportParts = lazyPart(() => import('#web/foreign/foreign.ts').then((file) => file.ForeignReportParts), {
  prefetch: false,
})

/** A report, or its skeleton while the report or the catalogue of checks is loading. */
export function ReportBody({ report }: { report: AnyReport | undefined }) {
  const { catalogue, isSettled } = useCatalogue()
  const isReady = report !== undefined && isSettled
  useAnchor(isReady)
  return isReady ? <Loaded report={report} catalogue={catalogue} /> : <ReportSkeleton />
}

/** Safety limit: with more checks, rendering all of them at once would freeze the page. */
const mostAtOnce = 300
const areForeign = (checks: readonly CheckView[]) =>
  checks.length > mostAtOnce || (checks.length > 0 && checks.every(({ info, category }) => !info && !category))

/** Everything in a report: indexability, score, checks, and the facts they are based on. */
function Loaded({ report, catalogue }: { report: AnyReport; catalogue: CheckCatalogue | null }) {
  const view = useListQuery(viewParams)
  const { hash } = useLocation()
  const checks = useMemo(() => checksOf(report, catalogue?.data ?? []), [report, catalogue])
  const verdict = indexability(report, checks)
  const anchor = readHash(hash)
  const linked = checks.find(({ id }) => checkAnchor(id) === anchor) ?? null
  const { facts, other, results } = report
  const hasForeignChecks = areForeign(checks)
  return (
    <div className={styles.body}>
      <Repairs repairs={view.repairs} />
      {verdict && <VerdictLine verdict={verdict} />}
      <div className={styles.columns}>
        <ScoreCard report={report} checks={checks} view={view.query} className={styles.score} />
        <div className={styles.main}>
          {!hasForeignChecks && (checks.length > 0 || results.values.length === 0) && (
            <ChecksCard checks={checks} view={view} linked={linked} />
          )}
          {(hasForeignChecks || results.values.length > 0 || Object.keys(other).length > 0) && (
            <Suspense fallback={<ChecksSkeleton />}>
              <ForeignReportParts report={report} checks={hasForeignChecks ? checks : []} view={view} linked={linked} />
            </Suspense>
          )}
        </div>
        {facts && (
          <div className={styles.side}>
            <Suspense fallback={null}>
              <FactsBeside facts={facts} />
            </Suspense>
          </div>
        )}
        <div className={styles.below}>
          <Suspense fallback={null}>
            <FactsBelow report={report} catalogue={catalogue} />
          </Suspense>
        </div>
      </div>
    </div>
  )
}

/** One sentence on whether Google can index the page. The reason links to its check. */
function VerdictLine({ verdict }: { verdict: Indexability }) {
  const { search } = useLocation()
  const { reason, check } = verdict
  const [tone, lead] = leadOf(verdict)
  return (
    <Notice tone={tone}>
      <b>{lead}</b> {check ? <Link to={{ search, hash: checkAnchor(check.id) }}>{reason}</Link> : reason}.
    </Notice>
  )
}

function leadOf({ value, state, deliberate, isUncrawlable }: Indexability) {
  const { open, unread, blocked, deliberate: intended, another, unlikely, unsure } = words.verdict
  if (state === 'another-url') return ['decent', another] as const
  if (state === 'unlikely') return ['bad', unlikely] as const
  if (value === null) return ['decent', unsure] as const
  if (value) return ['good', open] as const
  return deliberate ? (['info', intended] as const) : (['bad', isUncrawlable ? unread : blocked] as const)
}

function ReportSkeleton() {
  return (
    <div className={styles.columns} aria-busy="true" aria-label={words.loading} role="group">
      <Card className={styles.score}>
        <Skeleton height="20rem" />
      </Card>
      <ChecksSkeleton />
      <div className={styles.side}>
        <Card>
          <Skeleton height="6rem" />
        </Card>
      </div>
    </div>
  )
}

const ChecksSkeleton = () => (
  <Card className={styles.main}>
    {Array.from({ length: 8 }, (_, index) => (
      <Skeleton key={index} width={`${88 - ((index * 29) % 41)}%`} />
    ))}
  </Card>
)

/** How long, in ms, a report waits for the catalogue of checks before it is shown without it. */
const catalogueTimeout = 2000

/**
 * Loads the catalogue of checks, which gives their titles and order. The report waits for it, because it would
 * otherwise move the checks. `isSettled` once the catalogue has arrived, has failed or is late.
 */
function useCatalogue() {
  const { data = null, isPending, failureCount } = useQuery(checksQuery())
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, catalogueTimeout, true)
    return () => clearTimeout(timer)
  }, [])
  return { catalogue: data, isSettled: !isPending || failureCount > 0 || isLate }
}

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
