import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { type LoaderFunctionArgs, useLocation, useParams } from 'react-router-dom'
import { readId } from '#contract/list-query.ts'
import { ApiError, asApiError } from '#web/data/api-error.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { firstVisit, previousPageStays } from '#web/data/first-visit.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from './queries.ts'
import { paths } from '#web/app/paths.ts'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { UrlText } from '#web/ui/url-text.tsx'
import { frameWords } from '#web/app/words.ts'
import { reportWords as words } from './report-words.ts'
import { listOfReport } from './report/list-of-report.ts'
import { ReportActions } from './report/report-actions.tsx'
import { ReportBody } from './report/report-body.tsx'
import { ReportCrumbs } from './report/report-crumbs.tsx'
import { ReportLead } from './report/report-lead.tsx'
import { loadReportMore } from './report/report-more.tsx'
import { ReportSkeleton } from './report/report-skeleton.tsx'
import { useAnchor } from './report/use-anchor.ts'
import { useCatalogue } from './report/use-catalogue.ts'
import { useRunAgain } from './report/use-run-again.ts'
import styles from './report/report-body.module.css'

const loadFailure = () => import('./report/report-failure.lazy.tsx')
const NoWords = () => <p role="alert">{frameWords.broken}</p>
const ReportFailure = lazyOr(() => loadFailure().then((file) => file.ReportFailure), NoWords)
const RunFailure = lazyOr(
  () => loadFailure().then((file) => file.RunFailure),
  () => words.runFailed,
)

export async function loader({ params }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  const more = loadReportMore().catch(() => {})
  void queryClient.prefetchQuery(checksQuery())
  // Both are on their way at once, and a report that is there first waits only a moment: what comes after it would move it.
  if (id !== null) await Promise.all([firstVisit(reportQueries.detail(id)), Promise.race([more, previousPageStays()])])
  return null
}

export function Component() {
  const id = readId(useParams()['id'])
  if (id !== null) return <ReportPage key={id} id={id} />
  return (
    <Suspense fallback={null}>
      <ReportFailure error={new ApiError('missing')} list={null} />
    </Suspense>
  )
}

function ReportPage({ id }: { id: number }) {
  const list = listOfReport(useLocation().search)
  const { data: report, error, refetch, isFetching } = useQuery({ ...reportQueries.detail(id), retryOnMount: false })
  const { catalogue, ready: isReady } = useCatalogue()
  const again = useRunAgain(report?.url ?? '', list?.text)
  const ready = report !== undefined && isReady
  useAnchor(ready)

  if (error && !report) {
    return (
      <Suspense fallback={null}>
        <ReportFailure error={asApiError(error)} list={list} onRetry={() => void refetch()} busy={isFetching} />
      </Suspense>
    )
  }
  return (
    <div className={styles.page}>
      <PageHeader
        title={report ? <Address url={report.url} /> : words.loadingTitle}
        documentTitle={report ? words.title(report.url, report.score) : words.loadingTitle}
        crumbs={<ReportCrumbs list={list} />}
        lead={report && <ReportLead report={report} />}
        actions={report && <ReportActions report={report} again={again} back={paths.reports(list?.query)} />}
      />
      {again.error && (
        <div role="alert">
          <Suspense fallback={null}>
            <RunFailure error={again.error} />
          </Suspense>
        </div>
      )}
      {ready ? <ReportBody report={report} catalogue={catalogue} /> : <ReportSkeleton />}
    </div>
  )
}

/** Whole in its title and in the menu; here as much as leaves room for the report. */
const Address = ({ url }: { url: string }) => (
  <span className={styles.address}>
    <UrlText url={url} lines="wrap" />
  </span>
)
