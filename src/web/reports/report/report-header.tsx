import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AnyReport } from '#contract/reports/any-report.ts'
import { indexabilityTexts } from '#contract/reports/indexability.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/reader.ts'
import { classes } from '#web/ui/classes.ts'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/page.tsx'
import { formatShort } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { useIsCompared } from '../compare/queries.ts'
import { usePageHistory } from '../history/queries.ts'
import { shortMomentText } from '../history/words.ts'
import { ScorePlace, ScoreSummary } from './score-summary.tsx'
import { useSourceList } from './source-list.ts'
import { reportWords as words } from './words.ts'
import styles from './report-header.module.css'

/** What a crawl found of the page after this report. */
function SinceReport({ later: { at, indexing_code: code, indexability, status } }: { later: Later }) {
  const state =
    code === 'robots'
      ? words.sinceRobots
      : status !== null
        ? words.sinceStatus(status)
        : indexabilityTexts[indexability ?? 'blocked']
  return <Notice tone="decent">{words.since(state, formatShort(new Date(at), new Date()))}</Notice>
}

type Later = NonNullable<AnyReport['later']>

/** Says that there is a later report of the page, and leads to it. */
function OlderReport({ report: { id, score, created_at: created } }: { report: AnyReport }) {
  const list = useSourceList()?.text
  const latest = usePageHistory(id)?.data.at(-1)
  return (
    <Notice tone="info">
      <div className={styles.older}>
        {words.older(shortMomentText(created))}
        {latest && latest.id !== id && (
          <>
            {' '}
            {words.latest(latest.score, score)} · <Link to={paths.report(latest.id, { list })}>{words.openLatest}</Link>
            {' · '}
            <Link to={paths.report(latest.id, { list, compare: id })}>{words.compareLatest}</Link>
          </>
        )}
      </div>
    </Notice>
  )
}

type ReportHeaderProps = {
  /** Undefined while the report is loading, when its score and lines have their places already. */
  report?: AnyReport | undefined
  /** The heading, in place of the page's title. A report that couldn't be loaded has only this. */
  label?: string | undefined
  documentTitle?: string | undefined
  crumbs?: ReactNode
  /** What follows the URL. */
  children?: ReactNode
  actions?: ReactNode
  /** The score can still change. */
  isProvisional?: boolean
}

/**
 * The page's title and URL, the score and what to do first. A comparison shows both scores below, so its header has
 * none. A page without a title has its URL as the heading.
 */
export function ReportHeader({ report, label, documentTitle, crumbs, children, actions, ...score }: ReportHeaderProps) {
  const isCompared = useIsCompared(report)
  useDocumentTitle(documentTitle ?? (report ? words.title(report.url, report.score) : words.loadingTitle))
  const title = label || report?.title
  const isLoading = !report && label === undefined
  return (
    <header className="stack tight">
      {crumbs && <div className={`cluster faint small ${styles.crumbs}`}>{crumbs}</div>}
      {report?.later && <SinceReport later={report.later} />}
      {report?.latest === false && <OlderReport report={report} />}
      <div className={styles.head}>
        <h1 tabIndex={-1} className={classes('clamp', styles.title, title ? undefined : styles.url)}>
          {title ? <bdi>{title}</bdi> : report ? <UrlText url={report.url} lines="wrap" /> : words.loadingTitle}
        </h1>
        {report && (
          <div className={`dotted muted small ${styles.meta}`}>
            {title && <UrlText url={report.url} />}
            {children}
          </div>
        )}
        {isLoading && <div className={`small ${styles.meta}`}>&nbsp;</div>}
        {report && !isCompared && <ScoreSummary report={report} {...score} />}
        {isLoading && !isCompared && <ScorePlace />}
        {actions && <div className={classes('row', styles.actions, isVisitor() && styles.below)}>{actions}</div>}
      </div>
    </header>
  )
}
