import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { readId, websiteListParams } from '#contract/lists/list-query.ts'
import { reportViewName } from '#contract/lists/views.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { AlertsButton } from '#web/alerts/alerts-button.tsx'
import { checksQuery } from '#web/checks/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import type { LoadedWebsite } from '#web/data/client.ts'
import { startQuery } from '#web/data/query-client.ts'
import { OwnService } from '#web/data/service.ts'
import { BackLink, useListOpenedFrom } from '#web/list/back-link.tsx'
import { Failure } from '#web/list/list-notices.tsx'
import { PrivacyLink } from '#web/privacy/privacy-link.tsx'
import { LatestSwitch, ReportsList, useReportsList } from '#web/reports/reports-list.tsx'
import { usePages } from '#web/resources/pages.ts'
import { WebsiteMissing, websiteQueries } from '#web/resources/websites.tsx'
import { websiteHeaderWords } from '#web/resources/words.ts'
import { schedulesQuery } from '#web/schedules/queries.ts'
import { ScheduleButton } from '#web/schedules/schedule-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader, Skeleton } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { Moment } from '#web/ui/time.tsx'
import { SaveViewButton } from '#web/views/opened-view.tsx'
import { WebsiteActions } from './website-actions.tsx'
import { WebsiteSummary } from './website-summary.tsx'
import { WebsiteIssues } from './website/website-issues.tsx'
import { useWebsiteTab, WebsiteTabs } from './website/website-tabs.tsx'
import { websiteWords as words } from './words.ts'
import styles from './website-page.module.css'

const FirstPages = lazyPart(() => import('./new-website/first-pages.tsx').then((file) => file.FirstPages))
const WebsitePages = lazyPart(() => import('./pages/website-pages.tsx').then((file) => file.WebsitePages))
const WebsiteCrawls = lazyPart(() => import('./crawls/website-crawls.tsx').then((file) => file.WebsiteCrawls))
const WebsiteStructure = lazyPart(() => import('./website/website-structure.tsx').then((file) => file.WebsiteStructure))
const WebsiteHistory = lazyPart(() => import('./website/website-history.tsx').then((file) => file.WebsiteHistory))
const OtherFields = lazyPart(() => import('#web/foreign/value-tree.tsx').then((file) => file.OtherFields))

export async function loader({ params }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  if (id === null) return null
  // The schedule is in the header, which must not move when it arrives.
  await Promise.all([startQuery(websiteQueries.detail(id)), startQuery(schedulesQuery())])
  return null
}

export function Component() {
  const id = readId(useParams()['id'])
  return id === null ? <WebsiteMissing /> : <WebsitePage key={id} id={id} />
}

function WebsitePage({ id }: { id: number }) {
  const { data: website, error, refetch, isFetching } = useQuery({ ...websiteQueries.detail(id), retryOnMount: false })
  const list = useListOpenedFrom(usePages().websites)
  const { tab, hasTabs } = useWebsiteTab()
  const failure = error && !website ? asApiError(error) : null
  if (failure?.kind === 'missing') return <WebsiteMissing />
  return (
    <div className="stack">
      <PageHeader
        title={website ? unicodeHost(website.domain) : websiteHeaderWords.loadingTitle}
        crumbs={
          <nav aria-label={words.crumbs}>
            <BackLink to={list} params={websiteListParams}>
              {websiteHeaderWords.websites}
            </BackLink>
          </nav>
        }
        lead={website && <Lead website={website} />}
        actions={website && <WebsiteActions website={website} />}
      />
      {failure && <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />}
      {website && <WebsiteSummary website={website} />}
      {!website && !failure && <Skeleton height="6.5rem" />}
      {!failure && hasTabs && <WebsiteTabs id={id} tab={tab} />}
      {!failure && tab === null && <Reports id={id} website={website} />}
      {website && tab === 'issues' && <WebsiteIssues id={id} pages={website.pages_count} />}
      {website && tab === 'pages' && <WebsitePages id={id} domain={website.domain} />}
      {website && tab === 'structure' && <WebsiteStructure id={id} />}
      {website && tab === 'crawls' && <WebsiteCrawls id={id} domain={website.domain} />}
      {website && tab === 'history' && <WebsiteHistory id={id} />}
      {website && Object.keys(website.other).length > 0 && <OtherFields other={website.other} />}
    </div>
  )
}

const Lead = ({ website: { id, domain, privacy, created_at } }: { website: AnyWebsite }) => (
  <div className={`dotted ${styles.lead}`}>
    <PrivacyLink websiteId={id} privacy={privacy} className="target tight" />
    {created_at && (
      <span>
        {words.created} <Moment sent={created_at} format={words.day} />
      </span>
    )}
    <OwnService>
      <ScheduleButton target={{ kind: 'website', id }} name={unicodeHost(domain)} />
      <AlertsButton place={{ kind: 'website', id, name: unicodeHost(domain) }} />
    </OwnService>
  </div>
)

/** The reports list, limited to this website. Its heading would repeat the open tab, unless it names an issue. */
function Reports({ id, website }: { id: number; website: LoadedWebsite | undefined }) {
  const state = useReportsList({ websiteId: id })
  const domain = website && unicodeHost(website.domain)
  const problem = useProblem(state.list.query.check)
  const { hasTabs } = useWebsiteTab()
  return (
    <section aria-labelledby="its-reports" className="stack snug">
      <div className={`cluster ${styles.head}`}>
        <h2 id="its-reports" className={hasTabs && !problem ? 'hidden-visually' : undefined}>
          {problem ?? (state.list.query.latest ? words.pages : words.list)}
        </h2>
        <LatestSwitch state={state} />
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
