import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { asApiError } from '#web/data/api-error.ts'
import { useMayWrite } from '#web/data/session.ts'
import { queryClient } from '#web/data/query-client.ts'
import { viewsQuery } from './queries.ts'
import { Failure } from '#web/list/failure.tsx'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { viewsWords as words } from './words.ts'
import { LeftInBrowser } from './left-in-browser.tsx'
import { ViewFiles } from './view-files.tsx'
import { ViewRows } from './view-rows.tsx'
import styles from './views-page.module.css'

export function loader() {
  void queryClient.prefetchQuery(viewsQuery())
  return null
}

/** All saved views: where they are kept, in which order, and what can be done with each. */
export function Component() {
  const { data, error, isFetching, refetch } = useQuery(viewsQuery())
  // Those kept in the browser are its owner's, whatever the key may do.
  const mayServer = useMayWrite()
  const mayWrite = mayServer || data?.where !== 'server'
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        lead={data ? words.lead[data.where] : '\u00A0'}
        actions={data && <ViewFiles saved={data} mayImport={mayWrite} />}
      />
      {data?.where === 'server' && mayWrite && <LeftInBrowser views={data.views} />}
      {error && !data && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height="12rem" />}
      {data?.views.length === 0 && (
        <Card>
          <EmptyState
            title={words.emptyTitle}
            actions={
              <Link to={paths.reports()} className={buttonClass({ variant: 'main' })}>
                {words.toReports}
              </Link>
            }
          >
            {words.emptyText}
          </EmptyState>
        </Card>
      )}
      {data && data.views.length > 0 && (
        <>
          <ViewRows views={data.views} mayWrite={mayWrite} />
          {mayWrite && <p className={styles.note}>{words.order}</p>}
        </>
      )}
    </div>
  )
}
