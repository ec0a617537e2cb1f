import { useQuery } from '@tanstack/react-query'
import { websiteFilterParams, websiteFilters } from '#contract/lists/page-filters.ts'
import type { View } from '#contract/lists/views.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useOwnPerson } from '#web/data/service.ts'
import { FilterChips } from '#web/list/filter-chips.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { useListQuery } from '#web/list/use-list-query.ts'
import { useClientName } from '#web/resources/clients.ts'
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

const clientParams = { client: websiteFilterParams.client }

/** Returns whether a view belongs to a client, or shows only that client. */
const isOf = ({ client_id, query }: View, client: string | null) =>
  String(client_id) === client || new URLSearchParams(query).get('client') === client

/** All saved views, to order, pin, rename, delete, export and import. */
export function Component() {
  const result = useQuery(viewsQuery())
  const { data: views } = result
  const canWrite = useCanWrite()
  const { query, change } = useListQuery(clientParams)
  const client = useClientName(query.client)
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={useOwnPerson() ? words.leadOfPeople : words.lead}
        actions={views && <ViewFiles views={views} canImport={canWrite} />}
      />
      {query.client !== null && (
        <FilterChips
          filters={[
            {
              name: 'client',
              label: websiteFilters.client.label(query.client, { client }),
              onRemove: () => change({ client: null }),
            },
          ]}
          onClear={() => change({ client: null })}
        />
      )}
      <QueryStates result={result} height="12rem">
        {(views) =>
          query.client !== null ? (
            // The order is that of all views.
            <ViewRows views={views.filter((view) => isOf(view, query.client))} canWrite={false} />
          ) : views.length === 0 ? (
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
