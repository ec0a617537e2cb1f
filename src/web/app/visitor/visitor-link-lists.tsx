import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { reportListParams, websiteListParams } from '#contract/lists/list-query.ts'
import { defaultsOf, type QueryParams, readQuery, writeQuery } from '#contract/lists/query-params.ts'
import { reportViewName, websiteViewName } from '#contract/lists/views.ts'
import type { AnyOpenedLink } from '#contract/sharing/opened-link.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { ListCount } from '#web/list/list-notices.tsx'
import { useListTools, VisitorList } from '#web/list/visitor-list.tsx'
import { visitorListWords } from '#web/list/words.ts'
import { useSourceList } from '#web/reports/report/source-list.ts'
import { ReportsList, useReportsList } from '#web/reports/reports-list.tsx'
import { reportQueries } from '#web/resources/report-queries.ts'
import { VisitorRefusal, visitorRefusalOf } from '#web/session/visitor-refusal.tsx'
import { visitorWords as words } from '#web/session/words.ts'
import { lazyPage } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { NoReports, VisitorWebsite } from '#web/websites/visitor-website.tsx'
import { useWebsitesList, WebsitesList } from '#web/websites/websites-list.tsx'
import { paths } from '../paths.ts'

type LinkProps = { link: AnyOpenedLink; token: string; actions: ReactNode }

const loadReport = () => import('#web/reports/visitor-report.tsx')
const VisitorReport = lazyPage(() => loadReport().then((file) => file.VisitorReport))
const VisitorCrumbs = lazyPage(() => loadReport().then((file) => file.VisitorCrumbs))
const LinkedDocument = lazyPage(() => import('#web/document/client-report.tsx').then((file) => file.LinkedDocument))

/** The website, list or client report of a share link. `id` is a report of that website or list. */
export function LinkedTarget({ id, link, token, note, actions }: LinkProps & { id: number | null; note: ReactNode }) {
  if (id !== null) return <LinkedReport key={id} id={id} link={link} token={token} actions={actions} />
  if (link.layout === 'document') return <LinkedDocument token={token} actions={actions} />
  if (link.website)
    return <LinkedWebsite website={link.website} label={link.label} token={token} note={note} actions={actions} />
  return link.list === 'websites' ? (
    <LinkedWebsites link={link} token={token} actions={actions} />
  ) : (
    <LinkedReports link={link} token={token} actions={actions} />
  )
}

/** The website of a share link, with its reports. */
function LinkedWebsite({
  website,
  label,
  token,
  note,
  actions,
}: {
  website: AnyWebsite
  label: string
  token: string
  note: ReactNode
  actions: ReactNode
}) {
  const state = useReportsList({ websiteId: website.id })
  const refusal = visitorRefusalOf(website, state.rows.error)
  if (refusal) return <VisitorRefusal error={refusal} token={token} onRetry={state.rows.retry} busy={state.rows.busy} />
  return <VisitorWebsite website={website} label={label} state={state} note={note} actions={actions} />
}

/**
 * The current reports of a shared view, at first in the order of the view. The view's filters cannot be changed. The
 * URL holds the order, the page and a search within the view.
 */
function LinkedReports(props: LinkProps) {
  const order = useInitialOrder(props.link, reportListParams)
  return order ? <Navigate to={{ search: order }} replace /> : <Reports {...props} />
}

function Reports({ link, token, actions }: LinkProps) {
  const state = useReportsList({ sharedView: true })
  const tools = useListTools(state)
  const refusal = visitorRefusalOf(link, state.rows.error)
  if (refusal) return <VisitorRefusal error={refusal} token={token} onRetry={state.rows.retry} busy={state.rows.busy} />
  return (
    <div className="stack">
      <PageHeader title={linkName(link)} lead={link.expires_at && words.until(link.expires_at)} actions={actions} />
      <VisitorList title={visitorListWords.reports} count={<ListCount state={state} />} tools={tools}>
        <ReportsList state={state} firstRun={<NoReports />} />
      </VisitorList>
    </div>
  )
}

/** The current websites of a shared view, at first in the order of the view. */
function LinkedWebsites(props: LinkProps) {
  const order = useInitialOrder(props.link, websiteListParams)
  return order ? <Navigate to={{ search: order }} replace /> : <Websites {...props} />
}

function Websites({ link, token, actions }: LinkProps) {
  const state = useWebsitesList()
  const tools = useListTools(state)
  const refusal = visitorRefusalOf(link, state.rows.error)
  if (refusal) return <VisitorRefusal error={refusal} token={token} onRetry={state.rows.retry} busy={state.rows.busy} />
  return (
    <div className="stack">
      <PageHeader title={linkName(link)} lead={link.expires_at && words.until(link.expires_at)} actions={actions} />
      <VisitorList title={visitorListWords.websites} count={<ListCount state={state} />} tools={tools}>
        <WebsitesList state={state} />
      </VisitorList>
    </div>
  )
}

/** A report of the shared website or view. */
function LinkedReport({ id, link, token, actions }: LinkProps & { id: number }) {
  const list = useSourceList()
  const { data: report, error, refetch, isFetching } = useQuery({ ...reportQueries.detail(id), retryOnMount: false })
  const refusal = visitorRefusalOf(report, error)
  if (refusal) return <VisitorRefusal error={refusal} token={token} onRetry={() => void refetch()} busy={isFetching} />
  const search = list ? String(writeQuery(reportListParams, { ...list.query, website_id: null, latest: null })) : ''
  const name = link.website ? words.itsReports(unicodeHost(link.website.domain)) : linkName(link)
  const crumbs = list && (
    <VisitorCrumbs id={id} list={list.query} to={`${paths.link(token)}${search && `?${search}`}`} label={name} />
  )
  return <VisitorReport report={report} website={link.website && paths.link(token)} crumbs={crumbs} actions={actions} />
}

/** Returns the label of the link, or else the name of the view. */
function linkName({ label, list, query }: AnyOpenedLink) {
  if (label) return label
  const search = new URLSearchParams(query)
  return list === 'websites'
    ? websiteViewName(readQuery(websiteListParams, search).query, null)
    : reportViewName(readQuery(reportListParams, search).query, null)
}

/** Returns the search parameters with the order of the view if the page was opened without any, otherwise ''. */
function useInitialOrder<Query extends { page: number; sort_by: unknown; sort: unknown; per_page: unknown }>(
  { query }: AnyOpenedLink,
  params: QueryParams<Query>,
) {
  const { search, key } = useLocation()
  // React Router gives this key to the first history entry only.
  if (search !== '' || key !== 'default') return ''
  const { sort_by, sort, per_page } = readQuery(params, new URLSearchParams(query)).query
  return String(writeQuery(params, { ...defaultsOf(params), sort_by, sort, per_page }))
}
