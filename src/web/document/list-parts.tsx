import { indexabilityOfRow, indexabilityText } from '#contract/reports/indexability.ts'
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
  const counted = (reports ?? []).filter((report) => report.counted)
  const ratings = counted.map(ratingOfReport)
  const count = (rating: 'good' | 'decent' | 'bad') => ratings.filter((one) => one === rating).length
  return [
    {
      id: 'summary',
      content: (
        <>
          <p className={styles.lead}>{words.summary.list(shown, total, reports ? 'page' : 'website')}</p>
          {counted.length > 0 && (
            <PageFigures pages={counted.length} good={count('good')} decent={count('decent')} bad={count('bad')} />
          )}
        </>
      ),
    },
    reports
      ? { id: 'pages', content: <ReportRows reports={reports} /> }
      : { id: 'websites', content: <WebsiteRows websites={websites ?? []} /> },
  ]
}

type PageFiguresProps = { pages: number } & Record<'good' | 'decent' | 'bad', number>

/** The number of indexable pages, and of those with each rating. */
export const PageFigures = ({ pages, good, decent, bad }: PageFiguresProps) => (
  <Figures
    figures={[
      [words.indexablePages, pages],
      [ratingTable.good.label, good],
      [ratingTable.decent.label, decent],
      [ratingTable.bad.label, bad],
    ]}
  />
)

/** What Google does with a page that doesn't count. */
function stateOf(report: AnyReportRow): string {
  const state = indexabilityOfRow(report)
  return state ? indexabilityText(state) : words.states.unknown
}

/** Pages by their reports. Those that don't count in figures have their state instead of a score. */
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
            {report.counted ? (
              <>
                <td>{report.score === null ? '–' : roundScore(report.score)}</td>
                <td>{rating && <RatingBadge rating={rating} label={ratingTable[rating].label} />}</td>
              </>
            ) : (
              <td colSpan={2}>{stateOf(report)}</td>
            )}
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
        <th scope="col">{words.indexablePages}</th>
        <th scope="col">{words.table.score}</th>
        <th scope="col">{words.table.rating}</th>
      </tr>
    </thead>
    <tbody>
      {websites.map(({ id, domain, pages_counted: counted, pages_count: pages, pages_avg_score: score }) => (
        <tr key={id}>
          <th scope="row">{unicodeHost(domain)}</th>
          <td>{counted === null || pages === null ? pages : words.ofAll(counted, pages)}</td>
          <td>{score === null ? '–' : roundScore(score)}</td>
          <td>
            {score !== null && <RatingBadge rating={ratingOf(score)} label={ratingTable[ratingOf(score)].label} />}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
