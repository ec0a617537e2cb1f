import { type ReactNode, Suspense, useId } from 'react'
import { useLocation } from 'react-router-dom'
import { type ReportListQuery, reportListParams, reportSorts } from '#contract/list-query.ts'
import { type Rating, ratings, ratingTable } from '#contract/rating.ts'
import { ReportRow } from '#contract/report-row.ts'
import { queryClient } from '#web/data/query-client.ts'
import { currentClient } from '#web/data/session.ts'
import { isChosen, useColumnChoice } from '#web/list/column-choice.ts'
import type { FilterName, Resource } from '#web/list/resource.ts'
import { ResourceList } from '#web/list/resource-list.tsx'
import type { ListQueryState } from '#web/list/use-list-query.ts'
import { type ResourceListState, useResourceList } from '#web/list/use-resource-list.ts'
import { listWords } from '#web/list/words.ts'
import { classes } from '#web/ui/classes.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { useWebsiteName, type WebsiteName } from '#web/websites/use-website-name.ts'
import { WebsiteCombobox } from '#web/websites/website-combobox.tsx'
import { reportColumnChoices, reportColumns, reportExportColumns } from './columns.tsx'
import { usePendingDeletes } from './pending-deletes.ts'
import { reportQueries } from './queries.ts'
import styles from './report-rows.module.css'
import { reportsWords as words } from './words.ts'

const ReportsSelection = lazyPart(() => import('./reports-selection.tsx').then((file) => file.ReportsSelection))
const NewerNotice = lazyPart(() => import('./newer-notice.tsx').then((file) => file.NewerNotice))

const resource: Resource<ReportRow, ReportListQuery> = {
  name: 'reports',
  row: ReportRow,
  params: reportListParams,
  filters: ['search', 'result', 'website_id'],
  sorts: reportSorts,
  queries: reportQueries,
  fetchPage: (query, signal) => currentClient().listReports(query, signal, Number.POSITIVE_INFINITY),
  prefetch: (id) => void queryClient.prefetchQuery(reportQueries.detail(id)),
  columns: reportColumns,
  columnChoices: reportColumnChoices,
  exportColumns: reportExportColumns,
  words,
}

export type ReportsListState = ResourceListState<ReportRow, ReportListQuery> & {
  /** The name of the website that the list is filtered by, or null. */
  website: WebsiteName | null
  /** The highest report id in the lists of this page, for a copied link to remember. */
  newest: number
}

/** The website of its own page, or null where the filters are those of a shared view, which only the server knows. */
type FixedReports = { website_id: number } | { website_id: null; result: null }

/** Returns the list of reports for {@link ReportsList}. Pass a stable `fixed`, or none. */
export function useReportsList(fixed?: FixedReports): ReportsListState {
  const state = useResourceList(resource, fixed, usePendingDeletes())
  const website = useWebsiteName(state.list.query.website_id)
  const { unfiltered, rows } = state
  const seen = unfiltered ? [...unfiltered.rows, ...(rows.page?.rows ?? [])] : []
  // The number of all reports says nothing about the reports of one website or one shared view.
  return {
    ...state,
    website,
    newest: Math.max(0, ...seen.map(({ id }) => id)),
    unfiltered: fixed ? undefined : unfiltered,
  }
}

type ReportsListProps = {
  state: ReportsListState
  /** Shown before there is any report. */
  firstRun: ReactNode
}

const noWebsite = ['domain']

/** The list of reports, the same on the reports page and on the page of a website. */
export function ReportsList({ state, firstRun }: ReportsListProps) {
  const { list, fixed } = state
  const choice = useColumnChoice()
  const hasNewest = /[?&]newest=/.test(useLocation().search)
  const filterLabel = (name: FilterName<ReportListQuery>) =>
    name === 'website_id'
      ? words.websiteFilter(state.website?.short ?? '')
      : name === 'result' && list.query.result
        ? words.ratingFilter(ratingTable[list.query.result].label)
        : listWords.searchFilter(list.query.search)
  return (
    <ResourceList
      state={state}
      className={classes(styles.table, !isChosen(choice, 'reports', 'title') && styles.untitled)}
      withoutColumns={fixed.website_id ? noWebsite : undefined}
      filters={'result' in fixed ? null : <ReportFilters list={list} isFixed={'website_id' in fixed} />}
      filterLabel={filterLabel}
      SelectionBar={ReportsSelection}
      firstRun={firstRun}
      notice={
        hasNewest && (
          <div className={styles.newer}>
            <Suspense fallback={null}>
              <NewerNotice query={list.query} />
            </Suspense>
          </div>
        )
      }
    />
  )
}

const ratingOptions = [
  { value: 'all', label: words.all },
  ...ratings.map((rating) => ({
    value: rating,
    label: <RatingBadge rating={rating} label={ratingTable[rating].label} />,
  })),
] as const

function ReportFilters({ list, isFixed }: { list: ListQueryState<ReportListQuery>; isFixed: boolean }) {
  const { query, change } = list
  return (
    <>
      <Segments<Rating | 'all'>
        legend={words.rating}
        name={useId()}
        value={query.result ?? 'all'}
        options={ratingOptions}
        onChange={(rating) => change({ result: rating === 'all' ? null : rating })}
      />
      {!isFixed && <WebsiteCombobox websiteId={query.website_id} onChoose={(website_id) => change({ website_id })} />}
    </>
  )
}
