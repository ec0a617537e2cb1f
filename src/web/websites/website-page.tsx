import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs, Navigate, useParams } from 'react-router-dom'
import { readId, websiteListParams } from '#contract/lists/list-query.ts'
import { reportViewName } from '#contract/lists/views.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import type { LoadedWebsite } from '#web/data/client.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { startQuery } from '#web/data/query-client.ts'
import { onOwnService, OwnService } from '#web/data/service.ts'
import { BackLink, useListOpenedFrom } from '#web/list/back-link.tsx'
import { Failure } from '#web/list/list-notices.tsx'
import { PrivacyLink } from '#web/privacy/privacy-link.tsx'
import { ReportsList, useReportsList } from '#web/reports/reports-list.tsx'
import { useClientName } from '#web/resources/clients.ts'
import { OrVisit } from '#web/resources/or-visit.tsx'
import { usePages } from '#web/resources/pages.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { WebsiteMissing, websiteQueries } from '#web/resources/websites.tsx'
import { websiteHeaderWords } from '#web/resources/words.ts'
import { schedulesQuery } from '#web/schedules/queries.ts'
import { ScheduleButton } from '#web/schedules/schedule-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader, Skeleton } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { SaveViewButton } from '#web/views/opened-view.tsx'
import { WebsiteActions } from './website-actions.tsx'
import { startChanges, WebsiteSummary } from './website-summary.tsx'
import { WebsiteIssues } from './website/website-issues.tsx'
import { useWebsiteTab, WebsiteTabs } from './website/website-tabs.tsx'
import { websiteTabsWords, websiteWords as words } from './words.ts'
import styles from './website-page.module.css'

const FirstPages = lazyPart(() => import('./new-website/first-pages.tsx').then((file) => file.FirstPages))
const WebsitePages = lazyPart(() => import('./pages/website-pages.tsx').then((file) => file.WebsitePages))
const WebsiteCrawls = lazyPart(() => import('./crawls/website-crawls.tsx').then((file) => file.WebsiteCrawls))
const WebsiteStructure = lazyPart(() => import('./website/website-structure.tsx').then((file) => file.WebsiteStructure))
const WebsiteHistory = lazyPart(() => import('./website/website-history.tsx').then((file) => file.WebsiteHistory))
const OtherFields = lazyPart(() => import('#web/foreign/value-tree.tsx').then((file) => file.OtherFields))

export async function loader({ params, request }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  if (id === null) return null
  // Nothing must move when the parts of the header arrive, and the name of an issue.
  await Promise.all([
    startQuery(websiteQueries.detail(id)),
    startQuery(schedulesQuery()),
    startFigures(id),
    new URL(request.url).searchParams.has('check') && startQuery(checksQuery()),
  ])
  return null
}

/** Loads what only our own service has of the figures in the header. */
async function startFigures(id: number) {
  const isOwn = await onOwnService().catch(() => false)
  if (isOwn) await Promise.all([startQuery(websitePagesQueries.history(id)), startChanges(id)])
}

export function Component() {
  const id = readId(useParams()['id'])
  return id === null ? <WebsiteMissing /> : <WebsitePage key={id} id={id} />
}

function WebsitePage({ id }: { id: number }) {
  const result = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const { data: website, refetch, isFetching } = result
  const error = useEarlyFailure(result)
  const list = useListOpenedFrom(usePages().websites)
  const { tab, hasTabs, isList, moved } = useWebsiteTab()
  const failure = error && !website ? asApiError(error) : null
  if (failure?.kind === 'missing')
    return (
      <OrVisit resource={{ website: id }}>
        <WebsiteMissing />
      </OrVisit>
    )
  if (moved !== null) return <Navigate to={{ search: moved }} replace />
  return (
    <div className="stack tight">
      <PageHeader
        isDense
        title={website ? unicodeHost(website.domain) : websiteHeaderWords.loadingTitle}
        crumbs={
          <nav aria-label={words.crumbs}>
            <BackLink to={list} params={websiteListParams}>
              {websiteHeaderWords.websites}
            </BackLink>
          </nav>
        }
        beside={website && <Beside website={website} />}
        lead={website ? <WebsiteSummary website={website} /> : !failure && <Skeleton width="24rem" height="1.5rem" />}
        actions={website && <WebsiteActions website={website} />}
      />
      {failure && <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />}
      {/* The height of the header isn't known before. */}
      {website && hasTabs && <WebsiteTabs id={id} tab={tab} />}
      {!failure && (tab === null || (website && isList)) && <Reports id={id} website={website} />}
      {website && tab === 'issues' && <Issues website={website} />}
      {website && tab === 'pages' && !isList && <WebsitePages id={id} domain={website.domain} />}
      {website && tab === 'structure' && <WebsiteStructure id={id} />}
      {website && tab === 'crawls' && <WebsiteCrawls id={id} domain={website.domain} />}
      {website && tab === 'history' && (
        <WebsiteHistory website={website}>
          <Reports id={id} website={website} />
        </WebsiteHistory>
      )}
      {website && Object.keys(website.other).length > 0 && <OtherFields other={website.other} />}
    </div>
  )
}

/** The issues, or the ways to the first pages. */
const Issues = ({ website }: { website: LoadedWebsite }) =>
  website.pages_count === 0 ? (
    <FirstPages website={website} />
  ) : (
    <WebsiteIssues id={website.id} pages={website.pages_count} atRisk={website.at_risk} />
  )

const Beside = ({ website: { id, domain, privacy, client_id } }: { website: LoadedWebsite }) => (
  <div className={`dotted ${styles.lead}`}>
    <ClientLink id={client_id} />
    <PrivacyLink websiteId={id} privacy={privacy} className="target tight" />
    <OwnService>
      <ScheduleButton target={{ kind: 'website', id }} name={unicodeHost(domain)} />
    </OwnService>
  </div>
)

function ClientLink({ id }: { id: number | null }) {
  const name = useClientName(id)
  return (
    id !== null &&
    name !== null && (
      <Link to={paths.client(id)} className="target tight">
        {name}
      </Link>
    )
  )
}

/** The reports list, limited to this website. Over pages, its heading repeats the tab, unless it names an issue. */
function Reports({ id, website }: { id: number; website: LoadedWebsite | undefined }) {
  const state = useReportsList({ websiteId: id })
  const domain = website && unicodeHost(website.domain)
  const problem = useProblem(state.list.query.check)
  const { isList } = useWebsiteTab()
  return (
    <section aria-labelledby="its-reports" className="stack snug">
      <div className={`cluster ${styles.head}`}>
        <h2 id="its-reports" className={isList && !problem ? 'hidden-visually' : undefined}>
          {problem ?? (isList ? websiteTabsWords.tab.pages : words.list)}
        </h2>
        <SaveViewButton
          list="reports"
          name={reportViewName(
            state.list.query,
            domain ?? null,
            state.filterLabels && Object.values(state.filterLabels),
          )}
        />
      </div>
      <ReportsList state={state} firstRun={website && <FirstPages website={website} />} />
    </section>
  )
}

/** Returns the issue that the pages are filtered by, named as a problem. */
function useProblem(check: string | null) {
  const { data } = useQuery({ ...checksQuery(), enabled: check !== null })
  return data?.data.find(({ id }) => id === check)?.title_any
}
