import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import type {
  CrawlComparison,
  CrawledState,
  crawlIssueChanges,
  crawlLinkChanges,
  CrawlUrlChange,
  CrawlValueChange,
} from '#contract/websites/crawl-comparison.ts'
import type { RobotsLine } from '#contract/websites/robots-lines.ts'
import { paths } from '#web/app/paths.ts'
import { column, type Columns } from '#web/ui/table.tsx'
import { showInvisible } from '#web/ui/text.ts'
import { problemOf } from '../website/issues-view.ts'
import { Amount, Average, CrawledUrl, heading, sizes } from './crawl-cells.tsx'
import { Answer, Indexing } from './crawl-url-cells.tsx'
import { comparisonWords as words } from './words.ts'

type IssueRow = CrawlComparison['issues'][(typeof crawlIssueChanges)[number]]['rows'][number]
type LinkRow = CrawlComparison['links'][(typeof crawlLinkChanges)[number]]['rows'][number]

const { columns } = words

/** `state` and `depth` show both crawls, the others only the one that has the URL. */
export function urlColumns(kind: 'before' | 'after' | 'state' | 'depth', host: string): Columns<CrawlUrlChange> {
  const url = column<CrawlUrlChange>(
    columns.url,
    (row) => <CrawledUrl url={row.url} report={row.after?.report_id ?? row.before?.report_id ?? null} host={host} />,
    heading,
  )
  if (kind === 'depth') {
    return [
      url,
      column(words.before, ({ before }) => <Amount value={before?.depth ?? null} />, sizes.number),
      column(words.after, ({ after }) => <Amount value={after?.depth ?? null} />, sizes.number),
    ]
  }
  if (kind === 'state') {
    return [
      url,
      column(words.before, ({ before }) => <State of={before} />, sizes.wide),
      column(words.after, ({ after }) => <State of={after} />, sizes.wide),
    ]
  }
  return [
    url,
    column(columns.status, (row) => row[kind] && <Answer row={row[kind]} />, sizes.short),
    column(columns.indexing, (row) => row[kind] && <Indexing row={row[kind]} />, sizes.medium),
    column(columns.score, (row) => <Score of={row[kind]} />, sizes.short),
  ]
}

export const valueColumns = (host: string): Columns<CrawlValueChange> => [
  column(columns.url, ({ url, report_id }) => <CrawledUrl url={url} report={report_id} host={host} />, heading),
  column(words.before, ({ before }) => <Value of={before} />, sizes.wide),
  column(words.after, ({ after }) => <Value of={after} />, sizes.wide),
]

const Value = ({ of }: { of: CrawlValueChange['before'] }) => {
  if (of === null || of === '' || (Array.isArray(of) && of.length === 0))
    return <span className="faint">{words.noValue}</span>
  if (!Array.isArray(of))
    return <span className="breaks">{typeof of === 'number' ? grouped(of) : showInvisible(of)}</span>
  return (
    <ul className="grid dense breaks">
      {of.map((entry) => (
        <li key={entry}>{showInvisible(entry)}</li>
      ))}
    </ul>
  )
}

/** The answer of a URL and what it means for its index. */
const State = ({ of }: { of: CrawledState | null }) =>
  of === null ? <span className="faint">{words.notThere}</span> : <Indexing row={of} isCompared />

const Score = ({ of }: { of: CrawledState | null }) => <Average score={of?.score ?? null} />

export const issueColumns = (host: string): Columns<IssueRow> => [
  column(columns.issue, (issue) => <Link to={paths.checks(issue.check)}>{problemOf(issue)}</Link>, heading),
  column(columns.pages, ({ pages }) => grouped(pages), sizes.number),
  column(
    columns.on,
    ({ samples, pages }) => (
      <ul className="grid dense">
        {samples.map(({ url, report_id, before, after }) => (
          <li key={url}>
            <CrawledUrl url={url} report={report_id} host={host} />
            {before && after && <span className="faint"> {words.extent(before, after)}</span>}
          </li>
        ))}
        {samples.length < pages && <li className="faint">{words.more(pages - samples.length)}</li>}
      </ul>
    ),
    sizes.wide,
  ),
]

export type ChangedLine = RobotsLine & { change: 'removed' | 'added' }

export const robotsColumns: Columns<ChangedLine> = [
  column(
    words.robots.line,
    ({ line, change }) => <code className={`breaks ${change === 'added' ? 'medium' : 'muted'}`}>{line}</code>,
    heading,
  ),
  column(words.robots.change, ({ change }) => words.robots[change], sizes.short),
  column(words.robots.agents, ({ agents }) => agents.join(', '), sizes.medium),
]

export const linkColumns = (host: string): Columns<LinkRow> => [
  column(columns.target, ({ target }) => <CrawledUrl url={target} report={null} host={host} />, heading),
  column(columns.status, (row) => <Answer row={row} />, sizes.short),
  column(columns.links, ({ links }) => grouped(links), sizes.number),
  column(
    columns.sources,
    ({ samples, links }) => (
      <ul className="grid dense">
        {samples.map(({ url, report_id, anchor }) => (
          <li key={`${url} ${anchor}`}>
            <CrawledUrl url={url} report={report_id} host={host} />{' '}
            <span className="faint">{words.anchor(anchor)}</span>
          </li>
        ))}
        {samples.length < links && <li className="faint">{words.more(links - samples.length)}</li>}
      </ul>
    ),
    sizes.wide,
  ),
]
