import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { searchFilterNames } from '#contract/lists/page-filters.ts'
import { pageListFilters, pageListParams, type PageListQuery, pageSorts } from '#contract/lists/page-list.ts'
import { defaultsOf, writeQuery } from '#contract/lists/query-params.ts'
import { readListPage } from '#contract/responses/envelope.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isChosen, useColumnChoice } from '#web/list/column-choice.ts'
import { ResourceList, type SelectionProps } from '#web/list/resource-list.tsx'
import type { FilterName, Resource } from '#web/list/resource.ts'
import { useResourceList } from '#web/list/use-resource-list.ts'
import { listWords } from '#web/list/words.ts'
import { useAssigneeName } from '#web/resources/people.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { classes } from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { EmptyState } from '#web/ui/page.tsx'
import { PageRow } from './page-row.ts'
import { pageColumns } from './page-table.tsx'
import { PagesSelection } from './pages-selection.tsx'
import { WebsiteExports } from './website-exports.tsx'
import { websitePagesWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

const PageFilters = lazyPart(() => import('./page-filters.tsx').then((file) => file.PageFilters))

/** The list of one website. Each website has lists of its own in the cache. */
function resourceOf(websiteId: number): Resource<PageRow, PageListQuery> {
  const lists = () => [...websiteQueries.all(), 'pages', String(websiteId)]
  const fetchPage = (query: PageListQuery, signal: AbortSignal) => {
    const search = writeQuery(pageListParams, query).toString()
    const path = `/websites/${websiteId}/pages${search && `?${search}`}`
    return currentClient().get(path, (body) => readListPage(PageRow, body), { signal })
  }
  const list = (query: PageListQuery) =>
    queryOptions({
      queryKey: [...lists(), query],
      queryFn: ({ signal }) => fetchPage(query, signal),
      placeholderData: keepPreviousData,
    })
  return {
    name: 'pages',
    row: PageRow,
    params: pageListParams,
    filters: ['search', ...pageListFilters, ...otherFilters],
    sorts: pageSorts,
    kept: { on: 'pages', website_id: String(websiteId) },
    queries: { lists, list, plainList: () => list(defaultsOf(pageListParams)) },
    fetchPage,
    prefetch: (id) => void queryClient.prefetchQuery(reportQueries.detail(id)),
    columns: pageColumns,
    exportColumns: [],
    words,
  }
}

/** Those that have a place of their own among the filters, or none. */
const otherFilters = [...searchFilterNames, 'no_impressions', 'check', 'assignee', 'gone'] as const

const selectionOf = (websiteId: number) => (props: SelectionProps<PageRow, PageListQuery>) => (
  <PagesSelection {...props} websiteId={websiteId} />
)

/** The pages of a website with all their columns, to sort, filter and export. */
export function WebsitePages({ id, domain }: { id: number; domain: string }) {
  const resource = useMemo(() => resourceOf(id), [id])
  const Selection = useMemo(() => selectionOf(id), [id])
  const state = useResourceList(resource, {})
  const choice = useColumnChoice()
  const { list } = state
  const { query } = list
  const { data: checks } = useQuery({ ...checksQuery(), enabled: query.check !== null })
  const check = checks?.data.find(({ id }) => id === query.check)
  const assignee = useAssigneeName(query.assignee)
  const filterLabel = (name: FilterName<PageListQuery>) => {
    const filter = [...pageListFilters, ...otherFilters].find((filter) => filter === name)
    const names = { check: check?.name, assignee }
    const value = (filter === 'check' || filter === 'assignee' ? names[filter] : null) ?? (filter && query[filter])
    return filter ? words.filterLabel(filter, value ?? '') : listWords.quoted(query.search)
  }
  return (
    <section aria-labelledby="its-pages" className="stack snug">
      <h2 id="its-pages" className={query.check === null ? 'hidden-visually' : undefined}>
        {check?.title_any ?? words.caption}
      </h2>
      <ResourceList
        state={state}
        className={classes(styles.ofOne, isChosen(choice, 'pages', 'title') ? styles.titled : styles.untitled)}
        filters={(choices) => <PageFilters {...choices} list={list} websiteId={id} />}
        filterLabel={filterLabel}
        SelectionBar={Selection}
        firstRun={<EmptyState title={words.noPages}>{words.noPagesText}</EmptyState>}
        exports={<WebsiteExports id={id} domain={domain} query={query} />}
      />
    </section>
  )
}
