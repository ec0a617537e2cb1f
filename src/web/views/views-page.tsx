import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useOwnService } from '#web/data/service.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { viewsQuery } from '#web/resources/views.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card, EmptyState, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { ViewFiles } from './view-files.tsx'
import { ViewRows } from './view-rows.tsx'
import { viewsWords as words } from './words.ts'
import styles from './views-page.module.css'

export function loader() {
  void queryClient.prefetchQuery(viewsQuery())
  return null
}

/** All saved views, to order, pin, rename, delete, export and import. */
export function Component() {
  const { data: views, error, isFetching, refetch } = useQuery(viewsQuery())
  const canWrite = useCanWrite()
  const isSupported = useOwnService() !== false
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={views && isSupported && <ViewFiles views={views} canImport={canWrite} />}
      />
      {error && !views && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!views && !error && <Skeleton height="12rem" />}
      {views?.length === 0 && (
        <Card>
          <EmptyState
            title={isSupported ? words.emptyTitle : words.notSupported}
            actions={
              <Link to={paths.reports()} className={buttonClass({ variant: 'main' })}>
                {words.toReports}
              </Link>
            }
          >
            {isSupported ? words.emptyText : words.notSupportedText}
          </EmptyState>
        </Card>
      )}
      {views && views.length > 0 && (
        <>
          <ViewRows views={views} canWrite={canWrite} />
          {canWrite && <p className={`faint small ${styles.note}`}>{words.order}</p>}
        </>
      )}
    </div>
  )
}
