import { alertListParams } from '#contract/jobs/alerts.ts'
import { paths } from '#web/app/paths.ts'
import { useOwnServiceQuery } from '#web/data/service.ts'
import { Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { EmptyCard } from '#web/ui/page.tsx'
import { AlertCard } from './alert-card.tsx'
import { useLastRead, alertQueries } from './queries.ts'
import { alertsWords as words } from './words.ts'

const next = { to: paths.views(), action: words.toViews }

/** All alerts, newest first. */
export function AlertsList() {
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
