import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, useState } from 'react'
import type { WebsiteSort } from '#contract/list-query.ts'
import type { Website } from '#contract/website.ts'
import { websiteQueries } from '../queries.ts'
import { chosenColumns, useColumnChoice } from '#web/list/column-choice.ts'
import { ListFoot } from '#web/list/list-foot.tsx'
import { Deviations, ListError, News, Repairs, UnreadRows } from '#web/list/list-notices.tsx'
import { emptiness, expectedRows } from '#web/list/paging.ts'
import { SelectionContext, useIsUsed } from '#web/list/select-box.tsx'
import { selectionOf } from '#web/list/selection.ts'
import { useKeepInView } from '#web/list/use-keep-in-view.ts'
import { useRowFocus } from '#web/list/use-row-focus.ts'
import { ListTable } from '#web/ui/table/list-table.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { listWords } from '#web/list/words.ts'
import { websitesWords } from '../words.ts'
import { isFiltered, websitesDiffer, type WebsitesListState } from './use-websites-list.ts'
import { websiteColumns } from './website-columns.tsx'
import { type WebsiteRowActions, WebsiteRowActionsContext } from './website-row-actions.ts'
import { WebsitesToolbar } from './websites-toolbar.tsx'
import styles from './website-rows.module.css'

const DeleteWebsiteDialog = lazyPart(() =>
  import('../delete-website-dialog.tsx').then((file) => file.DeleteWebsiteDialog),
)
const WebsitesSelection = lazyPart(() => import('./websites-selection.tsx').then((file) => file.WebsitesSelection))
const EmptyWebsites = lazyPart(() => import('./empty-websites.tsx').then((file) => file.EmptyWebsites))

/** The websites, with everything that searches, orders and pages them. */
export function WebsitesList({ state }: { state: WebsitesListState }) {
  const { list, rows } = state
  const { query, change } = list
  const queries = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const focusRow = useRowFocus(place, rows.page?.rows)
  const [leaving, setLeaving] = useState<Website | null>(null)
  const shown = rows.page?.rows
  const selection = selectionOf<Website>(JSON.stringify(['websites', query.search, query.privacy]))
  const selects = useMemo(() => ({ selection, page: shown ?? [] }), [selection, shown])
  const isUsed = useIsUsed(selection)
  const choice = useColumnChoice()
  const columns = useMemo(() => chosenColumns(choice, 'websites', websiteColumns), [choice])
  useKeepInView(place)

  const actions = useMemo<WebsiteRowActions>(
    () => ({ remove: setLeaving, prefetch: ({ id }) => void queries.prefetchQuery(websiteQueries.detail(id)) }),
    [queries],
  )
  const left = (id: number) => {
    setLeaving(null)
    focusRow([id])
    if (rows.page?.rows.length === 1 && query.page > 1) change({ page: query.page - 1 }, 'replace')
  }

  const empty = rows.page ? emptiness(rows.shown, isFiltered(rows.shown), rows.page) : 'none'
  const failed = rows.error && !rows.page
  const outdated = websitesDiffer(rows.shown, query)

  return (
    <div ref={place} className={styles.list}>
      <Repairs repairs={list.repairs} />
      {empty !== 'first-run' && <WebsitesToolbar state={state} />}
      <ListError rows={rows} />
      <Deviations rows={rows} resource="websites" query={query} />
      {empty !== 'none' && (
        <Suspense fallback={null}>
          <EmptyWebsites state={state} why={empty} />
        </Suspense>
      )}
      {empty === 'none' && !failed && (
        <SelectionContext value={selects}>
          <WebsiteRowActionsContext value={actions}>
            <ListTable
              caption={websitesWords.caption}
              className={styles.table}
              columns={columns}
              rows={rows.page?.rows}
              of={rows.shown}
              asked={query}
              expected={expectedRows(query, rows, outdated)}
              sort={{ by: query.sort_by, direction: query.sort }}
              onSort={({ by, direction }) => change({ sort_by: by as WebsiteSort, sort: direction })}
              sortLabel={listWords.columnSort}
              busy={rows.busy}
              over={<News rows={rows} resource="websites" />}
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
                    onIntent={(page) => void queries.prefetchQuery(websiteQueries.list({ ...query, page }))}
                  />
                )
              }
            />
            <UnreadRows rows={rows} resource="websites" />
            {isUsed && (
              <Suspense fallback={null}>
                <WebsitesSelection state={state} selection={selection} />
              </Suspense>
            )}
          </WebsiteRowActionsContext>
        </SelectionContext>
      )}
      {leaving && (
        <Suspense fallback={null}>
          <DeleteWebsiteDialog website={leaving} onClose={() => setLeaving(null)} onDeleted={() => left(leaving.id)} />
        </Suspense>
      )}
    </div>
  )
}
