import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { readId, reportListParams } from '#contract/lists/list-query.ts'
import { reportViewName } from '#contract/lists/views.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { BackLink } from '#web/list/back-link.tsx'
import { Failure } from '#web/list/list-notices.tsx'
import { PrivacyLink } from '#web/privacy/privacy-link.tsx'
import { OrVisit } from '#web/resources/or-visit.tsx'
import { usePages } from '#web/resources/pages.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { useWebsiteName, websiteQueries } from '#web/resources/websites.tsx'
import { websiteHeaderWords } from '#web/resources/words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { useStore } from '#web/ui/store.ts'
import { unicodeHost } from '#web/ui/text.ts'
import { Moment } from '#web/ui/time.tsx'
import { ReportOrComparison } from './compare/report-or-comparison.tsx'
import { shownPreview } from './create-report.ts'
import { RenderedMark } from './rendered/rendered-mark.tsx'
import { Neighbours } from './report/neighbours.tsx'
import { ReportActions, useRunAgain } from './report/report-actions.tsx'
import { ReportHeader } from './report/report-header.tsx'
import { type SourceList, useSourceList } from './report/source-list.ts'
import { reportActionWords, reportWords as words } from './report/words.ts'
import { reportMissingWords } from './words.ts'
import styles from './report-page.module.css'

const ReportPreview = lazyPart(() => import('./report-preview.tsx').then((file) => file.ReportPreview))
const ExampleReport = lazyPart(() => import('./example-report.tsx').then((file) => file.ExampleReport))

export async function loader({ params }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  void queryClient.prefetchQuery(checksQuery())
  if (id !== null) await startQuery(reportQueries.detail(id))
  return null
}

export function Component() {
  const { id: text } = useParams()
  const id = readId(text)
  const preview = useStore(shownPreview)
  if (text === 'example') return <ExampleReport className={`stack ${styles.page}`} Body={ReportOrComparison} />
  if (text === 'preview' && preview) return <ReportPreview className={`stack ${styles.page}`} preview={preview} />
  return id === null ? <ReportMissing latest={null} /> : <ReportPage key={id} id={id} />
}

function ReportPage({ id }: { id: number }) {
  const list = useSourceList()
  const result = useQuery({ ...reportQueries.detail(id), retryOnMount: false })
  const { data: report, refetch, isFetching } = result
  const error = useEarlyFailure(result)
  const runAgain = useRunAgain(report, list?.text)

  if (error && !report) {
    const failure = asApiError(error)
    if (failure.kind === 'missing')
      return (
        <OrVisit resource={{ report: id }}>
          <ReportMissing latest={failure.sameUrlReportId} />
        </OrVisit>
      )
    return (
      <div className={`stack ${styles.page}`}>
        <ReportHeader label={words.loadingTitle} crumbs={<Crumbs id={id} list={list} />} />
        <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />
      </div>
    )
  }
  return (
    <div className={`stack ${styles.page}`}>
      <ReportHeader
        report={report}
        crumbs={<Crumbs id={id} list={list} report={report} />}
        actions={report && <ReportActions report={report} runAgain={runAgain} back={list?.to ?? paths.reports()} />}
      >
        {report && <About report={report} />}
      </ReportHeader>
      {runAgain.error && (
        <Notice role="alert" tone="bad">
          <b>{reportActionWords.runFailed}</b> {errorSentence(runAgain.error)}
        </Notice>
      )}
      <ReportOrComparison report={report} />
    </div>
  )
}

type CrumbsProps = { id: number; list: SourceList | null; report?: AnyReport | undefined }

/**
 * A link back to the list the report was opened from, under that list's name, with links to its neighbours there, and
 * one to the report's website unless the list is its page. A report opened from elsewhere leads to its website.
 */
function Crumbs({ id, list, report }: CrumbsProps) {
  const ofList = useWebsiteName(list?.query.website_id ?? null)?.full ?? null
  const { website_id: website = null, domain = null } = report ?? {}
  const pages = usePages()
  const isFromWebsite = list?.isOfWebsite === true
  const name = list ? (isFromWebsite && ofList) || reportViewName(list.query, ofList) : words.backTo
  return (
    <>
      <nav aria-label={list || website === null ? words.crumbs : websiteHeaderWords.crumbs}>
        {list || website === null ? (
          <BackLink to={list?.to ?? paths.reports()} params={reportListParams}>
            {name}
          </BackLink>
        ) : (
          <Link to={paths.websites()}>{websiteHeaderWords.websites}</Link>
        )}
        {website !== null && !isFromWebsite && (
          <Link to={pages.website(website)}>{domain === null ? words.website : unicodeHost(domain)}</Link>
        )}
      </nav>
      {list?.hasNeighbours && <Neighbours id={id} query={list.query} />}
    </>
  )
}

/** The date of the analysis, and the privacy of the website. */
function About({ report }: { report: AnyReport }) {
  const { website_id: id, created_at: created } = report
  const { data: website } = useQuery({ ...websiteQueries.detail(id ?? 0), enabled: id !== null })
  const privacy = website?.privacy ?? null
  return (
    <>
      {created && (
        <span>
          {words.analysed} <Moment sent={created} format={words.moment} />
        </span>
      )}
      <RenderedMark report={report} />
      {id !== null && privacy !== null && <PrivacyLink websiteId={id} privacy={privacy} className="row inline muted" />}
    </>
  )
}

/**
 * The page for a report that doesn't exist. `latest` is the ID of the latest report of the same URL, if there is one.
 */
export function ReportMissing({ latest }: { latest: number | null }) {
  const { title, text, newer, openLatest, toReports } = reportMissingWords
  return (
    <div className="stack narrow">
      <PageHeader title={title} lead={latest === null ? text : `${text} ${newer}`} />
      <p className="cluster">
        {latest !== null && (
          <Link to={paths.report(latest)} className={buttonClass({ variant: 'main' })}>
            {openLatest}
          </Link>
        )}
        <Link to={paths.reports()} className={buttonClass()}>
          {toReports}
        </Link>
      </p>
    </div>
  )
}
