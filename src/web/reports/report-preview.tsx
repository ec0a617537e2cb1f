import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Preview } from './create-report.ts'
import { knowNoMore } from './report/know-no-more.ts'
import { ReportBody } from './report/report-body.tsx'
import { ReportHeader } from './report/report-header.tsx'
import { previewWords as words } from './words.ts'

/** The report of a page by its HTML alone, until the page is rendered. It has no ID, so nothing can be done with it. */
export function ReportPreview({ className, preview }: { className: string | undefined; preview: Preview }) {
  const { id } = preview
  const report = useMemo(() => {
    knowNoMore(preview.report.id)
    return preview.report
  }, [preview.report])
  return (
    <div className={className}>
      <ReportHeader
        report={report}
        isProvisional
        documentTitle={words.title(report.url)}
        crumbs={<Link to={paths.reports()}>{words.backTo}</Link>}
      >
        <span>{id === null ? words.rendering : words.rendered}</span>
      </ReportHeader>
      <Notice
        role="status"
        tone="info"
        actions={
          id !== null && (
            <Link to={paths.report(id)} className={buttonClass({ size: 's' })}>
              {words.open}
            </Link>
          )
        }
      >
        {id === null ? words.lead : words.ready}
      </Notice>
      <ReportBody report={report} isProvisional />
    </div>
  )
}
