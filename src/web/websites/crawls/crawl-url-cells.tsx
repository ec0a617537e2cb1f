import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { type IndexingCode, scriptHop, urlFrom } from '#contract/reports/indexability.ts'
import type { CrawlList, CrawlUrl, UncheckedHost } from '#contract/websites/crawls.ts'
import { IndexingTag } from '#web/list/cells.tsx'
import { column, type ColumnMeta, type Columns } from '#web/ui/table.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { websitePagesWords } from '../pages/words.ts'
import { Amount, Average, CrawledUrl, heading, sizes } from './crawl-cells.tsx'
import { crawlUrlWords as words, failureText } from './words.ts'

type Name = keyof typeof words.columns
type Cell = (row: CrawlUrl, host: string) => ReactNode

const namesOf: Record<CrawlList, readonly Name[]> = {
  broken: ['target', 'status', 'inlinks', 'sources'],
  broken_external: ['target', 'status', 'inlinks', 'sources'],
  redirecting: ['target', 'status', 'redirects_to', 'inlinks'],
  unchecked: ['target', 'reason', 'inlinks'],
  unreachable: ['url', 'place', 'indexing', 'score'],
  sitemap_only: ['url', 'place', 'indexing', 'score'],
  no_inlinks: ['url', 'place', 'indexing', 'score'],
  by_script: ['url', 'clicks', 'inlinks', 'sitemap', 'indexing', 'score'],
  deep: ['url', 'clicks', 'inlinks', 'indexing', 'score'],
  unread: ['url', 'reason', 'inlinks', 'sitemap'],
  blocked: ['url', 'robots', 'inlinks', 'sitemap'],
  skipped: ['url', 'reason', 'inlinks'],
  sitemap_faults: ['url', 'fault', 'inlinks'],
  unlisted: ['url', 'clicks', 'inlinks', 'score'],
  all: ['url', 'status', 'indexing', 'clicks', 'inlinks', 'score'],
}

const cells: Record<Name, { cell: Cell; meta: ColumnMeta }> = {
  url: { cell: (row, host) => <CrawledUrl url={row.url} report={row.report_id} host={host} />, meta: heading },
  target: { cell: (row, host) => <CrawledUrl url={row.url} report={row.report_id} host={host} />, meta: heading },
  status: { cell: (row) => <Answer row={row} />, meta: sizes.short },
  redirects_to: {
    cell: ({ url, redirects_to: to }) => to !== null && <span title={to}>{urlFrom(url, to)}</span>,
    meta: sizes.medium,
  },
  inlinks: { cell: ({ inlinks }) => <Amount value={inlinks} />, meta: sizes.number },
  sources: { cell: (row, host) => <Sources row={row} host={host} />, meta: sizes.wide },
  reason: { cell: reasonOf, meta: sizes.wide },
  place: { cell: ({ orphan, inlinks }) => orphan && words.place[orphan](inlinks), meta: sizes.wide },
  clicks: { cell: ({ depth }) => <Amount value={depth} />, meta: sizes.number },
  robots: {
    cell: ({ robots }) =>
      robots && (
        <>
          <code>{robots.rule}</code> <span className="faint">{words.rule(robots.line)}</span>
        </>
      ),
    meta: sizes.wide,
  },
  fault: { cell: faultOf, meta: sizes.wide },
  indexing: { cell: (row) => <Indexing row={row} />, meta: sizes.medium },
  score: {
    cell: ({ score }) => <Average score={score} />,
    meta: sizes.short,
  },
  sitemap: {
    cell: ({ in_sitemap: listed }) => (listed === null ? '–' : listed ? words.listed : words.notListed),
    meta: sizes.short,
  },
}

/** The columns of a list. URLs of `host` are shown without it. */
export const columnsOf = (list: CrawlList, host: string): Columns<CrawlUrl> =>
  namesOf[list].map((name) => {
    const { cell, meta } = cells[name]
    return column(words.columns[name], (row) => cell(row, host), meta)
  })

