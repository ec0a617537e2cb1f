import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { alertListParams } from '#contract/jobs/alerts.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useOwnService } from '#web/data/service.ts'
import { ListFoot } from '#web/list/list-foot.tsx'
import { Failure, Repairs } from '#web/list/list-notices.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card, EmptyState, Skeleton } from '#web/ui/page.tsx'
import { AlertCard } from './alert-card.tsx'
import { useLastRead, alertQueries } from './queries.ts'
import { alertsWords as words } from './words.ts'

/** All alerts, newest first. */
export function AlertsList() {
  const { query, change, repairs } = useListQuery(alertListParams)
  const isUnsupported = useOwnService() === false
  const { data: page, error, isFetching, refetch } = useQuery({ ...alertQueries.list(query), enabled: !isUnsupported })
  const lastRead = useLastRead()
  return (
    <>
      <Repairs repairs={repairs} />
      {isUnsupported && <Empty title={words.notSupported} text={words.notSupportedText} />}
      {!isUnsupported && error && !page && (
        <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!isUnsupported && !page && !error && <Skeleton height="12rem" />}
      {!isUnsupported && page?.total === 0 && <Empty title={words.emptyTitle} text={words.emptyText} />}
      {page && page.total !== 0 && (
        <Card flush>
          <ol>
            {page.rows.map((alert) => (
              <AlertCard key={alert.id} alert={alert} isNew={alert.id > lastRead} />
            ))}
          </ol>
          <ListFoot
            query={query}
            shown={query}
            page={page}
            onChange={change}
            onIntent={(to) => void queryClient.prefetchQuery(alertQueries.list({ ...query, page: to }))}
          />
        </Card>
      )}
    </>
  )
}

const Empty = ({ title, text }: { title: string; text: string }) => (
  <Card>
    <EmptyState
      title={title}
      actions={
        <Link to={paths.views()} className={buttonClass({ variant: 'main' })}>
          {words.toViews}
        </Link>
      }
    >
      {text}
    </EmptyState>
  </Card>
)
