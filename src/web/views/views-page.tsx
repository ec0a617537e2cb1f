import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { View } from '#contract/lists/views.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { server } from '#web/data/server.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { isSaved } from '#web/resources/view-path.ts'
import { viewsQuery } from '#web/resources/view-queries.ts'
import { browserViews } from '#web/resources/view-storage.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { useImportViews } from './mutations.ts'
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
  const { data, error, isFetching, refetch } = useQuery(viewsQuery())
  const canWriteOnServer = useCanWrite()
  // A read-only key does not restrict the views in this browser.
  const canWrite = canWriteOnServer || data?.where !== 'server'
  return (
    <div className={styles.page}>
      <PageHeader
        title={words.title}
        lead={data ? words.lead[data.where] : '\u00A0'}
        actions={data && <ViewFiles saved={data} canImport={canWrite} />}
      />
      {data?.where === 'server' && canWrite && <BrowserViewsNotice views={data.views} />}
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
          <ViewRows saved={data} canWrite={canWrite} />
          {canWrite && <p className={styles.note}>{words.order}</p>}
        </>
      )}
    </div>
  )
}

/** Offers to add views to the server that were saved in this browser before the server supported views. */
function BrowserViewsNotice({ views }: { views: View[] }) {
  const { data = [] } = useQuery({
    queryKey: [server, 'views in browser'],
    queryFn: () => browserViews.list(),
    staleTime: 0,
  })
  const [isDone, setIsDone] = useState(false)
  const { mutateAsync, isPending } = useImportViews()
  const missing = data.filter((view) => !isSaved(view, views))
  if (missing.length === 0 || isDone) return null
  const add = () =>
    mutateAsync(missing).then(
      () => {
        setIsDone(true)
        showToast({ text: words.imported(missing.length), tone: 'good' })
      },
      (error) => void showToast({ text: errorSentence(asApiError(error)), tone: 'bad' }),
    )
  return (
    <Notice
      tone="info"
      actions={
        <Button busy={isPending} onClick={add}>
          {words.addToServer}
        </Button>
      }
    >
      {words.browserViews(missing.length)}
    </Notice>
  )
}
