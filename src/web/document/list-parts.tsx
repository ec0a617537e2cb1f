import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { ratingOfReport, type AnyReportRow } from '#contract/reports/report-row.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { Figures, type Part } from './sections.tsx'
import { documentWords as words } from './words.ts'
import styles from './client-report.module.css'

/** The sections of the client report of a list. */
export function listParts({ reports, websites, total = 0 }: AnyClientDocument): Part[] {
  const shown = (reports ?? websites ?? []).length
  const ratings = (reports ?? []).map(ratingOfReport)
  const count = (rating: 'good' | 'decent' | 'bad') => ratings.filter((one) => one === rating).length
  return [
    {
      id: 'summary',
      content: (
        <>
          <p className={styles.lead}>{words.summary.list(shown, total, reports ? 'page' : 'website')}</p>
          {reports && <PageFigures pages={shown} good={count('good')} decent={count('decent')} bad={count('bad')} />}
        </>
      ),
    },
    reports
      ? { id: 'pages', content: <ReportRows reports={reports} /> }
      : { id: 'websites', content: <WebsiteRows websites={websites ?? []} /> },
  ]
}

type PageFiguresProps = { pages: number } & Record<'good' | 'decent' | 'bad', number>

/** The number of pages, and of those with each rating. */
export const PageFigures = ({ pages, good, decent, bad }: PageFiguresProps) => (
  <Figures
    figures={[
      [words.table.pages, pages],
      [ratingTable.good.label, good],
      [ratingTable.decent.label, decent],
      [ratingTable.bad.label, bad],
    ]}
  />
)

export const ReportRows = ({ reports }: { reports: readonly AnyReportRow[] }) => (
  <table className={`${styles.table} ${styles.pageRows}`}>
    <thead>
      <tr>
        <th scope="col">{words.table.page}</th>
        <th scope="col">{words.table.score}</th>
        <th scope="col">{words.table.rating}</th>
        <th scope="col">{words.table.date}</th>
      </tr>
    </thead>
    <tbody>
      {reports.map((report) => {
        const rating = ratingOfReport(report)
        return (
          <tr key={report.id}>
            <th scope="row">
              {report.title}
              <span className={styles.line}>{report.url}</span>
            </th>
            <td>{report.score === null ? '–' : roundScore(report.score)}</td>
            <td>{rating && <RatingBadge rating={rating} label={ratingTable[rating].label} />}</td>
            <td className={styles.date}>{report.created_at && words.day(report.created_at)}</td>
          </tr>
        )
      })}
    </tbody>
  </table>
)

const WebsiteRows = ({ websites }: { websites: readonly AnyWebsite[] }) => (
  <table className={styles.table}>
    <thead>
      <tr>
        <th scope="col">{words.table.website}</th>
        <th scope="col">{words.table.pages}</th>
        <th scope="col">{words.table.score}</th>
        <th scope="col">{words.table.rating}</th>
      </tr>
    </thead>
    <tbody>
      {websites.map(({ id, domain, pages_count: pages, pages_avg_score: score }) => (
        <tr key={id}>
          <th scope="row">{unicodeHost(domain)}</th>
          <td>{pages}</td>
          <td>{score === null ? '–' : roundScore(score)}</td>
          <td>
            {score !== null && <RatingBadge rating={ratingOf(score)} label={ratingTable[ratingOf(score)].label} />}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
