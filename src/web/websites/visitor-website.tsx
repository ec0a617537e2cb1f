import { type ReactNode } from 'react'
import type { Website } from '#contract/website.ts'
import { ReportsList } from '#web/reports/reports-list.tsx'
import type { ReportsListState } from '#web/reports/use-reports-list.ts'
import { WebsiteSummary } from './website/website-summary.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { sharedWords as words } from '#web/session/visitor-words.ts'
import { websiteWords } from './website-words.ts'
import styles from './website/website-page.module.css'

type SharedWebsiteProps = {
  website: Website | undefined
  state: ReportsListState
  note?: ReactNode
  actions?: ReactNode
}

/** The website page for readers without a key: its numbers and its list of reports. */
export function SharedWebsite({ website, state, note, actions }: SharedWebsiteProps) {
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
