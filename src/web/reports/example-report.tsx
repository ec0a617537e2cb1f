import { type ComponentType, useMemo } from 'react'
import { Link } from 'react-router-dom'
import sent from 'virtual:example-report'
import { AnyReport } from '#contract/reports/any-report.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { findingsQuery } from '#web/findings/queries.ts'
import { historyQuery } from './history/queries.ts'
import { inlinksQuery } from './report/report-facts.tsx'
import { ReportHeader } from './report/report-header.tsx'
import { exampleWords as words } from './words.ts'

/** The parts of the page that the routes have loaded already. */
type ExampleReportProps = { className: string | undefined; Body: ComponentType<{ report: AnyReport }> }

/** A report of a page that we made up. It is made when the dashboard is built, so it is on no server. */
export function ExampleReport({ className, Body }: ExampleReportProps) {
  const report = useMemo(() => {
    const example = AnyReport.parse(sent)
    // No server knows more of it.
    for (const { queryKey } of [historyQuery(example.id), findingsQuery(example.id), inlinksQuery(example.id)])
      queryClient.setQueryData(queryKey, null, { updatedAt: Number.MAX_SAFE_INTEGER })
    return example
  }, [])
  return (
    <div className={className}>
      <ReportHeader
        report={report}
        documentTitle={words.title}
        crumbs={!isVisitor() && <Link to={paths.reports()}>{words.backTo}</Link>}
      >
        <span>{words.lead}</span>
      </ReportHeader>
      <Body report={report} />
    </div>
  )
}
