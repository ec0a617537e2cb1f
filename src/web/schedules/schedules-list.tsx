import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { Schedule } from '#contract/jobs/schedules.ts'
import { paths } from '#web/app/paths.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { viewPath, viewsQuery } from '#web/resources/views.ts'
import { useWebsiteName } from '#web/resources/websites.tsx'
import { Card, EmptyCard } from '#web/ui/page.tsx'
import { Moment, RelativeTime, formatAbsolute, formatShortMoment } from '#web/ui/time.tsx'
import { schedulesQuery, scheduleTarget } from './queries.ts'
import { ScheduleButton } from './schedule-button.tsx'
import { schedulesWords as words } from './words.ts'
import styles from './schedules.module.css'

const next = { to: paths.websites(), action: words.toWebsites }

/** All schedules, the next run first. */
export function SchedulesList() {
  const result = useQuery(schedulesQuery())
  return (
    <QueryStates result={result} height="12rem">
      {(schedules) =>
        schedules.length === 0 ? (
          <EmptyCard title={words.emptyTitle} text={words.emptyText} {...next} />
        ) : (
          <Card flush>
            <ul className="rows">
              {schedules.map((schedule) => (
                <Row key={schedule.id} schedule={schedule} />
              ))}
            </ul>
          </Card>
        )
      }
    </QueryStates>
  )
}

/** Runs named at most. */
const named = 2

/** The next runs in a line, or another text while none is due. */
export function NextRuns({ otherwise }: { otherwise: string }) {
  const { data = [] } = useQuery(schedulesQuery())
  const due = data.filter(({ next_run_at }) => next_run_at !== null)
  if (due.length === 0) return otherwise
  return (
    <span>
      {words.next}{' '}
      {due.slice(0, named).map((schedule, at) => (
        <span key={schedule.id}>
          {at > 0 && ' · '}
          <NextRun schedule={schedule} />
        </span>
      ))}
    </span>
  )
}

function NextRun({ schedule }: { schedule: Schedule }) {
  const { name, to } = useTarget(schedule)
  return (
    <>
      <Link to={to}>{name}</Link>{' '}
      <span className="no-wrap">
        {schedule.next_run_at && <Moment sent={schedule.next_run_at} format={formatShortMoment} />}
      </span>
    </>
  )
}

function Row({ schedule }: { schedule: Schedule }) {
  const { next_run_at, last_run_at, last_outcome, crawl, last_crawl } = schedule
  const target = scheduleTarget(schedule)
  const { name, to } = useTarget(schedule)
  return (
    <li className={styles.row}>
      <div className={`about ${styles.about}`}>
        <span className="muted">
          {words.kinds[target.kind]} · <Link to={to}>{name}</Link>
        </span>
        <ScheduleButton target={target} name={name} />
        {crawl && <span className="faint small">{words.crawlFrom(crawl.start_url)}</span>}
      </div>
      <div className={`faint small grid dense ${styles.runs}`}>
        {schedule.paused && <span>{words.paused}</span>}
        {next_run_at && (
          <span>
            {words.nextRun('')}
            <Moment sent={next_run_at} format={formatAbsolute} />
          </span>
        )}
        <span>
          {last_run_at ? (
            <>
              {words.lastRun} <RelativeTime iso={last_run_at} />
              {last_outcome && `. ${words.outcomes[last_outcome]}`}
            </>
          ) : (
            words.neverRun
          )}
        </span>
        {last_crawl && <LastCrawl crawl={last_crawl} />}
      </div>
    </li>
  )
}

/** What the last crawl found, linked to it and to its comparison with the one before. */
function LastCrawl({ crawl }: { crawl: NonNullable<Schedule['last_crawl']> }) {
  const { id, website_id, changes } = crawl
  return (
    <span>
      <Link to={paths.crawl(website_id, id)}>{textOf(crawl)}</Link>
      {changes && (
        <>
          {' → '}
          <Link to={paths.crawl(website_id, id, { compare: changes.previous_id })}>{words.compare}</Link>
        </>
      )}
    </span>
  )
}

function textOf(crawl: NonNullable<Schedule['last_crawl']>): string {
  if (crawl.state === 'running') return words.crawlRunning
  return crawl.urls === null ? words.crawlEmpty : words.crawlFound(crawl)
}

function useTarget({ website_id, view_id }: Schedule): { name: string; to: string } {
  const website = useWebsiteName(website_id)
  const { data } = useQuery(viewsQuery())
  if (website_id !== null)
    return { name: website?.full ?? words.unnamed.website(website_id), to: paths.websiteIssues(website_id) }
  const view = data?.find(({ id }) => id === view_id)
  return { name: view?.name ?? words.unnamed.view(view_id ?? 0), to: view ? viewPath(view) : paths.views() }
}
