import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf, roundScore } from '#contract/reports/rating.ts'
import { paths } from '#web/app/paths.ts'
import { RatedScore } from '#web/list/cells.tsx'
import type { ColumnMeta } from '#web/ui/table.tsx'
import { urlParts } from '#web/ui/url.tsx'

/** The columns of crawls and comparisons: a number, short words, a few words, and as many as it takes. */
export const sizes = {
  number: { width: '6rem', isNumber: true },
  short: { width: '8.5rem' },
  medium: { width: '12rem' },
  wide: { width: '36%', card: 'line' },
} as const satisfies Record<string, ColumnMeta>

/** The column whose cells are the headings of their rows. */
export const heading = { isRowHeading: true } as const

/** A number, or a dash if it isn't known. */
export const Amount = ({ value }: { value: number | null }) =>
  value === null ? <span className="faint">–</span> : grouped(value)

export const Average = ({ score }: { score: number | null }) =>
  score === null ? <span className="faint">–</span> : <RatedScore score={score} rating={ratingOf(roundScore(score))} />

type CrawledUrlProps = { url: string; report: number | null; host: string }

/** A URL, without the host if it is `host`, as a link to its report if it has one. */
export function CrawledUrl({ url, report, host }: CrawledUrlProps) {
  const parts = urlParts(url)
  const text = parts.host === host ? parts.path || '/' : url
  return report === null ? (
    <span title={url}>{text}</span>
  ) : (
    <Link to={paths.report(report)} title={url}>
      {text}
    </Link>
  )
}
