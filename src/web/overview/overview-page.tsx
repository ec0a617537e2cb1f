import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { isFinished } from '#contract/jobs/job.ts'
import { pageFilters } from '#contract/lists/page-filters.ts'
import { readItem } from '#contract/responses/envelope.ts'
import { Overview, overviewParams } from '#contract/websites/overview.ts'
import { currentClient } from '#web/data/current-client.ts'
import { startQuery } from '#web/data/query-client.ts'
import { serverNow } from '#web/data/server.ts'
import { jobQueries } from '#web/jobs/queries.ts'
import { FilterChips } from '#web/list/filter-chips.tsx'
import { Repairs } from '#web/list/list-notices.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { useClientName } from '#web/resources/clients.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { AtRisk } from './at-risk.tsx'
import { Scores } from './figures.tsx'
import { recordOverviewVisit } from './last-visit.ts'
import { Mine } from './mine.tsx'
import { MyWebsites, neediestWebsites } from './my-websites.tsx'
import { News } from './news.tsx'
import { Period } from './period.tsx'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

const FirstRun = lazyPart(() => import('#web/reports/first-run/first-run.tsx').then((file) => file.FirstRun))

export async function loader({ request }: LoaderFunctionArgs) {
  const { query } = readUrlQuery(overviewParams, {}, new URL(request.url).search)
  await Promise.all([
    startQuery(overviewQuery(query.since ?? recordOverviewVisit(serverNow()), query.client)),
    startQuery(websiteQueries.list(neediestWebsites(query.client))),
  ])
  return null
}

/** What broke since a day, by default the last visit, and the websites, those that need attention first. */
export function Component() {
  const { query, repairs, change } = useListQuery(overviewParams)
  const [lastVisit] = useState(() => recordOverviewVisit(serverNow()))
  const since = query.since ?? lastVisit
  const isLive = useRunningJobs()
  const result = useQuery({
    ...overviewQuery(since, query.client),
    placeholderData: keepPreviousData,
    refetchInterval: isLive ? liveMs : false,
  })
  const { data } = result
  const isEmpty = data?.websites === 0 && query.client === null
  const client = useClientName(query.client)
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={words.title}
        // A blank line until it is known, so that nothing moves.
        lead={data ? !isEmpty && words.lead(data.pages, data.websites) : '\u00A0'}
        actions={
          !isEmpty && (
            <Period
              since={since}
              lastVisit={lastVisit}
              onChange={(day) => change({ since: day === lastVisit ? null : day })}
            />
          )
        }
      />
      <Repairs repairs={repairs} />
      {query.client !== null && (
        <FilterChips
          filters={[
            {
              name: 'client',
              label: pageFilters.client.label(String(query.client), { client }),
              onRemove: () => change({ client: null }),
            },
          ]}
          onClear={() => change({ client: null })}
        />
      )}
      {isEmpty ? (
        <FirstRun />
      ) : (
        <>
          {data && <AtRisk overview={data} />}
          <QueryStates result={result} height="3rem" loading={words.loading}>
            {(overview) =>
              overview.news && (
                <div aria-busy={result.isPlaceholderData || undefined} className={styles.recent}>
                  <News news={overview.news} since={overview.since} />
                </div>
              )
            }
          </QueryStates>
          {data?.mine && data.mine.length > 0 && <Mine issues={data.mine} />}
          <MyWebsites client={query.client} refetchInterval={isLive ? liveMs : false} />
          {data && <Scores overview={data} />}
        </>
      )}
    </div>
  )
}

/** The time between two requests for the figures while a job runs, in ms. */
const liveMs = 4000

/** Returns whether a job runs, of anyone. The tray polls them. */
function useRunningJobs(): boolean {
  const { data = [] } = useQuery({ ...jobQueries.recent(), refetchInterval: false })
  return data.some((job) => !isFinished(job))
}

/** The changes since a day. Its key begins like those of the websites, so that a new report makes it outdated. */
export const overviewQuery = (since: string, client: number | null = null) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'overview', since, client],
    queryFn: ({ signal }) =>
      currentClient().get(
        `/overview?since=${since}${client === null ? '' : `&client=${client}`}`,
        (body) => readItem(Overview, body),
        { signal },
      ),
  })
