import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect } from 'react-router-dom'
import { readItem } from '#contract/responses/envelope.ts'
import { Overview, overviewParams } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { currentClient } from '#web/data/current-client.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { serverNow } from '#web/data/server.ts'
import { onOwnService } from '#web/data/service.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { formatCount } from '#web/list/words.ts'
import { viewPath, viewsQuery } from '#web/resources/views.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card, CardHead, PageHeader } from '#web/ui/page.tsx'
import { ViewCount } from '#web/views/view-count.tsx'
import { Analyses, MovedWebsites, Scores } from './cards.tsx'
import { recordOverviewVisit } from './last-visit.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

const FirstRun = lazyPart(() => import('#web/reports/first-run/first-run.tsx').then((file) => file.FirstRun))

/** Other servers begin with the reports. */
export async function loader({ request }: LoaderFunctionArgs) {
  if (!(await onOwnService(queryClient))) return redirect(paths.reports())
  const { query } = readUrlQuery(overviewParams, {}, new URL(request.url).search)
  await startQuery(overviewQuery(query.since ?? recordOverviewVisit(serverNow())))
  return null
}

/** The changes since a day, by default the last visit, and the current state of pages. */
export function Component() {
  const { query, repairs, change } = useListQuery(overviewParams)
  const [lastVisit] = useState(() => recordOverviewVisit(serverNow()))
  const since = query.since ?? lastVisit
  const result = useQuery({ ...overviewQuery(since), placeholderData: keepPreviousData })
  const { data } = result
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        // A blank line until it is known, so that nothing moves.
        lead={data ? data.pages > 0 && words.lead(data.pages, data.websites) : '\u00A0'}
        actions={
          data?.pages !== 0 && (
            <SinceField since={since} onChange={(day) => change({ since: day === lastVisit ? null : day })} />
          )
        }
      />
      <Repairs repairs={repairs} />
      <QueryStates result={result} height="24rem" loading={words.loading}>
        {(overview) =>
          overview.pages > 0 ? (
            <Loaded overview={overview} since={since} isStale={result.isPlaceholderData} />
          ) : (
            <FirstRun />
          )
        }
      </QueryStates>
    </div>
  )
}

/** Days before this one are only typed on the way to another year. */
const firstDay = '2000-01-01'

/** A date field. Incomplete dates stay in it until they are complete. */
function SinceField({ since, onChange }: { since: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(since)
  const [applied, setApplied] = useState(since)
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  if (applied !== since) {
    setApplied(since)
    setTyped(since)
  }
  return (
    <label className={`row muted ${styles.since}`}>
      {words.since}
      <input
        type="date"
        value={typed}
        min={firstDay}
        max={today}
        onChange={({ target: { value } }) => {
          setTyped(value)
          if (value >= firstDay && value <= today) onChange(value)
        }}
      />
    </label>
  )
}

const Loaded = ({ overview, since, isStale }: { overview: Overview; since: string; isStale: boolean }) => (
  <div className={styles.parts} aria-busy={isStale || undefined}>
    <Changes changed={overview.changed} since={since} />
    <div className={`grid roomy ${styles.columns}`}>
      <Scores overview={overview} />
      <MovedWebsites overview={overview} />
    </div>
    <div className={`grid roomy ${styles.columns}`}>
      <SavedViews />
      <Analyses />
    </div>
  </div>
)

const shownChanges = ['worse', 'better', 'not_indexable', 'new'] as const
const toneOfChange = { worse: 'bad', better: 'good', not_indexable: 'bad', new: null } as const

/** The numbers of pages that changed since a day, by the kind of change. Each links to its pages. */
const Changes = ({ changed, since }: { changed: Overview['changed']; since: string }) => (
  <Card flush aria-label={words.changes}>
    <ul className={styles.changes}>
      {shownChanges.map((change) => {
        const { count, relation } = changed[change]
        const color = toneOfChange[change]
        return (
          <li key={change}>
            <Link to={paths.reports({ ...chosenPageSize(), latest: '1', from: since, changed: change })}>
              <span>{words.changed[change]}</span>
              <b className={classes(count > 0 && color && styles[color])}>{formatCount(count, relation)}</b>
            </Link>
          </li>
        )
      })}
    </ul>
  </Card>
)

/** Every saved view with the number of its rows. */
function SavedViews() {
  const { data } = useQuery(viewsQuery())
  return (
    <Card flush aria-labelledby="saved-views">
      <CardHead id="saved-views" title={words.views} />
      {data?.length === 0 && <p className={`muted small ${styles.none}`}>{words.noViews}</p>}
      <ul className={styles.links}>
        {data?.map((view) => (
          <li key={view.id}>
            <Link to={viewPath(view)}>
              <span>{view.name}</span>
              <ViewCount view={view} className={styles.count} />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The changes since a day. Its key begins like those of the websites, so that a new report makes it outdated. */
export const overviewQuery = (since: string) =>
  queryOptions({
    queryKey: [...websiteQueries.all(), 'overview', since],
    queryFn: ({ signal }) =>
      currentClient().get(`/overview?since=${since}`, (body) => readItem(Overview, body), { signal }),
  })
