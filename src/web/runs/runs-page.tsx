import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { type Run, runListParams } from '#contract/jobs/runs.ts'
import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { usePages } from '#web/resources/pages.ts'
import { schedulesQuery } from '#web/schedules/queries.ts'
import { NextRuns, SchedulesList } from '#web/schedules/schedules-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, EmptyState, PageHeader, TabLinks } from '#web/ui/page.tsx'
import { Table } from '#web/ui/table.tsx'
import { runsQuery, useLiveRuns } from './queries.ts'
import { runColumns } from './run-cells.tsx'
import { hasFilters, noFilters, RunToolbar } from './run-toolbar.tsx'
import { runsWords as words } from './words.ts'
import styles from './runs.module.css'

const tabParams: QueryParams<{ tab: 'schedules' | null }> = { tab: choice(['schedules'], null) }

export async function loader({ request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url)
  if (readUrlQuery(tabParams, {}, search).query.tab === null)
    void queryClient.prefetchQuery(runsQuery(readUrlQuery(runListParams, {}, search).query))
  // The next runs are above the list.
  await startQuery(schedulesQuery())
  return null
}

/** Every job and scheduled run of everyone, and all schedules. */
export function Component() {
  const { tab } = useListQuery(tabParams).query
  const pages = usePages()
  const isRuns = tab === null
  return (
    <div className="stack">
      <PageHeader
        title={isRuns ? words.title : words.schedules}
        lead={isRuns ? <NextRuns otherwise={words.lead} /> : words.schedulesLead}
      />
      <TabLinks
        label={words.tabs}
        tabs={[
          { name: words.title, to: pages.runs ?? paths.runs(), isOpen: isRuns },
          { name: words.schedules, to: paths.schedules(), isOpen: !isRuns },
        ]}
      />
      {isRuns ? <Runs /> : <SchedulesList />}
    </div>
  )
}

/** The runs, newest first. */
function Runs() {
  const { query, change, repairs } = useListQuery(runListParams)
  const result = useQuery(runsQuery(query))
  const { data } = result
  return (
    <div className="stack snug">
      <Repairs repairs={repairs} />
      <RunToolbar
        filter={query}
        onChange={change}
        counted={words.runs(data?.total ?? 0, data?.totalRelation ?? 'eq')}
      />
      <PagedRows
        result={result}
        query={query}
        pageOf={runsQuery}
        onChange={change}
        height="24rem"
        empty={
          <Card>
            {hasFilters(query) ? (
              <EmptyState
                title={words.noMatch}
                actions={<Button onClick={() => change(noFilters)}>{words.clear}</Button>}
              >
                {words.noMatchText}
              </EmptyState>
            ) : (
              <EmptyState title={words.emptyTitle}>{words.emptyText}</EmptyState>
            )}
          </Card>
        }
      >
        {(runs) => <RunsTable runs={runs} />}
      </PagedRows>
    </div>
  )
}

function RunsTable({ runs }: { runs: readonly Run[] }) {
  const live = useLiveRuns(runs)
  const canWrite = useCanWrite()
  return (
    <>
      {!canWrite && <p className="muted small inset">{words.seesOnly}</p>}
      <Table
        className={styles.runs}
        hasCursor
        caption={words.title}
        columns={runColumns}
        rows={live}
        keyOf={({ id }) => id}
      />
    </>
  )
}
