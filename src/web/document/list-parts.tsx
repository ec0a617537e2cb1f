import { counted } from '#contract/format/numbers.ts'
import { googleReasonOf } from '#contract/reports/google-reasons.ts'
import { indexabilityOfRow, indexabilityText } from '#contract/reports/indexability.ts'
import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import { ratingOfReport, type AnyReportRow } from '#contract/reports/report-row.ts'
import type { AnyClientDocument } from '#contract/sharing/client-document.ts'
import type { AnyWebsite } from '#contract/websites/website.ts'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { urlParts } from '#web/ui/url.tsx'
import { Figures, type Parts } from './sections.tsx'
import { documentWords as words } from './words.ts'
import tableStyles from './document-table.module.css'

/** The most pages that a table lists. Exports have all of them. */
const maxPages = 15

/** The summary and the sections of the client report of a list. */
export function listParts({ reports, websites, total = 0 }: AnyClientDocument): Parts {
  if (!reports) {
    const rows = websites ?? []
    return {
      summary: { headline: words.summary.list(rows.length, total, 'website'), score: null, notes: [], content: null },
      parts: [{ id: 'websites', content: <WebsiteRows websites={rows} /> }],
    }
  }
  const indexable = reports.filter((report) => report.counted)
  const ratings = indexable.map(ratingOfReport)
  const count = (rating: 'good' | 'decent' | 'bad') => ratings.filter((counted) => counted === rating).length
  const isWhole = reports.length === total
  return {
    summary: {
      headline:
        isWhole && total > 0
          ? words.summary.found(indexable.length, total)
          : words.summary.list(reports.length, total, 'page'),
      isBad: isWhole && total > 0 && indexable.length === 0,
      score: null,
      notes: [!isWhole && words.summary.found(indexable.length, reports.length), analysedOn(reports)],
      content: <RatingFigures good={count('good')} decent={count('decent')} bad={count('bad')} />,
    },
    parts: [
      {
        id: 'pages',
        content: (
          <ReportRows
            reports={worstFirst(reports)}
            caption={(shown) => words.worstOf(shown, counted(total, 'page'), shown === total)}
          />
        ),
      },
    ],
  }
}

/** What can't be found is worse than any score. */
const worstFirst = (reports: readonly AnyReportRow[]) =>
  reports.toSorted(
    (a, b) =>
      Number(b.indexability === 'blocked') - Number(a.indexability === 'blocked') ||
      (a.score ?? 101) - (b.score ?? 101),
  )

type RatingFiguresProps = Record<'good' | 'decent' | 'bad', number | null>

/** The number of pages with each rating. One rating of all pages is no news beside their number. */
export function RatingFigures(pages: RatingFiguresProps) {
  const names = ['good', 'decent', 'bad'] as const
  if (names.filter((rating) => pages[rating]).length < 2) return null
  return <Figures figures={names.map((rating) => [words.rated(ratingTable[rating].label), pages[rating] ?? 0])} />
}

/** The day of the reports in a sentence, or the first and the last; null if none is known. */
export function analysedOn(reports: readonly AnyReportRow[]): string | null {
  const times = reports.flatMap(({ created_at: time }) => (time === null ? [] : [time])).toSorted()
  const [first, last] = [times[0], times.at(-1)]
  return first && last ? words.analysed(words.day(first), words.day(last)) : null
}

/** The reason why a page doesn't count, in words for people who don't build websites. */
function reasonOf(report: AnyReportRow): string {
  const state = indexabilityOfRow(report)
  if (!state) return words.states.unknown
  if (state.state !== 'blocked') return indexabilityText(state)
  if (state.code === 'status' && report.status) return words.blockedBy.status(report.status)
  const reason = state.code && state.code in words.blockedBy ? words.blockedBy[state.code as 'noindex'] : undefined
  return reason ?? indexabilityText(state)
}

/** Why a page doesn't count, and what Google Search Console will say, unless that is the same. */
function Reason({ report }: { report: AnyReportRow }) {
  const reason = reasonOf(report)
  const google = googleReasonOf({ ...report, indexing_code: report.indexing_code ?? null })
  return (
    <>
      {reason}
      {google !== null && google !== reason && <span className={tableStyles.line}>{words.googleReason(google)}</span>}
    </>
  )
}

/** Returns URLs as paths if all are of one website, because the cover names it. Those of other hosts stay whole. */
export function shortUrls(urls: readonly string[]): (url: string) => string {
  const origins = new Set(urls.map((url) => URL.parse(url)?.origin))
  return (url) => (origins.size === 1 && origins.has(URL.parse(url)?.origin) ? urlParts(url).path || '/' : url)
}

type ReportRowsProps = {
  reports: readonly AnyReportRow[]
  /** Receives the number of rows. */
  caption: (shown: number) => string
}

/** The first pages by their reports. Those that don't count in figures have the reason instead of a score. */
export function ReportRows({ reports, caption }: ReportRowsProps) {
  const shown = reports.slice(0, maxPages)
  const short = shortUrls(shown.map(({ url }) => url))
  const isScored = shown.some((report) => report.counted)
  if (shown.length === 0) return null
  return (
    <table className={`${tableStyles.table} ${tableStyles.pageRows}`}>
      <caption>{caption(shown.length)}</caption>
      <thead>
        <tr>
          <th scope="col">{words.table.page}</th>
          {isScored ? (
            <>
              <th scope="col">{words.table.score}</th>
              <th scope="col">{words.table.rating}</th>
            </>
          ) : (
            <th scope="col">{words.table.reason}</th>
          )}
        </tr>
      </thead>
      <tbody>
        {shown.map((report) => {
          const rating = ratingOfReport(report)
          return (
            <tr key={report.id}>
              <th scope="row">
                {report.title}
                <span className={tableStyles.line}>{short(report.url)}</span>
              </th>
              {report.counted ? (
                <>
                  <td>{report.score === null ? '–' : roundScore(report.score)}</td>
                  <td>{rating && <RatingBadge rating={rating} label={ratingTable[rating].label} />}</td>
                </>
              ) : (
                <td colSpan={isScored ? 2 : 1}>
                  <Reason report={report} />
                </td>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const WebsiteRows = ({ websites }: { websites: readonly AnyWebsite[] }) => (
  <table className={tableStyles.table}>
    <thead>
      <tr>
        <th scope="col">{words.table.website}</th>
        <th scope="col">{words.indexablePages}</th>
        <th scope="col">{words.table.score}</th>
        <th scope="col">{words.table.rating}</th>
      </tr>
    </thead>
    <tbody>
      {websites.map(({ id, domain, pages_counted: indexable, pages_count: pages, pages_avg_score: score }) => (
        <tr key={id}>
          <th scope="row">{unicodeHost(domain)}</th>
          <td>{indexable === null || pages === null ? pages : words.ofAll(indexable, pages)}</td>
          <td>{score === null ? '–' : roundScore(score)}</td>
          <td>
            {score !== null && <RatingBadge rating={ratingOf(score)} label={ratingTable[ratingOf(score)].label} />}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)
