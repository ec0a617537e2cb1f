import { useState } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { reportListParams } from '#contract/lists/list-query.ts'
import { reportViewName, reportViewWords } from '#contract/lists/views.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { ShareViewButton } from '#web/links/share-button.tsx'
import { isFirstRun, ListCount } from '#web/list/list-notices.tsx'
import { readUrlQuery } from '#web/list/use-list-query.ts'
import { activeFilters } from '#web/list/use-resource-list.ts'
import { listWords } from '#web/list/words.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { viewsQuery } from '#web/resources/views.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { OpenedView, SaveViewButton } from '#web/views/opened-view.tsx'
import { LatestSwitch, ReportsList, useReportsList } from './reports-list.tsx'
import styles from '#web/list/list.module.css'

const FirstRun = lazyPart(() => import('./first-run/first-run.tsx').then((file) => file.FirstRun))

export async function loader({ request }: LoaderFunctionArgs) {
  const { search } = new URL(request.url)
  const { query } = readUrlQuery(reportListParams, {}, search)
  void queryClient.prefetchQuery(reportQueries.list(query))
  // The heading is the name of the view.
  if (search) await startQuery(viewsQuery())
  return null
}

export function Component() {
  const state = useReportsList()
  const { query } = state.list
  const isFiltered = activeFilters(state, query).length > 0
  const [viewName, setViewName] = useState<string | null>(null)
  const name = reportViewName(
    query,
    state.website?.full ?? null,
    state.filterLabels && Object.values(state.filterLabels),
  )
  return (
    <div className={`stack ${styles.page}`}>
      <PageHeader
        title={viewName ?? (isFiltered ? listWords.unsavedView : reportViewWords.title)}
        documentTitle={viewName ?? name}
        lead={
          <>
            <ListCount state={state} />
            <OpenedView onName={setViewName} />
          </>
        }
        more={{
          label: listWords.viewActions,
          actions: !isFirstRun(state) && (
            <>
              <LatestSwitch state={state} />
              <SaveViewButton list="reports" name={name} />
              <ShareViewButton list="reports" path={paths.reports(query)} name={name} newest={state.newest} />
            </>
          ),
        }}
      />
      <ReportsList state={state} firstRun={<FirstRun />} />
    </div>
  )
}
