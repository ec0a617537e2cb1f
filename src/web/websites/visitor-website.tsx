import { useQuery } from '@tanstack/react-query'
import { type ReactNode } from 'react'
import { privacies, type AnyWebsite } from '#contract/websites/website.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { ListCount } from '#web/list/list-notices.tsx'
import { useListTools, VisitorList } from '#web/list/visitor-list.tsx'
import { visitorListWords as words } from '#web/list/words.ts'
import { ReportsList, type ReportsListState, useReportsList } from '#web/reports/reports-list.tsx'
import { websiteQueries } from '#web/resources/websites.tsx'
import { websiteHeaderWords } from '#web/resources/words.ts'
import { LockAgainButton, VisitorRefusal, visitorRefusalOf } from '#web/session/visitor-refusal.tsx'
import { EmptyState, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { VisitorSummary } from './summary/visitor-summary.tsx'
import { WebsiteSummary } from './website-summary.tsx'
import { WebsiteHistory } from './website/website-history.tsx'
import { WebsiteIssues } from './website/website-issues.tsx'
import { useWebsiteTab, WebsiteTabs } from './website/website-tabs.tsx'

/** The website page at its usual URL, for visitors without a key. */
export function VisitorWebsitePage({ id }: { id: number }) {
  const state = useReportsList({ websiteId: id })
  const { data: website, error, refetch, isFetching } = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const refusal = visitorRefusalOf(website, error, state.rows.error)
  if (refusal) return <VisitorRefusal error={refusal} onRetry={() => void refetch()} busy={isFetching} />
  return (
    <VisitorWebsite
      website={website}
      state={state}
      actions={website?.privacy === privacies.password && <LockAgainButton path={`/shared/websites/${id}`} />}
    />
  )
}

type VisitorWebsiteProps = {
  website: AnyWebsite | undefined
  /** The title of the page, in place of the domain. */
  label?: string
  state: ReportsListState
  note?: ReactNode
  actions?: ReactNode
}

/** A website as visitors see it: its summary, issues, pages and history. */
export function VisitorWebsite({ website, label, state, note, actions }: VisitorWebsiteProps) {
  const tools = useListTools(state)
  const { isPending } = useQuery(serviceInfoQuery())
  const list = (
    <VisitorList title={words.pages} count={<ListCount state={state} />} tools={tools}>
      <ReportsList state={state} firstRun={<NoReports />} />
    </VisitorList>
  )
  return (
    <div className="stack">
      <PageHeader
        title={label || (website ? unicodeHost(website.domain) : websiteHeaderWords.loadingTitle)}
        lead={
          <>
            {label && website && unicodeHost(website.domain)} {note}
            {website ? <WebsiteSummary website={website} /> : <Skeleton width="24rem" height="1.5rem" />}
          </>
        }
        actions={actions}
      />
      {/* A list above which the tabs appear later would move. */}
      {website && !isPending && <VisitorWebsiteParts website={website} list={list} />}
    </div>
  )
}

export const NoReports = () => <EmptyState title={words.noReports}>{words.noReportsText}</EmptyState>

/** The issues and the history of a shared website, beside the list of its pages. */
export function VisitorWebsiteParts({ website, list }: { website: AnyWebsite; list: ReactNode }) {
  const { tab, hasTabs } = useWebsiteTab()
  return (
    <>
      {hasTabs && <WebsiteTabs id={website.id} tab={tab} />}
      {tab === null && (hasTabs ? <VisitorSummary website={website}>{list}</VisitorSummary> : list)}
      {tab === 'issues' && <WebsiteIssues id={website.id} pages={website.pages_count} atRisk={null} />}
      {tab === 'history' && <WebsiteHistory website={website} />}
    </>
  )
}
