import { type ComponentType, useMemo } from 'react'
import { Link } from 'react-router-dom'
import sent from 'virtual:example-report'
import { AnyReport } from '#contract/reports/any-report.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { knowNoMore } from './report/know-no-more.ts'
import { ReportHeader } from './report/report-header.tsx'
import { exampleWords as words } from './words.ts'

/** The parts of the page that the routes have loaded already. */
type ExampleReportProps = { className: string | undefined; Body: ComponentType<{ report: AnyReport }> }

/** A report of a page that we made up. It is made when the dashboard is built, so it is on no server. */
export function ExampleReport({ className, Body }: ExampleReportProps) {
  const report = useMemo(() => {
    const example = AnyReport.parse(sent)
    knowNoMore(example.id)
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