/** @param searchOf returns the search parameters of the page with the URLs of a host */
export const hostColumns = (searchOf: (host: string) => string): Columns<UncheckedHost> => [
  column(
    words.hostColumns.host,
    ({ host }) => (
      <Link to={{ search: searchOf(host) }} preventScrollReset>
        {unicodeHost(host)}
      </Link>
    ),
    heading,
  ),
  column(
    words.hostColumns.reason,
    ({ failure, reason }) => (failure === null ? words.severalReasons : failureText(failure, reason)),
    sizes.wide,
  ),
  column(words.hostColumns.urls, ({ urls }) => <Amount value={urls} />, sizes.number),
  column(words.hostColumns.inlinks, ({ inlinks }) => <Amount value={inlinks} />, sizes.number),
]

type Answered = Pick<CrawlUrl, 'status' | 'failure'> &
  Partial<Pick<CrawlUrl, 'reason' | 'redirect_statuses' | 'end_status'>>

/** The status of a URL, also of its redirects if it doesn't work, or the reason for none. */
export function Answer({
  row: { status, failure, reason, redirect_statuses: hops, end_status: end },
}: {
  row: Answered
}) {
  // A loop has a status, but it isn't the fault.
  if (failure !== null) return <span className="medium bad toned">{failureText(failure, reason)}</span>
  if (status === null) return <span className="faint">{words.noStatus}</span>
  if (hops?.startsWith(scriptHop)) return <span>{words.scriptRedirect}</span>
  if (hops && end && end >= 400) return <span className="medium bad toned">{`${hops}, ${end}`}</span>
  return <span className={status >= 400 ? 'medium bad toned' : undefined}>{status}</span>
}

/** Returns the reason for which a crawl didn't read a URL. */
export function reasonOf({
  kind,
  failure,
  reason,
  status,
  robots,
}: Pick<CrawlUrl, 'failure' | 'reason' | 'status' | 'robots'> & Partial<Pick<CrawlUrl, 'kind'>>) {
  if (robots !== null) return words.isBlocked(robots.line)
  if (failure !== null) return failureText(failure, reason)
  if (status !== null) return words.isStatus(status)
  return kind === 'skipped' ? words.isSkipped : words.noStatus
}

type IndexingProps = {
  row: Pick<CrawlUrl, 'indexability' | 'indexing_code' | 'status'>
  /** The state of a URL that can be indexed is named too, for a comparison. */
  isCompared?: boolean
}

/** The reason for which Google doesn’t index a URL, in a word. */
export function Indexing({ row, isCompared = false }: IndexingProps) {
  const { indexability: state, indexing_code: code, status } = row
  if (state === null) return <span className="faint">–</span>
  if (state === 'indexable' && isCompared) return <span className="muted">{websitePagesWords.states.indexable}</span>
  return (
    <IndexingTag
      summary={{ state, check: null, deliberate: false, code: code as IndexingCode | null }}
      status={status}
      check={state === 'redirect' ? null : codeText(code)}
    />
  )
}

const codeText = (code: string | null) => (words.indexingCode as Record<string, string | undefined>)[code ?? '']

/** The reason for which a URL doesn’t belong in a sitemap. */
function faultOf(row: CrawlUrl) {
  const { url, status, redirects_to: to, redirect_statuses: hops, robots, failure, reason, indexing_code: code } = row
  if (robots !== null) return words.isBlocked(robots.line)
  if (failure !== null) return failureText(failure, reason)
  if (to !== null) return words.redirects(urlFrom(url, to), hops?.startsWith(scriptHop) ? scriptHop : status)
  if (status !== null && status >= 400) return words.isStatus(status)
  return codeText(code) ?? words.unknownFault
}

const shownSources = 2

/** The pages with a link, and its text on each. */
function Sources({ row: { samples, inlinks }, host }: { row: CrawlUrl; host: string }) {
  const items = samples.map(({ url, report_id, anchor }) => (
    <li key={url} className="linked">
      <CrawledUrl url={url} report={report_id} host={host} />{' '}
      <span className="faint">{anchor === '' ? words.noAnchor : `“${anchor}”`}</span>
    </li>
  ))
  const hidden = inlinks - shownSources
  return (
    <>
      <ul className="grid dense">{items.slice(0, shownSources)}</ul>
      {hidden > 0 &&
        (items.length > shownSources ? (
          <details className="reveal">
            <summary>{words.more(hidden)}</summary>
            <ul className="grid dense">
              {items.slice(shownSources)}
              {samples.length < inlinks && <li className="faint">{words.more(inlinks - samples.length)}</li>}
            </ul>
          </details>
        ) : (
          <p className="faint small">{words.more(inlinks - samples.length)}</p>
        ))}
    </>
  )
}
