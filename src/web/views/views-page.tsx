import { useQuery } from '@tanstack/react-query'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { viewsQuery } from '#web/resources/views.ts'
import { EmptyCard, PageHeader } from '#web/ui/page.tsx'
import { maxPinned } from './pinned-views.tsx'
import { ViewFiles } from './view-files.tsx'
import { ViewRows } from './view-rows.tsx'
import { viewsWords as words } from './words.ts'

export function loader() {
  void queryClient.prefetchQuery(viewsQuery())
  return null
}

/** All saved views, to order, pin, rename, delete, export and import. */
export function Component() {
  const result = useQuery(viewsQuery())
  const { data: views } = result
  const canWrite = useCanWrite()
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={views && <ViewFiles views={views} canImport={canWrite} />}
      />
      <QueryStates result={result} height="12rem">
        {(views) =>
          views.length === 0 ? (
            <EmptyCard title={words.emptyTitle} text={words.emptyText} to={paths.reports()} action={words.toReports} />
          ) : (
            <>
              <ViewRows views={views} canWrite={canWrite} />
              {canWrite && <p className="faint small prose">{words.order(maxPinned)}</p>}
            </>
          )
        }
      </QueryStates>
    </div>
  )
}
