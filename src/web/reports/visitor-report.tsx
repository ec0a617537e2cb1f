import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type ReportListQuery, reportListParams } from '#contract/lists/list-query.ts'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { BackLink } from '#web/list/back-link.tsx'
import { CopyButton, richLink } from '#web/ui/copy-button.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { Moment } from '#web/ui/time.tsx'
import { ReportOrComparison, useComparedId } from './compare/report-or-comparison.tsx'
import { RenderedMark } from './rendered/rendered-mark.tsx'
import { Neighbours } from './report/neighbours.tsx'
import { ReportHeader } from './report/report-header.tsx'
import { reportWords as words } from './report/words.ts'
import styles from './report-page.module.css'

type VisitorReportProps = {
  report: AnyReport | undefined
  /** The title of the page, in place of the URL. */
  label?: string | undefined
  /** Path of the report's website, if the visitor can see it. */
  website?: string | undefined
  crumbs?: ReactNode
  /** Shown after the date, such as when a share link expires. */
  note?: ReactNode
  actions?: ReactNode
}

/** The report page for visitors: the whole report, and nothing that changes it. */
export function VisitorReport({ report, label, website, crumbs, note, actions }: VisitorReportProps) {
  return (
    <div className={`stack ${styles.page}`}>
      <ReportHeader
        report={report}
        label={label}
        documentTitle={report && label ? label : undefined}
        crumbs={crumbs || (report && website && <WebsiteCrumb domain={report.domain} to={website} />)}
        actions={
          report && (
            <>
              {actions}
              <CopyLinkButton report={report} />
            </>
          )
        }
      >
        {report && <About report={report} note={note} />}
      </ReportHeader>
      <ReportOrComparison report={report} />
    </div>
  )
}

const WebsiteCrumb = ({ domain, to }: { domain: string | null; to: string }) => (
  <nav aria-label={words.crumbs}>
    <Link to={to}>{domain === null ? words.website : unicodeHost(domain)}</Link>
  </nav>
)

function About({ report, note }: Pick<VisitorReportProps, 'note'> & { report: AnyReport }) {
  const { created_at: created } = report
  return (
    <>
      {created && (
        <span>
          {words.analysed} <Moment sent={created} format={words.moment} />
        </span>
      )}
      <RenderedMark report={report} />
      {note && <b>{note}</b>}
    </>
  )
}

function CopyLinkButton({ report }: { report: AnyReport }) {
  const other = useComparedId()
  const link = location.origin + location.pathname + (other === null ? '' : `?compare=${other}`)
  return (
    <CopyButton
      text={link}
      html={richLink(link, words.linkName(report.url, report.score))}
      label={words.copyLink}
      doneLabel={words.linkCopied}
      icon="copy"
    />
  )
}

type VisitorCrumbsProps = { id: number; list: ReportListQuery; to: string; label: string }

/** A link back to the list the report was opened from, and links to its neighbours there. */
export const VisitorCrumbs = ({ id, list, to, label }: VisitorCrumbsProps) => (
  <>
    <nav aria-label={words.crumbs}>
      <BackLink to={to} params={reportListParams}>
        {label}
      </BackLink>
    </nav>
    <Neighbours id={id} query={list} />
  </>
)
