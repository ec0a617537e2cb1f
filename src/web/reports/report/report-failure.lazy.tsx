import type { ApiError } from '#web/data/api-error.ts'
import { Failure } from '#web/list/failure.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { reportWords as words } from '../report-words.ts'
import type { listOfReport } from './list-of-report.ts'
import { ReportCrumbs } from './report-crumbs.tsx'
import { ReportMissing } from './report-missing.tsx'
import styles from './report-body.module.css'

type ReportFailureProps = {
  error: ApiError
  list: ReturnType<typeof listOfReport>
  onRetry?: () => void
  busy?: boolean
}

/** Stands in the place of a report that could not be loaded, or is none. */
export function ReportFailure({ error, list, onRetry, busy }: ReportFailureProps) {
  if (error.kind === 'missing') return <ReportMissing newest={error.sameUrlReportId} />
  return (
    <div className={styles.page}>
      <PageHeader title={words.loadingTitle} crumbs={<ReportCrumbs list={list} />} />
      <Failure error={error} onRetry={onRetry} busy={busy} />
    </div>
  )
}

/** Why there is no newer report. */
export const RunFailure = ({ error }: { error: ApiError }) => (
  <Notice tone="bad">
    <b>{words.runFailed}</b> {errorSentence(error)}
  </Notice>
)
