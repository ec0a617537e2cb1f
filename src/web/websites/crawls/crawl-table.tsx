import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { ratingOf, roundScore } from '#contract/reports/rating.ts'
import { paths } from '#web/app/paths.ts'
import { RatedScore } from '#web/list/cells.tsx'
import { classes } from '#web/ui/classes.ts'
import { urlParts } from '#web/ui/url.tsx'
import issues from '../website/website-issues.module.css'
import styles from './crawls.module.css'

export type Column<Row> = {
  label: string
  cell: (row: Row) => ReactNode
  /** The width of the column, and the place of its cells on a phone. */
  size?: 'number' | 'short' | 'medium' | 'wide'
}

type CrawlTableProps<Row> = {
  caption: string
  /** The cells of the first are the headings of their rows. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string | number
}

/** A table whose rows become cards where it is narrow. */
export function CrawlTable<Row>({ caption, columns, rows, keyOf }: CrawlTableProps<Row>) {
  const [first, ...others] = columns
  const classOf = ({ size }: Column<Row>) => classes(size && styles[size], size === 'number' && issues.number)
  return (
    <div className={issues.parts}>
      <table className={`${issues.table} ${styles.table}`}>
        <caption className="hidden-visually">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.label} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} data-row={keyOf(row)}>
              <th scope="row">{first?.cell(row)}</th>
              {others.map((column) => (
                <td key={column.label} data-label={column.label} className={classOf(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

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
