import { useState } from 'react'
import { websiteExportColumns } from '#contract/lists/exports.ts'
import { type WebsiteListQuery, websiteListParams, websiteSorts } from '#contract/lists/list-query.ts'
import { websiteFilterNames, websiteFilters } from '#contract/lists/page-filters.ts'
import { choice } from '#contract/lists/query-params.ts'
import { AnyWebsiteRow } from '#contract/websites/website.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor, useCanWrite } from '#web/data/reader.ts'
import { OwnService } from '#web/data/service.ts'
import { ResourceList } from '#web/list/resource-list.tsx'
import type { FilterName, Resource } from '#web/list/resource.ts'
import { type ResourceListState, useResourceList } from '#web/list/use-resource-list.ts'
import { listWords } from '#web/list/words.ts'
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

export const useWebsitesList = (): WebsitesListState =>
  useResourceList(isVisitor() ? visitorResource : resource, { missing: isVisitor() ? missingForVisitors : undefined })

const withoutAverage = ['reports_avg_score']

export function WebsitesList({ state }: { state: WebsitesListState }) {
  const { list } = state
  const { query } = list
  const filterLabel = (name: FilterName<WebsiteListQuery>) => {
    const filter = websiteFilterNames.find((one) => one === name)
    if (!filter) return listWords.quoted(query.search)
    const value = query[filter]
    return value === null ? '' : websiteFilters[filter].label(value, { check: null })
  }
  return (
    <ResourceList
      state={state}
      className={styles.single}
      filters={(choices) => <WebsiteFilters {...choices} list={list} />}
      filterLabel={filterLabel}
      withoutColumns={state.isOwn && query.sort_by !== 'reports_avg_score' ? withoutAverage : undefined}
      SelectionBar={WebsitesSelection}
      firstRun={<FirstRun />}
    />
  )
}

/** Adds a website before its first report. */
export function AddWebsiteButton() {
  const canWrite = useCanWrite()
  const [isAdding, setAdding] = useState(false)
  if (!canWrite) return null
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
  const canWrite = useCanWrite()
  return (
    <Card>
      <EmptyState
        title={words.emptyTitle}
        actions={
          canWrite && (
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
