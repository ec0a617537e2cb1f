import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { isFinished, type Job } from '#contract/jobs/job.ts'
import { redirectListParams, redirectSorts, unnamedParams } from '#contract/jobs/redirects.ts'
import { readId } from '#contract/lists/list-query.ts'
import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { useEarlyFailure } from '#web/data/early-failure.ts'
import { startQuery } from '#web/data/query-client.ts'
import { JobProgress } from '#web/jobs/job-card.tsx'
import { whyOf } from '#web/jobs/job-lines.tsx'
import { jobTitle } from '#web/jobs/queries.ts'
import { ExportButton } from '#web/list/export-button.tsx'
import { Failure, Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { listWords } from '#web/list/words.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, EmptyState, PageHeader, Skeleton, TabLinks } from '#web/ui/page.tsx'
import { Table } from '#web/ui/table.tsx'
import { redirectColumns, unnamedColumns } from './redirect-cells.tsx'
import { redirectQueries } from './redirect-queries.ts'
import { hasFilters, noFilters, RedirectToolbar } from './redirect-toolbar.tsx'
import { RunActions } from './run-actions.tsx'
import { redirectWords as words, runsWords } from './words.ts'

export async function loader({ params }: LoaderFunctionArgs) {
  const id = readId(params['id'])
  if (id !== null) await startQuery(redirectQueries.job(id))
  return null
}

const tabParams: QueryParams<{ tab: 'unnamed' | null }> = { tab: choice(['unnamed'], null) }

/** A redirect map with its rows, and the known pages that none of them names. */
export function Component() {
  const id = readId(useParams()['id'])
  return id === null ? <MapMissing /> : <MapPage key={id} id={id} />
}

type PageProps = { title: string; lead?: ReactNode; actions?: ReactNode; children?: ReactNode }

const Page = ({ title, lead, actions, children }: PageProps) => (
  <div className="stack">
    <PageHeader
      title={title}
      crumbs={
        <nav aria-label={runsWords.title}>
          <Link to={paths.runs()}>{words.runs}</Link>
        </nav>
      }
      lead={lead}
      actions={actions}
    />
    {children}
  </div>
)

const MapMissing = () => (
  <Page title={words.missing} lead={words.missingText}>
    <p>
      <Link to={paths.runs()} className={buttonClass({ variant: 'main' })}>
        {words.toRuns}
      </Link>
    </p>
  </Page>
)

function MapPage({ id }: { id: number }) {
  const result = useQuery({ ...redirectQueries.job(id), retryOnMount: false })
  const { data: job, refetch, isFetching } = result
  const error = useEarlyFailure(result)
  const { tab } = useListQuery(tabParams).query
  if (!job) {
    const failure = error ? asApiError(error) : null
    if (failure?.kind === 'missing') return <MapMissing />
    return (
      <Page title={words.loading}>
        {failure ? (
          <Failure error={failure} onRetry={() => void refetch()} busy={isFetching} />
        ) : (
          <Skeleton height="24rem" />
        )}
      </Page>
    )
  }
  if (job.kind !== 'redirects') return <MapMissing />
  const title = jobTitle(job)
  return (
    <Page title={title} lead={<p>{runsWords.result(job)}</p>} actions={<RunActions job={job} />}>
      {!isFinished(job) && <JobProgress title={title} job={job} />}
      {job.error && <Notice tone="bad">{whyOf(job)}</Notice>}
      {!job.urls_kept && <Notice tone="info">{runsWords.noUrls}</Notice>}
      <TabLinks
        label={words.tabs}
        tabs={[
          { name: words.redirects, to: paths.redirects(id), isOpen: tab === null },
          { name: words.unnamed, to: paths.redirects(id, 'unnamed'), isOpen: tab !== null },
        ]}
      />
      {tab === null ? <Rows job={job} /> : <UnnamedPages job={job} />}
    </Page>
  )
}

function Rows({ job }: { job: Job }) {
  const list = useListQuery(redirectListParams)
  const { query, change, repairs } = list
  const result = useQuery(redirectQueries.rows(job, query))
  const { data } = result
  return (
    <div className="stack snug">
      <Repairs repairs={repairs} />
      <RedirectToolbar id={job.id} list={list} results={data?.results} counted={words.rows(data?.total ?? 0)} />
      <PagedRows
        result={result}
        query={query}
        pageOf={(other) => redirectQueries.rows(job, other)}
        onChange={change}
        height="24rem"
        empty={
          <Card>
            <EmptyState
              title={hasFilters(query) ? words.noMatch : words.waiting}
              actions={hasFilters(query) && <Button onClick={() => change(noFilters)}>{listWords.clearFilters}</Button>}
            />
          </Card>
        }
      >
        {(rows) => (
          <Table
            hasCursor
            caption={words.redirects}
            columns={redirectColumns}
            rows={rows}
            keyOf={({ line }) => line}
            sort={{ by: query.sort_by, direction: query.sort }}
            onSort={({ by, direction }) =>
              change({ sort_by: redirectSorts.find((one) => one === by) ?? 'line', sort: direction })
            }
            sortLabel={(column, { direction }) => listWords.columnSort(column, direction)}
          />
        )}
      </PagedRows>
    </div>
  )
}

function UnnamedPages({ job }: { job: Job }) {
  const { query, change, repairs } = useListQuery(unnamedParams)
  const result = useQuery(redirectQueries.unnamed(job, query))
  return (
    <div className="stack snug">
      <Repairs repairs={repairs} />
      <div className="cluster baseline across">
        <p className="muted small">{words.unnamedLead}</p>
        <ExportButton path={`/jobs/${job.id}/unnamed-pages.csv`} name={`unnamed-pages-${job.id}`} className="end" />
      </div>
      <PagedRows
        result={result}
        query={query}
        pageOf={(other) => redirectQueries.unnamed(job, other)}
        onChange={change}
        height="16rem"
        empty={
          <Card>
            <p className="muted">{words.noneUnnamed}</p>
          </Card>
        }
      >
        {(rows) => (
          <Table hasCursor caption={words.unnamed} columns={unnamedColumns} rows={rows} keyOf={({ id }) => id} />
        )}
      </PagedRows>
    </div>
  )
}
