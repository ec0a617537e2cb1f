import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLocation, useParams } from 'react-router-dom'
import { readId } from '#contract/lists/list-query.ts'
import { choice, wholeNumber } from '#contract/lists/query-params.ts'
import { maxId } from '#contract/values.ts'
import { type Crawl, crawlLists, crawlUrlParams } from '#contract/websites/crawls.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { startQuery } from '#web/data/query-client.ts'
import { Failure, Repairs } from '#web/list/list-notices.tsx'
import { changedUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { WebsiteCrumbs } from '#web/resources/website-crumbs.tsx'
import { useWebsiteName, websiteQueries } from '#web/resources/websites.tsx'
import { websiteHeaderWords } from '#web/resources/words.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice, Warnings } from '#web/ui/notice.tsx'
import { Card, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { CrawlComparison } from './crawl-comparison.tsx'
import { CrawlLists } from './crawl-lists.tsx'
import { CrawlSummary, EndlessUrls, UrlParameters } from './crawl-summary.tsx'
import { crawlQueries } from './queries.ts'
import { CrawlProgress } from './website-crawls.tsx'
import { crawlWords as words } from './words.ts'
import styles from './crawls.module.css'

export async function loader({ params }: LoaderFunctionArgs) {
  const [id, crawl] = [readId(params['id']), readId(params['crawl'])]
  if (id === null || crawl === null) return null
  await Promise.all([startQuery(websiteQueries.detail(id)), startQuery(crawlQueries.detail(id, crawl))])
  return null
}

/** Besides a list, of broken links at first, the crawl that this one is compared with. */
const pageParams = { ...crawlUrlParams, list: choice(crawlLists, 'broken'), compare: wholeNumber(maxId, null) }

/** A crawl with its lists, or its comparison with another one. */
export function Component() {
  const params = useParams()
  const [id, crawl] = [readId(params['id']), readId(params['crawl'])]
  if (id === null || crawl === null) return <CrawlMissing id={id} />
  return <CrawlPage key={`${id} ${crawl}`} id={id} crawlId={crawl} />
}

type PageProps = { id: number | null; title: string; lead?: ReactNode; actions?: ReactNode; children?: ReactNode }

function Page({ id, title, lead, actions, children }: PageProps) {
  const name = useWebsiteName(id)
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={title}
        documentTitle={name ? `${title} · ${name.full}` : title}
        crumbs={<WebsiteCrumbs to={id === null ? null : paths.crawls(id)} name={name?.full} />}
        lead={lead}
        actions={actions}
      />
      {children}
    </div>
  )
}

const CrawlMissing = ({ id }: { id: number | null }) => (
  <Page id={id} title={words.missing} lead={words.missingText}>
    <p>
      <Link to={id === null ? listLinks.websites() : paths.crawls(id)} className={buttonClass({ variant: 'main' })}>
        {id === null ? websiteHeaderWords.toWebsites : words.toCrawls}
      </Link>
    </p>
  </Page>
)

function CrawlPage({ id, crawlId }: { id: number; crawlId: number }) {
  const result = useQuery({ ...crawlQueries.detail(id, crawlId), retryOnMount: false })
  const { data: crawl, refetch, isFetching } = result
  const error = useEarlyFailure(result)
  const { query, change, repairs } = useListQuery(pageParams)
  const { search } = useLocation()
  if (!crawl) {
    const failure = error ? asApiError(error) : null
    if (failure?.kind === 'missing') return <CrawlMissing id={id} />
    return (
      <Page id={id} title={words.loadingTitle}>
        {failure ? (
          <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton height="24rem" />
        )}
      </Page>
    )
  }
  if (query.compare !== null) {
    return (
      <Page
        id={id}
        title={words.comparison(crawl.started_at)}
        lead={<Lead crawl={crawl} />}
        actions={<ToCrawl crawl={crawl} />}
      >
        <Repairs repairs={repairs} />
        <CrawlComparison crawl={crawl} other={query.compare} />
      </Page>
    )
  }
  const { figures, state } = crawl
  return (
    <Page
      id={id}
      title={words.title(crawl.started_at)}
      lead={<Lead crawl={crawl} />}
      actions={<ToComparison crawl={crawl} />}
    >
      <Repairs repairs={repairs} />
      {state === 'running' && (
        <Card className="stack snug" aria-label={words.state.running}>
          <CrawlProgress id={crawlId} />
          <p className="muted small">
            {words.running} <Link to={listLinks.website(id, { latest: '1' })}>{words.reports}</Link>
          </p>
        </Card>
      )}
      {(state === 'cancelled' || state === 'failed') && (
        <Notice tone="decent">{figures ? words.stopped[state] : words.noFigures}</Notice>
      )}
      {figures && (
        <>
          {figures.problems.length > 0 && <Warnings sentences={figures.problems} />}
          <CrawlSummary figures={figures} />
          <CrawlLists
            crawl={crawl}
            figures={figures}
            query={query}
            onChange={change}
            searchOf={(list, host = null) => changedUrlQuery(pageParams, {}, search, { list, host })}
          />
          {figures.traps.length > 0 && <EndlessUrls traps={figures.traps} />}
          {figures.parameters.length > 0 && <UrlParameters parameters={figures.parameters} />}
        </>
      )}
    </Page>
  )
}

function Lead({ crawl }: { crawl: Crawl }) {
  const { start_url: start, limits, schedule_id, started_at: from, finished_at: to } = crawl
  const parts = [
    `${words.from} ${start}`,
    schedule_id !== null && words.bySchedule,
    to !== null && words.took(Date.parse(to) - Date.parse(from)),
    words.limits(limits.max_pages, limits.max_depth),
    limits.include.length + limits.exclude.length > 0 && words.patterns,
  ]
  return <p className="small">{parts.filter(Boolean).join(' · ')}</p>
}

const ToComparison = ({ crawl: { id, website_id: website, previous_id: previous, state } }: { crawl: Crawl }) =>
  state !== 'running' && (
    <>
      {previous !== null && (
        <Link to={paths.crawl(website, id, { compare: previous })} className={buttonClass()}>
          {words.compareWithPrevious}
        </Link>
      )}
      <Link to={`${paths.against(website)}?crawl=${id}`} className={buttonClass()}>
        {words.compareWithWebsite}
      </Link>
    </>
  )

const ToCrawl = ({ crawl: { id, website_id: website } }: { crawl: Crawl }) => (
  <Link to={paths.crawl(website, id)} className={buttonClass()}>
    {words.toCrawl}
  </Link>
)
