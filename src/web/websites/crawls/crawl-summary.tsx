import { grouped } from '#contract/format/numbers.ts'
import type { CrawlFigures, CrawlParameter, CrawlTrap } from '#contract/websites/crawls.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { Figures, RatedAverage, Ratings, statesOf } from '../figures.tsx'
import { figureWords } from '../words.ts'
import { heading, sizes } from './crawl-cells.tsx'
import { crawlWords as words } from './words.ts'

const linkKinds = ['internal', 'external', 'nofollow', 'parameters', 'scripts', 'blocked'] as const

/** The figures of a crawl: the average, its URLs by their states, the ratings and the links. */
export function CrawlSummary({ figures }: { figures: CrawlFigures }) {
  const { urls, states, ratings, average_score: average, lists, links, unread, rendered } = figures
  const notKnown = (count: number) => (unread > 0 ? words.unread(count) : figureWords.unknown(count))
  return (
    <Figures
      label={words.summary}
      score={average === null ? words.noIndexable : <RatedAverage average={average} />}
      total={words.crawled(urls, lists.all)}
      parts={statesOf(urls, (state) => states[state] ?? 0, undefined, notKnown)}
    >
      {average !== null && (
        <li>
          <Ratings countOf={(rating) => ratings[rating] ?? 0} />
        </li>
      )}
      <li title={words.linksHint}>
        {words.links}:{' '}
        {linkKinds
          .filter((kind) => kind === 'internal' || links[kind] > 0)
          .map((kind) => words.linkCounts[kind](links[kind]))
          .join(', ')}
      </li>
      {rendered > 0 && <li>{words.rendered(rendered)}</li>}
    </Figures>
  )
}

/** Groups of URLs without end that the crawl stopped to follow. */
export const EndlessUrls = ({ traps }: { traps: readonly CrawlTrap[] }) => (
  <Card flush aria-labelledby="endless">
    <CardHead id="endless" title={words.traps}>
      <p className="muted small">{words.trapsLead}</p>
    </CardHead>
    <Table
      hasCursor
      caption={words.traps}
      columns={trapColumns}
      rows={traps}
      keyOf={({ kind, pattern }) => `${kind} ${pattern}`}
    />
  </Card>
)

const trapColumns: Columns<CrawlTrap> = [
  column(words.trapColumns.pattern, ({ pattern }) => <code>{pattern}</code>, heading),
  column(words.trapColumns.kind, ({ kind }) => words.trap[kind], sizes.short),
  column(words.trapColumns.urls, ({ urls }) => grouped(urls), sizes.number),
  column(words.trapColumns.example, ({ example }) => example, sizes.wide),
]

/** The parameters of the crawl's URLs. */
export const UrlParameters = ({ parameters }: { parameters: readonly CrawlParameter[] }) => (
  <Card flush aria-labelledby="parameters">
    <CardHead id="parameters" title={words.parameters}>
      <p className="muted small">{words.parametersLead}</p>
    </CardHead>
    <Table
      hasCursor
      caption={words.parameters}
      columns={parameterColumns}
      rows={parameters}
      keyOf={({ name }) => name}
    />
  </Card>
)

const parameterColumns: Columns<CrawlParameter> = [
  column(words.parameterColumns.name, ({ name }) => <code>{name}</code>, heading),
  column(words.parameterColumns.urls, ({ urls }) => grouped(urls), sizes.number),
  column(
    words.parameterColumns.ignorable,
    ({ ignorable, same_text: same }) =>
      ignorable ? words.ignorable : same === undefined ? words.notIgnorable : same ? words.sameText : words.otherText,
    sizes.medium,
  ),
]
