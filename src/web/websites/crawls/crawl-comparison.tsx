import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { readItem } from '#contract/responses/envelope.ts'
import {
  CrawlComparison as Comparison,
  type ComparedCrawl,
  crawlValueChanges,
} from '#contract/websites/crawl-comparison.ts'
import type { Crawl } from '#contract/websites/crawls.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { currentClient } from '#web/data/current-client.ts'
import { ExportButton } from '#web/list/export-button.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { Select } from '#web/ui/inputs.tsx'
import { Notice, Warnings } from '#web/ui/notice.tsx'
import { Card, CardHead, EmptyState } from '#web/ui/page.tsx'
import { type Columns, Table } from '#web/ui/table.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { Figures } from '../figures.tsx'
import {
  type ChangedLine,
  issueColumns,
  linkColumns,
  robotsColumns,
  urlColumns,
  valueColumns,
} from './comparison-cells.tsx'
import { crawlQueries } from './queries.ts'
import { comparisonWords as words } from './words.ts'

/** What changed from the crawl `other` to this one. */
const comparisonQuery = ({ website_id: website, id }: Crawl, other: number) =>
  queryOptions({
    queryKey: [...crawlQueries.all(website), 'compare', id, other],
    queryFn: ({ signal }) => {
      const path = `/websites/${website}/crawls/${id}/compare/${other}`
      return currentClient().get(path, (body) => readItem(Comparison, body), { signal })
    },
  })

type CrawlComparisonProps = { crawl: Crawl; other: number }

/** The changes from another crawl to this one. */
export function CrawlComparison({ crawl, other }: CrawlComparisonProps) {
  const isSame = other === crawl.id
  const result = useQuery({ ...comparisonQuery(crawl, other), enabled: !isSame })
  const isMissing = isSame || (result.error !== null && asApiError(result.error).kind === 'missing')
  return (
    <>
      {isMissing ? (
        <Card>
          <EmptyState title={isSame ? words.same : words.missing} actions={<OtherCrawl crawl={crawl} other={other} />}>
            {isSame ? words.sameText : words.missingText}
          </EmptyState>
        </Card>
      ) : (
        <QueryStates result={result} height="24rem" loading={words.loading}>
          {(comparison) => <Changes comparison={comparison} choice={<OtherCrawl crawl={crawl} other={other} />} />}
        </QueryStates>
      )}
    </>
  )
}

/** Chooses the crawl to compare with. */
function OtherCrawl({ crawl: { id, website_id: website }, other }: CrawlComparisonProps) {
  const navigate = useNavigate()
  const { data: crawls = [] } = useQuery(crawlQueries.list(website))
  const options = crawls
    .filter((one) => one.id !== id && one.state !== 'running')
    .map((one) => ({ value: String(one.id), label: words.option(one.started_at) }))
  const isKnown = options.some(({ value }) => value === String(other))
  return (
    <Select
      label={words.compareWith}
      value={String(other)}
      options={isKnown ? options : [{ value: String(other), label: words.numbered(other) }, ...options]}
      onChange={(value) => void navigate(paths.crawl(website, id, { compare: Number(value) }))}
    />
  )
}

/** `file` is the path of all its rows in the API. */
type Section = { id: string; title: string; total: number; shown: number; table: ReactNode; file: string }

function Changes({ comparison, choice }: { comparison: Comparison; choice: ReactNode }) {
  const { before, after, robots_changed, sitemap_changed, checks } = comparison
  const sections = sectionsOf(comparison)
  const changed = sections.filter(({ total }) => total > 0)
  const files = [robots_changed && words.robotsChanged, sitemap_changed && words.sitemapChanged].filter(
    (text) => typeof text === 'string',
  )
  const limits = [...partialTexts(before, words.before), ...partialTexts(after, words.after)]
  return (
    <>
      <div className="cluster across">
        {choice}
        <Figures label={words.crawls}>
          <li>
            {words.before} <Link to={paths.crawl(comparison.website_id, before.id)}>{words.urlCount(before.urls)}</Link>
          </li>
          <li>
            {words.after} <Link to={paths.crawl(comparison.website_id, after.id)}>{words.urlCount(after.urls)}</Link>
          </li>
        </Figures>
      </div>
      {limits.length > 0 && <Warnings sentences={limits} />}
      {checks.compared !== 'all' && <Notice tone="info">{words.checks[checks.compared]}</Notice>}
      {files.length > 0 && <Notice tone="info">{files.join(' ')}</Notice>}
      {comparison.robots_lines && <RobotsLines lines={comparison.robots_lines} />}
      {changed.length === 0 ? (
        <Card>
          <EmptyState title={words.nothing}>{files.length === 0 ? words.nothingText : words.onlyFiles}</EmptyState>
        </Card>
      ) : (
        <>
          <Counts sections={changed} />
          {changed.map(({ id, title, total, shown, table, file }) => (
            <Card key={id} flush aria-labelledby={id}>
              <CardHead id={id} title={title}>
                <span className="muted small">{grouped(total)}</span>
                <ExportButton path={file} name={`crawls-${before.id}-${after.id}-${id}`} className="end" />
              </CardHead>
              {table}
              {shown < total && <p className="last-line muted small">{words.first(shown, total)}</p>}
            </Card>
          ))}
        </>
      )}
    </>
  )
}

