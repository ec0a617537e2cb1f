import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router-dom'
import { type Alert, type AlertChange, alertListParams } from '#contract/jobs/alerts.ts'
import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { prefetchFromOwnService, useOwnService, useOwnServiceQuery } from '#web/data/service.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { SchedulesList } from '#web/schedules/schedules-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { EmptyCard, focusHeading, PageHeader, TabLinks } from '#web/ui/page.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { alertQueries, markRead, useLastRead } from './queries.ts'
import { alertsWords as words } from './words.ts'
import styles from './alerts.module.css'

const tabs = ['schedules'] as const
const tabParams: QueryParams<{ tab: (typeof tabs)[number] | null }> = { tab: choice(tabs, null) }

export function loader({ request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url)
  if (readUrlQuery(tabParams, {}, search).query.tab === null)
    void prefetchFromOwnService(alertQueries.list(readUrlQuery(alertListParams, {}, search).query))
  return null
}

/** All alerts, newest first, and all schedules. */
export function Component() {
  const { tab } = useListQuery(tabParams).query
  const hasSchedules = useOwnService()
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={tab === null ? words.title : words.schedules}
        lead={tab === null ? words.lead : words.schedulesLead}
        actions={tab === null && <MarkRead />}
      />
      {hasSchedules && (
        <TabLinks
          label={words.tabs}
          tabs={[
            { name: words.title, to: paths.alerts(), isOpen: tab === null },
            { name: words.schedules, to: { search: '?tab=schedules' }, isOpen: tab !== null },
          ]}
        />
      )}
      {tab === null ? <AlertsList /> : <SchedulesList />}
    </div>
  )
}

/** Marks all alerts as read in this browser. Shows nothing if they are. */
function MarkRead() {
  const isOffered = useOwnService() === true
  const { data } = useQuery({ ...alertQueries.unread(useLastRead()), enabled: isOffered })
  if (!data || data.count === 0) return null
  const markAllRead = () => {
    markRead(data.latest)
    announce(words.marked)
    // The button disappears.
    focusHeading()
  }
  return (
    <Button icon="check" onClick={markAllRead}>
      {words.markRead}
    </Button>
  )
}

const next = { to: paths.views(), action: words.toViews }

/** All alerts, newest first. */
function AlertsList() {
  const { query, change, repairs } = useListQuery(alertListParams)
  const result = useOwnServiceQuery(alertQueries.list(query))
  const lastRead = useLastRead()
  return (
    <>
      <Repairs repairs={repairs} />
      <PagedRows
        result={result}
        query={query}
        pageOf={alertQueries.list}
        onChange={change}
        height="12rem"
        unsupported={<EmptyCard title={words.notSupported} text={words.notSupportedText} {...next} />}
        empty={<EmptyCard title={words.emptyTitle} text={words.emptyText} {...next} />}
      >
        {(alerts) => (
          <ol>
            {alerts.map((alert) => (
              <AlertCard key={alert.id} alert={alert} isNew={alert.id > lastRead} />
            ))}
          </ol>
        )}
      </PagedRows>
    </>
  )
}

/** Changes shown at first. */
const shownChanges = 5

/** One alert: its view, its changes with the reports that show them, and its delivery. */
function AlertCard({ alert, isNew }: { alert: Alert; isNew: boolean }) {
  const { view_name, url, changes, created_at, mail, webhook } = alert
  const [all, setAll] = useState(false)
  const total = alert.total ?? changes.length
  const shown = all ? changes : changes.slice(0, shownChanges)
  const deliveries = [
    mail && mail !== 'none' && words.mailStates[mail],
    webhook && webhook !== 'none' && words.webhookStates[webhook],
  ].filter(Boolean)
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <div className={`cluster ${styles.head}`}>
        <h2>
          <Link to={paths.reports() + (URL.parse(url)?.search ?? '')}>{view_name}</Link>
        </h2>
        {isNew && <span className={styles.new}>{words.isNew}</span>}
        <span className="faint small">
          {words.count(total)}
          {created_at && (
            <>
              {'\u00a0· '}
              <RelativeTime iso={created_at} />
            </>
          )}
          {deliveries.map((text) => ` · ${text}`)}
        </span>
      </div>
      <ul className={styles.changes}>
        {shown.map((change, at) => (
          <Change key={at} change={change} />
        ))}
      </ul>
      {!all && changes.length > shownChanges && (
        <Button variant="plain" size="s" onClick={() => setAll(true)}>
          {words.more(changes.length - shownChanges)}
        </Button>
      )}
      {all && total > changes.length && <p className="faint small">{words.notShown(total - changes.length)}</p>}
    </li>
  )
}

const Change = ({ change }: { change: AlertChange }) => (
  <li>
    <span>{words.change(change)}</span>
    {change.url !== null &&
      (change.report_id === null ? (
        <UrlText url={change.url} />
      ) : (
        <Link to={paths.report(change.report_id)}>
          <UrlText url={change.url} />
        </Link>
      ))}
  </li>
)
