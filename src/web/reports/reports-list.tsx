import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useLayoutEffect, useMemo, useRef } from 'react'
import { type ReportSort, reportListParams } from '#contract/list-query.ts'
import { writeQuery } from '#contract/query-params.ts'
import type { ReportRow } from '#contract/report-row.ts'
import { reportQueries } from './queries.ts'
import { ListTable } from '#web/ui/table/list-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { listWords } from '#web/list/words.ts'
import { reportsWords } from './words.ts'
import { ListFoot } from '#web/list/list-foot.tsx'
import { Deviations, ListError, News, Repairs, Since, UnreadRows } from '#web/list/list-notices.tsx'
import { emptiness, expectedRows } from '#web/list/paging.ts'
import { chosenColumns, isShown, useColumnChoice } from '#web/list/column-choice.ts'
import { reportColumns } from './columns.tsx'
import { type ReportRowActions, ReportRowActionsContext } from './report-row-actions.ts'
import styles from './report-rows.module.css'
import { SelectionContext, useIsUsed } from '#web/list/select-box.tsx'
import { selectionOf } from '#web/list/selection.ts'
import { ReportsToolbar } from './reports-toolbar.tsx'
import { useKeepInView } from '#web/list/use-keep-in-view.ts'
import { useRowFocus } from '#web/list/use-row-focus.ts'
import { activeFilters, filtersDiffer, type ReportsListState } from './use-reports-list.ts'

const ReportsSelection = lazyPart(() => import('./reports-selection.lazy.tsx').then((file) => file.ReportsSelection))
const EmptyReports = lazyPart(() => import('./empty-reports.lazy.tsx').then((file) => file.EmptyReports))

type ReportsListProps = {
  state: ReportsListState
  /** What stands here before there is any report. */
  firstRun: ReactNode
}

/** The reports, with everything that chooses, orders and pages them; the same on the reports page and inside a website. */
export function ReportsList({ state, firstRun }: ReportsListProps) {
  const { list, rows, websiteFixed } = state
  const { query, change } = list
  const queries = useQueryClient()
  const search = writeQuery(reportListParams, rows.shown).toString()
  const place = useRef<HTMLDivElement>(null)
  const focusRow = useRowFocus(place, rows.page?.rows)
  const { page, search: words, result, website_id } = query
  const shown = rows.page?.rows
  const selection = selectionOf<ReportRow>(JSON.stringify(['reports', words, result, website_id]))
  const selects = useMemo(() => ({ selection, page: shown ?? [] }), [selection, shown])
  const isUsed = useIsUsed(selection)
  const choice = useColumnChoice()
  const isOneWebsite = websiteFixed && website_id !== null
  const columns = useMemo(
    () => chosenColumns(isOneWebsite ? { ...choice, 'reports.domain': false } : choice, 'reports', reportColumns),
    [choice, isOneWebsite],
  )
  useKeepInView(place)

  const leave = useRef<ReportRowActions['leave']>(() => {})
  useLayoutEffect(() => {
    leave.current = (ids) => {
      focusRow(ids)
      if (page > 1 && shown?.every(({ id }) => ids.includes(id))) change({ page: page - 1 }, 'replace')
    }
  })
  const actions = useMemo<ReportRowActions>(
    () => ({
      search,
      leave: (ids) => leave.current(ids),
      prefetch: ({ id }) => void queries.prefetchQuery(reportQueries.detail(id)),
    }),
    [search, queries],
  )

  const outdated = filtersDiffer(rows.shown, query)
  const filters = activeFilters(state)
  const empty =
    rows.page && !state.isThinned
      ? emptiness(rows.shown, filters.search || filters.result || filters.website_id, rows.page)
      : 'none'
  const failed = rows.error && !rows.page

  return (
    <div ref={place} className={styles.list}>
      <Repairs repairs={list.repairs} />
      <Since query={query} />
      {empty !== 'first-run' && <ReportsToolbar state={state} />}
      <ListError rows={rows} />
      <Deviations rows={rows} resource="reports" query={query} />
      {empty === 'first-run' && firstRun}
      {(empty === 'no-match' || empty === 'past-end') && (
        <Suspense fallback={null}>
          <EmptyReports state={state} why={empty} />
        </Suspense>
      )}
      {empty === 'none' && !failed && (
        <SelectionContext value={selects}>
          <ReportRowActionsContext value={actions}>
            <ListTable
              caption={reportsWords.caption}
              className={isShown(choice, 'reports.title') ? styles.table : `${styles.table} ${styles.untitled}`}
              columns={columns}
              rows={rows.page?.rows}
              of={rows.shown}
              asked={query}
              expected={expectedRows(query, rows, outdated)}
              sort={{ by: query.sort_by, direction: query.sort }}
              onSort={({ by, direction }) => change({ sort_by: by as ReportSort, sort: direction })}
              sortLabel={listWords.columnSort}
              busy={rows.busy}
              over={<News rows={rows} resource="reports" />}
              gone={rows.gone}
              goneLabel={listWords.gone}
              outdated={outdated}
              foot={
                rows.page && (
                  <ListFoot
                    query={query}
                    shown={rows.shown}
                    page={rows.page}
                    ends={rows.ends}
                    onChange={change}
                    onIntent={(page) => void queries.prefetchQuery(reportQueries.list({ ...query, page }))}
                  />
                )
              }
            />
            <UnreadRows rows={rows} resource="reports" />
            {isUsed && (
              <Suspense fallback={null}>
                <ReportsSelection state={state} selection={selection} />
              </Suspense>
            )}
          </ReportRowActionsContext>
        </SelectionContext>
      )}
    </div>
  )
}
