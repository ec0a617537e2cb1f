import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import { searchSorts } from '#contract/google/search-data.ts'
import { reportExportColumns } from '#contract/lists/exports.ts'
import {
  selectsLatest,
  latestFilterNames,
  newestParams,
  type ReportListQuery,
  reportListParams,
  reportSorts,
} from '#contract/lists/list-query.ts'
import { pageFilterLabels, type PageFilterLabels } from '#contract/lists/page-filters.ts'
import { readQuery } from '#contract/lists/query-params.ts'
import { type Rating, ratings, ratingTable } from '#contract/reports/rating.ts'
import { AnyReportRow } from '#contract/reports/report-row.ts'
import { checkNameIn, checksQuery } from '#web/checks/queries.ts'
import { currentClient } from '#web/data/current-client.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { isChosen, useColumnChoice } from '#web/list/column-choice.ts'
import { ResourceList } from '#web/list/resource-list.tsx'
import type { FilterName, Resource } from '#web/list/resource.ts'
import { hasFilter, type ResourceListState, useResourceList } from '#web/list/use-resource-list.ts'
import { listWords } from '#web/list/words.ts'
import { useClientName } from '#web/resources/clients.ts'
import { useAssigneeName } from '#web/resources/people.ts'
import { extensionFilters, reportQueries } from '#web/resources/report-queries.ts'
import { useWebsiteName, type WebsiteName } from '#web/resources/websites.tsx'
import { classes } from '#web/ui/classes.ts'
import { Segments } from '#web/ui/inputs.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { reportColumns } from './columns.tsx'
import { reportsWords as words } from './words.ts'
import styles from '#web/list/cells.module.css'

const ReportsSelection = lazyPart(() => import('./reports-selection.tsx').then((file) => file.ReportsSelection))

const PageFilters = lazyPart(() => import('./page-filters.tsx').then((file) => file.PageFilters))
const NewerNotice = lazyPart(() => import('./newer-notice.tsx').then((file) => file.NewerNotice))

const resource: Resource<AnyReportRow, ReportListQuery> = {
  name: 'reports',
  row: AnyReportRow,
  params: reportListParams,
  filters: ['search', 'result', 'website_id', ...extensionFilters],
  quick: ['result'],
  switches: ['titles', 'latest'],
  sorts: reportSorts,
  extensions: extensionFilters,
  queries: reportQueries,
  fetchPage: (query, signal) => currentClient().listReports(query, signal, Number.POSITIVE_INFINITY),
  prefetch: (id) => void queryClient.prefetchQuery(reportQueries.detail(id)),
  columns: reportColumns,
  exportColumns: reportExportColumns,
  words,
}

const titlesResource: typeof resource = { ...resource, words: { ...words, search: words.searchTitles } }
/** The latest report of each page: its rows are pages. */
const pagesResource: typeof resource = { ...resource, words: { ...words, counted: words.countedPages } }
const titlesOfPagesResource: typeof resource = {
  ...pagesResource,
  words: { ...pagesResource.words, search: words.searchTitles },
}

export type ReportsListState = ResourceListState<AnyReportRow, ReportListQuery> & {
  /** The name of the website that the list is filtered by, or null. */
  website: WebsiteName | null
  /** The labels of the filters of pages, as soon as they have loaded. */
  filterLabels: PageFilterLabels | undefined
  /** The highest report id in the lists of this page, for a copied link to remember. */
  newest: number
}

/** Shared lists can search titles. */
const missingForVisitors: ReadonlySet<FilterName<ReportListQuery>> = new Set(
  extensionFilters.filter((name) => name !== 'titles'),
)
/** The summary of a shared website links to its pages with a state. */
const missingInSharedWebsite: typeof missingForVisitors = new Set(
  [...missingForVisitors].filter((name) => name !== 'indexability'),
)
/** The server applies the filters of a shared view, and does not send them. */
const missingInSharedView: typeof missingForVisitors = new Set([...missingForVisitors, 'website_id', 'result'])

/** The labels of the filters of pages, with the names of checks, people and clients that the server has. */
function usePageFilterLabels(query: ReportListQuery): PageFilterLabels {
  const { data } = useQuery({ ...checksQuery(), enabled: query.check !== null })
  const assignee = useAssigneeName(query.assignee)
  const client = useClientName(query.client)
  return pageFilterLabels(query, { check: query.check && checkNameIn(data?.data, query.check), assignee, client })
}

