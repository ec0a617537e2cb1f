import { useQuery } from '@tanstack/react-query'
import { privacies } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { LockAgainButton, VisitorRefusal, visitorRefusalOf } from '#web/session/visitor-refusal.tsx'
import { visitorWords } from '#web/session/words.ts'
import { lazyPage } from '#web/ui/lazy-part.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { ReportOrComparison } from './compare/report-or-comparison.tsx'
import { useSourceList } from './report/source-list.ts'
import { VisitorCrumbs, VisitorReport } from './visitor-report.tsx'
import styles from './report-page.module.css'

const ExampleReport = lazyPage(() => import('./example-report.tsx').then((file) => file.ExampleReport))

/** A report of a website that is not private, for visitors, at the same path as the team's page. */
export function VisitorReportPage({ id }: { id: number }) {
  const list = useSourceList()
  const { data: report, error, refetch, isFetching } = useQuery({ ...reportQueries.detail(id), retryOnMount: false })
  const websiteId = report?.website_id ?? null
  const { data: website } = useQuery({
    ...websiteQueries.detail(websiteId ?? 0),
    enabled: websiteId !== null,
    retryOnMount: false,
  })
  const refusal = visitorRefusalOf(report, error)
  if (refusal) return <VisitorRefusal error={refusal} onRetry={() => void refetch()} busy={isFetching} />
  const name = report?.domain ? unicodeHost(report.domain) : null
  // Visitors can see no list but that of this website.
  const crumbs = list && name && list.query.website_id === websiteId && websiteId !== null && (
    <VisitorCrumbs
      id={id}
      list={list.query}
      to={paths.website(websiteId, { ...list.query, website_id: null, latest: null })}
      label={visitorWords.itsReports(name)}
    />
  )
  return (
    <VisitorReport
      report={report}
      website={websiteId === null ? undefined : paths.website(websiteId)}
      crumbs={crumbs}
      actions={website?.privacy === privacies.password && <LockAgainButton path={`/shared/websites/${website.id}`} />}
    />
  )
}

/** The report that is shipped with the dashboard. */
export const VisitorExamplePage = () => <ExampleReport className={`stack ${styles.page}`} Body={ReportOrComparison} />
