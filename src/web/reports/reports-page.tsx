import { Suspense } from 'react'
import type { LoaderFunctionArgs } from 'react-router-dom'
import { reportListParams } from '#contract/list-query.ts'
import { queryClient } from '#web/data/query-client.ts'
import { reportQueries } from './queries.ts'
import { readAddress } from '#web/list/list-address.ts'
import { ReportCount } from './report-count.tsx'
import { ReportsList } from './reports-list.tsx'
import { useReportsList } from './use-reports-list.ts'
import { reportsViewName } from './view-name.ts'
import { paths } from '#web/app/paths.ts'
import { ShareViewButtons } from '#web/links/share-button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { SaveViewButton } from '#web/views/save-view-button.tsx'
import styles from './reports-page.module.css'

const FirstRun = lazyPart(() => import('./reports-first-run.tsx').then((file) => file.ReportsFirstRun))

export function loader({ request }: LoaderFunctionArgs) {
  const { query } = readAddress(reportListParams, {}, new URL(request.url).search)
  void queryClient.prefetchQuery(reportQueries.list(query))
  return null
}

export function Component() {
  const state = useReportsList()
  const { query } = state.list
  const name = reportsViewName(query, state.website?.full ?? null)
  return (
    <div className={styles.page}>
      <PageHeader
        title={name}
        lead={<ReportCount state={state} />}
        actions={
          <>
            <SaveViewButton list="reports" name={name} />
            <ShareViewButtons list="reports" path={paths.reports(query)} name={name} newest={state.newest} />
          </>
        }
      />
      <ReportsList
        state={state}
        firstRun={
          <Suspense fallback={null}>
            <FirstRun />
          </Suspense>
        }
      />
    </div>
  )
}