/** Returns the list of all reports, of a website's reports or of those of a shared view, for {@link ReportsList}. */
export function useReportsList(of: { websiteId?: number; sharedView?: boolean } = {}): ReportsListState {
  const { websiteId, sharedView = false } = of
  const visited = isVisitor() ? (sharedView ? 'view' : 'website') : null
  const fixed = useMemo(
    () =>
      websiteId === undefined
        ? undefined
        : // Visitors get the latest report of each page only.
          { website_id: websiteId, ...(visited && { latest: '1' as const }) },
    [websiteId, visited],
  )
  const missing = visited ? (visited === 'website' ? missingInSharedWebsite : missingInSharedView) : undefined
  const state = useResourceList(resource, { fixed, missing })
  const website = useWebsiteName(state.list.query.website_id)
  const { query } = state.list
  const filterLabels = usePageFilterLabels(query)
  const { unfiltered, rows, list } = state
  const canTitles = hasFilter(state, 'titles')
  const change: typeof list.change = (part, how) =>
    list.change(
      {
        ...part,
        ...('search' in part && canTitles && { titles: part.search ? ('1' as const) : null }),
        // Only the latest reports can be sorted by Google’s figures.
        ...(searchSorts.some((sort) => sort === part.sort_by) && !selectsLatest(query) && { latest: '1' as const }),
      },
      how,
    )
  const seen = unfiltered ? [...unfiltered.rows, ...(rows.page?.rows ?? [])] : []
  // The number of all reports doesn't cover one website, one shared view, or pages.
  return {
    ...state,
    // A link that searches URLs only keeps doing so until the search changes.
    resource: resourceFor(
      visited === 'website' || selectsLatest(query),
      canTitles && (query.titles !== null || !query.search),
    ),
    list: { ...list, change },
    website,
    filterLabels,
    newest: Math.max(0, ...seen.map(({ id }) => id)),
    unfiltered: fixed || sharedView || selectsLatest(query) ? undefined : unfiltered,
  }
}

const resourceFor = (ofPages: boolean, inTitles: boolean) =>
  ofPages ? (inTitles ? titlesOfPagesResource : pagesResource) : inTitles ? titlesResource : resource

/** Returns the newest ID that a copied link remembers: undefined without one, null if it is not an ID. */
export function useNewest(): number | null | undefined {
  const { query, wrong } = readQuery(newestParams, new URLSearchParams(useLocation().search))
  return wrong.length > 0 ? null : (query.newest ?? undefined)
}

/** Every row would show the same one. */
const ofOneWebsite = ['domain']

type ReportsListProps = {
  state: ReportsListState
  /** Shown before there is any report. */
  firstRun: ReactNode
}

/** The list of reports, the same on the reports page and on the page of a website. */
export function ReportsList({ state, firstRun }: ReportsListProps) {
  const { list } = state
  const isOfOne = list.query.website_id !== null
  const choice = useColumnChoice()
  const newest = useNewest()
  const { query } = list
  const labels: Partial<Record<FilterName<ReportListQuery>, string | null | undefined>> = {
    search: listWords.quoted(query.search),
    website_id: state.website && words.ofWebsite(state.website.short),
    result: query.result && ratingTable[query.result].label,
    ...state.filterLabels,
  }
  const filterLabel = (name: FilterName<ReportListQuery>) => labels[name] ?? String(query[name])
  return (
    <ResourceList
      state={state}
      className={classes(
        hasTitles(state) && isChosen(choice, 'reports', 'title') ? styles.titled : styles.untitled,
        isOfOne ? styles.ofOne : isChosen(choice, 'reports', 'domain') && styles.beside,
      )}
      withoutColumns={isOfOne ? ofOneWebsite : undefined}
      quick={hasFilter(state, 'result') && <RatingFilter state={state} />}
      filters={(choices) => <PageFilters {...choices} state={state} />}
      filterLabel={filterLabel}
      SelectionBar={ReportsSelection}
      firstRun={firstRun}
      notice={
        newest !== undefined && (
          <div className={styles.newer}>
            <NewerNotice query={query} newest={newest} />
          </div>
        )
      }
    />
  )
}

/** Until the first rows arrive, they probably have titles. */
const hasTitles = ({ rows: { page } }: ReportsListState) => !page?.rows.length || page.rows.some(({ title }) => title)

const ratingOptions = [
  { value: 'all', label: words.all },
  ...ratings.map((rating) => ({
    value: rating,
    label: <RatingBadge rating={rating} label={ratingTable[rating].label} />,
  })),
] as const

const latestOptions = [
  { value: 'all', label: words.latest.all },
  { value: '1', label: words.latest[1] },
] as const

const noLatestFilters = Object.fromEntries(['latest', ...latestFilterNames].map((name) => [name, null]))

/**
 * Chooses between all reports and the newest one of each page, if the server can. Some filters apply to only the newest
 * ones: all reports can't have them.
 */
export function LatestSwitch({ state }: { state: ReportsListState }) {
  const { list } = state
  const name = useId()
  return (
    hasFilter(state, 'latest') && (
      <Segments<'1' | 'all'>
        legend={words.caption}
        name={name}
        value={selectsLatest(list.query) ? '1' : 'all'}
        options={latestOptions}
        onChange={(latest) => list.change(latest === 'all' ? noLatestFilters : { latest })}
      />
    )
  )
}

function RatingFilter({ state: { list } }: { state: ReportsListState }) {
  return (
    <Segments<Rating | 'all'>
      legend={words.rating}
      name={useId()}
      value={list.query.result ?? 'all'}
      options={ratingOptions}
      onChange={(rating) => list.change({ result: rating === 'all' ? null : rating })}
    />
  )
}
