import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import type {
  CrawlComparison,
  CrawledState,
  crawlIssueChanges,
  crawlLinkChanges,
  CrawlUrlChange,
} from '#contract/websites/crawl-comparison.ts'
import { paths } from '#web/app/paths.ts'
import { Amount, Average, type Column, CrawledUrl } from './crawl-table.tsx'
import { Answer, Indexing } from './crawl-url-cells.tsx'
import { comparisonWords as words } from './words.ts'
import styles from './crawls.module.css'

type IssueRow = CrawlComparison['issues'][(typeof crawlIssueChanges)[number]]['rows'][number]
type LinkRow = CrawlComparison['links'][(typeof crawlLinkChanges)[number]]['rows'][number]

const { columns } = words

/** `state` and `depth` show both crawls, the others only the one that has the URL. */
export function urlColumns(kind: 'before' | 'after' | 'state' | 'depth', host: string): Column<CrawlUrlChange>[] {
  const url: Column<CrawlUrlChange> = {
    label: columns.url,
    cell: (row) => (
      <CrawledUrl url={row.url} report={row.after?.report_id ?? row.before?.report_id ?? null} host={host} />
    ),
  }
  if (kind === 'depth') {
    return [
      url,
      { label: words.before, cell: ({ before }) => <Amount value={before?.depth ?? null} />, size: 'number' },
      { label: words.after, cell: ({ after }) => <Amount value={after?.depth ?? null} />, size: 'number' },
    ]
  }
  if (kind === 'state') {
    return [
      url,
      { label: words.before, cell: ({ before }) => <State of={before} />, size: 'wide' },
      { label: words.after, cell: ({ after }) => <State of={after} />, size: 'wide' },
    ]
  }
  return [
    url,
    { label: columns.status, cell: (row) => row[kind] && <Answer row={row[kind]} />, size: 'short' },
    { label: columns.indexing, cell: (row) => row[kind] && <Indexing row={row[kind]} />, size: 'medium' },
    { label: columns.score, cell: (row) => <Score of={row[kind]} />, size: 'short' },
  ]
}

/** The answer of a URL and what it means for its index. */
const State = ({ of }: { of: CrawledState | null }) =>
  of === null ? <span className="faint">{words.notThere}</span> : <Indexing row={of} isCompared />

const Score = ({ of }: { of: CrawledState | null }) => <Average score={of?.score ?? null} />

export const issueColumns = (host: string): Column<IssueRow>[] => [
  { label: columns.issue, cell: ({ check, name }) => <Link to={paths.checks(check)}>{name ?? check}</Link> },
  { label: columns.pages, cell: ({ pages }) => grouped(pages), size: 'number' },
  {
    label: columns.on,
    cell: ({ samples, pages }) => (
      <ul className={styles.sources}>
        {samples.map(({ url, report_id }) => (
          <li key={url}>
            <CrawledUrl url={url} report={report_id} host={host} />
          </li>
        ))}
        {samples.length < pages && <li className="faint">{words.more(pages - samples.length)}</li>}
      </ul>
    ),
    size: 'wide',
  },
]

export const linkColumns = (host: string): Column<LinkRow>[] => [
  { label: columns.target, cell: ({ target }) => <CrawledUrl url={target} report={null} host={host} /> },
  { label: columns.status, cell: (row) => <Answer row={row} />, size: 'short' },
  { label: columns.links, cell: ({ links }) => grouped(links), size: 'number' },
  {
    label: columns.sources,
    cell: ({ samples, links }) => (
      <ul className={styles.sources}>
        {samples.map(({ url, report_id, anchor }) => (
          <li key={`${url} ${anchor}`}>
            <CrawledUrl url={url} report={report_id} host={host} />{' '}
            <span className="faint">{words.anchor(anchor)}</span>
          </li>
        ))}
        {samples.length < links && <li className="faint">{words.more(links - samples.length)}</li>}
      </ul>
    ),
    size: 'wide',
  },
]
