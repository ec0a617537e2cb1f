import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router-dom'
import { privacies } from '#contract/website.ts'
import { reportQueries } from './queries.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { listOfReport } from './report/list-of-report.ts'
import { paths } from '#web/app/paths.ts'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { sharedWords as words } from '#web/session/visitor-words.ts'
import { ForgetButton, Refusal, refusalOf } from '#web/session/refusal.tsx'
import { SharedCrumbs, SharedReport } from './visitor-report.tsx'

/** A report of a website that is shared, at the address the team uses. */
export function SharedReportPage({ id }: { id: number }) {
  const list = listOfReport(useLocation().search)
  const { data: report, error, refetch, isFetching } = useQuery({ ...reportQueries.detail(id), retryOnMount: false })
  const websiteId = report?.website_id ?? null
  const { data: website } = useQuery({
    ...websiteQueries.detail(websiteId ?? 0),
    enabled: websiteId !== null,
    retryOnMount: false,
  })
  const refusal = refusalOf(report, error)
  if (refusal) return <Refusal error={refusal} onRetry={() => void refetch()} busy={isFetching} />
  const name = report?.domain ? unicodeHost(report.domain) : null
  // A list of another website is not theirs to see.
  const crumbs = list && name && list.query.website_id === websiteId && websiteId !== null && (
    <SharedCrumbs
      id={id}
      list={list.query}
      to={paths.website(websiteId, { ...list.query, website_id: null })}
      label={words.itsReports(name)}
    />
  )
  return (
    <SharedReport
      report={report}
      website={websiteId === null ? undefined : paths.website(websiteId)}
      crumbs={crumbs}
      actions={website?.privacy === privacies.password && <ForgetButton path={`/shared/websites/${website.id}`} />}
    />
  )
}
