import { useMemo, useState } from 'react'
import { websiteExportColumns } from '#contract/lists/exports.ts'
import { type WebsiteListQuery, websiteListParams, websiteSorts } from '#contract/lists/list-query.ts'
import { websiteFilterNames, websiteFilters } from '#contract/lists/page-filters.ts'
import { choice } from '#contract/lists/query-params.ts'
import { AnyWebsiteRow } from '#contract/websites/website.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { OwnService } from '#web/data/service.ts'
import { ResourceList } from '#web/list/resource-list.tsx'
import type { FilterName, Resource } from '#web/list/resource.ts'
import { type ResourceListState, useResourceList } from '#web/list/use-resource-list.ts'
import { listWords } from '#web/list/words.ts'
import { useIsWaiting, Waiting } from '#web/reports/first-run/first-run.tsx'
import { useClientName, useClients } from '#web/resources/clients.ts'
import { useCanAddWebsites, useCanEditAny } from '#web/resources/me.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card, EmptyState } from '#web/ui/page.tsx'
import { addWebsiteWords } from './new-website/words.ts'
import { specifiedColumns, visitorColumns, websiteColumns } from './website-columns.tsx'
import { websitesWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

const AddWebsiteDialog = lazyPart(() =>
  import('./new-website/add-website-dialog.tsx').then((file) => file.AddWebsiteDialog),
)

const WebsiteFilters = lazyPart(() => import('./website-filters.tsx').then((file) => file.WebsiteFilters))
const WebsitesSelection = lazyPart(() => import('./websites-selection.tsx').then((file) => file.WebsitesSelection))

const resource: Resource<AnyWebsiteRow, WebsiteListQuery> = {
  name: 'websites',
  row: AnyWebsiteRow,
  params: websiteListParams,
  filters: ['search', ...websiteFilterNames],
  sorts: ['attention', 'domain', 'pages_avg_score', 'reports_count', 'id'],
  extensions: websiteFilterNames,
  specified: {
    params: { ...websiteListParams, sort_by: choice(websiteSorts, 'id') },
    sorts: websiteSorts,
    columns: specifiedColumns,
  },
  queries: websiteQueries,
  fetchPage: (query, signal) => currentClient().listWebsites(query, signal, Number.POSITIVE_INFINITY),
  prefetch: (id) => void queryClient.prefetchQuery(websiteQueries.detail(id)),
  columns: websiteColumns,
  exportColumns: websiteExportColumns,
  words,
}

type WebsitesListState = ResourceListState<AnyWebsiteRow, WebsiteListQuery>

const missingForVisitors: ReadonlySet<FilterName<WebsiteListQuery>> = new Set(websiteFilterNames)

const visitorResource = { ...resource, columns: visitorColumns }

/** Returns the list of all websites, or of a client's. Pass a stable object. */
export const useWebsitesList = (fixed?: Pick<WebsiteListQuery, 'client'>): WebsitesListState =>
  useResourceList(isVisitor() ? visitorResource : resource, {
    fixed,
    missing: isVisitor() ? missingForVisitors : undefined,
  })

export function WebsitesList({ state }: { state: WebsitesListState }) {
  const { list } = state
  const { query } = list
  const hasClients = useClients().length > 0 && !('client' in state.fixed)
  const withoutColumns = useMemo(
    () => [
      ...(state.isOwn && query.sort_by !== 'reports_avg_score' ? ['reports_avg_score'] : []),
      ...(hasClients ? [] : ['client_id']),
    ],
    [state.isOwn, query.sort_by, hasClients],
  )
  const names = { client: useClientName(query.client) }
  const filterLabel = (name: FilterName<WebsiteListQuery>) => {
    if (name === 'client') return query.client === null ? '' : websiteFilters.client.label(query.client, names)
    if (name !== 'privacy') return listWords.quoted(query.search)
    return query.privacy === null ? '' : websiteFilters.privacy.label(query.privacy, names)
  }
  return (
    <ResourceList
      state={state}
      className={styles.single}
      filters={(choices) => <WebsiteFilters {...choices} list={list} />}
      filterLabel={filterLabel}
      withoutColumns={withoutColumns}
      SelectionBar={WebsitesSelection}
      firstRun={<FirstRun />}
    />
  )
}

/** Adds a website before its first report. */
export function AddWebsiteButton() {
  const canAdd = useCanAddWebsites()
  const [isAdding, setAdding] = useState(false)
  if (!canAdd) return null
  return (
    <OwnService>
      <Button icon="plus" aria-haspopup="dialog" onClick={() => setAdding(true)}>
        {addWebsiteWords.title}
      </Button>
      {isAdding && <AddWebsiteDialog onClose={() => setAdding(false)} />}
    </OwnService>
  )
}

/** Explains the list before there are any websites. */
function FirstRun() {
  const { editUrl } = useAnalyseRequests()
  const canEdit = useCanEditAny()
  if (useIsWaiting()) return <Waiting />
  return (
    <Card>
      <EmptyState
        title={words.emptyTitle}
        actions={
          canEdit && (
            <>
              <Button variant="main" onClick={() => editUrl('')}>
                {words.emptyAction}
              </Button>
              <AddWebsiteButton />
            </>
          )
        }
      >
        {words.emptyText}
      </EmptyState>
    </Card>
  )
}
