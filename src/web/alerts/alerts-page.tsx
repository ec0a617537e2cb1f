import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { alertListParams } from '#contract/jobs/alerts.ts'
import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { prefetchFromOwnService, useOwnService } from '#web/data/service.ts'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { SchedulesList } from '#web/schedules/schedules-list.tsx'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { focusHeading, PageHeader, TabLinks } from '#web/ui/page.tsx'
import { AlertsList } from './alerts-list.tsx'
import { markRead, useLastRead, alertQueries } from './queries.ts'
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
