import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { ReportListQuery } from '#contract/list-query.ts'
import type { AnyReport } from '#contract/any-report.ts'
import { richLink, CopyButton } from '#web/ui/copy-button.tsx'
import { ReportBody } from './report/report-body.tsx'
import { ReportSkeleton } from './report/report-skeleton.tsx'
import { useAnchor } from './report/use-anchor.ts'
import { useCatalogue } from './report/use-catalogue.ts'
import { lazyOr } from '#web/ui/lazy-part.tsx'
import { Moment } from '#web/ui/relative-time.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { unicodeHost } from '#web/ui/unicode-host.ts'
import { UrlText } from '#web/ui/url-text.tsx'
import { neighbourWords } from './neighbours-words.ts'
import { reportWords as words } from './report-words.ts'
import leadStyles from './report/report-lead.module.css'
import placeStyles from './report/neighbours.module.css'
import styles from './report/report-body.module.css'

const Neighbours = lazyOr(
  () => import('./report/neighbours.lazy.tsx').then((file) => file.Neighbours),
  () => null,
)

type SharedReportProps = {
  report: AnyReport | undefined
  /** Where its website is shown, if it is shown. */
  website?: string | undefined
  crumbs?: ReactNode
  /** What else is to be said of it, such as of when it is. */
  note?: ReactNode
  /** What else can be done. */
  actions?: ReactNode
}

/** The report page for readers without a key: all that the report says, and nothing that changes it. */
export function SharedReport({ report, website, crumbs, note, actions }: SharedReportProps) {
  const { catalogue, ready: isReady } = useCatalogue()
  const ready = report !== undefined && isReady
  useAnchor(ready)
  return (
    <div className={styles.page}>
      <PageHeader
        title={
          report ? (
            <span className={styles.address}>
              <UrlText url={report.url} lines="wrap" />
            </span>
          ) : (
            words.loadingTitle
          )
        }
        documentTitle={report ? words.title(report.url, report.score) : words.loadingTitle}
        crumbs={crumbs}
        lead={report && <Lead report={report} website={website} note={note} />}
        actions={
          report && (
            <>
              <CopyLink report={report} />
              {actions}
            </>
          )
        }
      />
      {ready ? <ReportBody report={report} catalogue={catalogue} /> : <ReportSkeleton />}
    </div>
  )
}

function Lead({
  report: { domain, created_at: created },
  website,
  note,
}: Pick<SharedReportProps, 'website' | 'note'> & { report: AnyReport }) {
  const name = domain === null ? null : unicodeHost(domain)
  return (
    <p className={leadStyles.lead}>
      {created && (
        <span>
          {words.analysed} <Moment sent={created} format={words.moment} />
        </span>
      )}
      {name && (website === undefined ? <span>{name}</span> : <Link to={website}>{name}</Link>)}
      {note && <b>{note}</b>}
    </p>
  )
}

function CopyLink({ report }: { report: AnyReport }) {
  const link = location.origin + location.pathname
  return (
    <CopyButton
      text={link}
      html={richLink(link, words.linkName(report.url, report.score))}
      label={words.copyLink}
      doneLabel={words.linkCopied}
      icon="link"
    />
  )
}

/** The way back to the list the report was opened from, and to its other reports. */
export function SharedCrumbs({
  id,
  list,
  to,
  label,
}: {
  id: number
  list: ReportListQuery
  to: string
  label: string
}) {
  return (
    <>
      <nav aria-label={words.crumbs}>
        <Link to={to}>{label}</Link>
      </nav>
      <nav aria-label={neighbourWords.label} className={placeStyles.place}>
        <Suspense fallback={null}>
          <Neighbours id={id} query={list} />
        </Suspense>
      </nav>
    </>
  )
}