/** The lines that only one of the crawls read in robots.txt. */
function RobotsLines({ lines: { removed, added } }: { lines: NonNullable<Comparison['robots_lines']> }) {
  const rows: ChangedLine[] = [
    ...removed.rows.map((line) => ({ ...line, change: 'removed' as const })),
    ...added.rows.map((line) => ({ ...line, change: 'added' as const })),
  ]
  const hidden = removed.total + added.total - rows.length
  if (rows.length === 0) return null
  return (
    <Card flush aria-labelledby="robots-lines">
      <CardHead id="robots-lines" title={words.robotsLines} />
      <Table
        caption={words.robotsLines}
        columns={robotsColumns}
        rows={rows}
        keyOf={({ change, line }) => `${change} ${line}`}
      />
      {hidden > 0 && <p className="last-line muted small">{words.moreLines(hidden)}</p>}
    </Card>
  )
}

/** The numbers of changes. Each leads to its table. */
const Counts = ({ sections }: { sections: readonly Section[] }) => (
  <Figures label={words.counts}>
    {sections.map(({ id, title, total }) => (
      <li key={id}>
        <Link to={{ search: location.search, hash: id }}>
          {title} <b>{grouped(total)}</b>
        </Link>
      </li>
    ))}
  </Figures>
)

/** Sentences about URLs that one of the crawls didn’t look at. */
const partialTexts = ({ partial, not_looked_at: hidden, unread }: ComparedCrawl, label: string) => [
  ...(partial.length > 0 ? [words.partial(label, partial, hidden)] : []),
  ...(unread > 0 ? [words.unread(label, unread)] : []),
]

/** The kinds of changes, in the order of their importance. */
function sectionsOf({ website_id, urls, values, issues: ofIssues, links, before, after }: Comparison): Section[] {
  const at = `/websites/${website_id}/crawls/${after.id}/compare/${before.id}`
  const { host } = urlParts(after.start_url)
  const section = <Row extends object>(
    id: keyof typeof words.sections,
    list: { total: number; rows: Row[] } | undefined,
    columns: Columns<Row>,
    keyOf: (row: Row) => string,
    file = `urls.csv?change=${id}`,
  ): Section => {
    const { total, rows } = list ?? { total: 0, rows: [] }
    const title = words.sections[id]
    const table = <Table hasCursor caption={title} columns={columns} rows={rows} keyOf={keyOf} />
    return { id, title, total, shown: rows.length, table, file: `${at}/${file}` }
  }
  const byUrl = ({ url }: { url: string }) => url
  const byTarget = ({ target }: { target: string }) => target
  const byCheck = ({ check }: { check: string }) => check
  return [
    section('no_longer_indexable', urls.no_longer_indexable, urlColumns('state', host), byUrl),
    section('newly_indexable', urls.newly_indexable, urlColumns('state', host), byUrl),
    section('broken', links.broken, linkColumns(host), byTarget, 'links.csv?change=broken'),
    section('repaired', links.repaired, linkColumns(host), byTarget, 'links.csv?change=repaired'),
    section('new', urls.new, urlColumns('after', host), byUrl),
    section('gone', urls.gone, urlColumns('before', host), byUrl),
    ...crawlValueChanges.map((name) => section(name, values[name], valueColumns(host), byUrl)),
    section('new_issues', ofIssues.new, issueColumns(host), byCheck, 'issues.csv?change=new'),
    section('worse_issues', ofIssues.worse, issueColumns(host), byCheck, 'issues.csv?change=worse'),
    section(
      'partly_fixed_issues',
      ofIssues.partly_fixed,
      issueColumns(host),
      byCheck,
      'issues.csv?change=partly_fixed',
    ),
    section('fixed_issues', ofIssues.fixed, issueColumns(host), byCheck, 'issues.csv?change=fixed'),
    section('removed_issues', ofIssues.removed, issueColumns(host), byCheck, 'issues.csv?change=removed'),
    section('gone_issues', ofIssues.gone, issueColumns(host), byCheck, 'issues.csv?change=gone'),
    section('depth', urls.depth, urlColumns('depth', host), byUrl),
  ]
}
