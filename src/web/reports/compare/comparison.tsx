import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { type ApiError, asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { announce } from '#web/ui/live-region.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { ReportBody, ReportSkeleton } from '../report/report-body.tsx'
import { ComparisonBody, titleOf } from './comparison-body.tsx'
import { comparisonQuery } from './queries.ts'
import { compareWords as words } from './words.ts'

/** Compares the report `other` with this one, which is shown alone if the server can't compare. */
export function Comparison({ report, other }: { report: AnyReport; other: number }) {
  const { data, error, isPending } = useQuery(comparisonQuery(report.id, other))
  useHeadingFocus(other)
  useTitle(data ? titleOf(data) : null)
  if (isPending) return <ReportSkeleton />
  if (data) return <ComparisonBody report={report} comparison={data} />
  return (
    <>
      {error && (
        <Notice role="alert" tone="bad">
          <b>{words.failed}</b> {sentenceOf(asApiError(error))}
        </Notice>
      )}
      <ReportBody report={report} />
    </>
  )
}

/** The only wrong input is a pair of reports that can't be compared. */
const sentenceOf = (error: ApiError) => (error.kind === 'invalid' ? words.notOnePage : errorSentence(error))

/** Adds a title before that of the report, as long as the comparison is shown, and announces it. */
function useTitle(title: string | null) {
  useEffect(() => {
    if (title === null) return
    const ofReport = document.title
    document.title = `${title} · ${ofReport}`
    announce(document.title)
    return () => void (document.title = ofReport)
  }, [title])
}

/**
 * Focuses the heading when a comparison is opened, changed or left, because the frame does that for a change of the
 * path only. The first page of a visit, whose key is "default", keeps the browser's focus.
 */
function useHeadingFocus(other: number) {
  const isFirst = useRef(useLocation().key === 'default')
  useEffect(() => {
    if (!isFirst.current) focusHeading()
    isFirst.current = false
    return focusHeading
  }, [other])
}
