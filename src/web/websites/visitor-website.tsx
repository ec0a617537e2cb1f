import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { privacies, type Website } from '#contract/website.ts'
import { ReportsList, type ReportsListState, useReportsList } from '#web/reports/reports-list.tsx'
import { ForgetPasswordButton, Refusal, refusalOf } from '#web/session/visitor-refusal.tsx'
import { visitorWords as words } from '#web/session/visitor-words.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { websiteQueries } from './queries.ts'
import styles from './website-page.module.css'
import { WebsiteSummary } from './website-summary.tsx'
import { websiteWords } from './website-words.ts'

/** The website page at its usual address, for visitors without a key. */
export function VisitorWebsitePage({ id }: { id: number }) {
  const fixed = useMemo(() => ({ website_id: id }), [id])
  const state = useReportsList(fixed)
  const { data: website, error, refetch, isFetching } = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const refusal = refusalOf(website, error, state.rows.error)
  if (refusal) return <Refusal error={refusal} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <VisitorWebsite
      website={website}
      state={state}
      actions={website?.privacy === privacies.password && <ForgetPasswordButton path={`/shared/websites/${id}`} />}
    />
  )
}

type VisitorWebsiteProps = {
  website: Website | undefined
  state: ReportsListState
  note?: ReactNode
  actions?: ReactNode
}

/** A website as visitors see it: its summary and its reports. */
export function VisitorWebsite({ website, state, note, actions }: VisitorWebsiteProps) {
  return (
    <div className={styles.page}>
      <PageHeader
        title={website ? unicodeHost(website.domain) : websiteWords.loadingTitle}
        lead={note}
        actions={actions}
      />
      {website ? <WebsiteSummary website={website} /> : <Skeleton height="6.5rem" />}
      <section aria-labelledby="its-reports" className={styles.list}>
        <h2 id="its-reports">{words.reportsOf}</h2>
        <ReportsList state={state} firstRun={<NoReports />} />
      </section>
    </div>
  )
}

export const NoReports = () => <EmptyState title={words.noReports}>{words.noReportsText}</EmptyState>
