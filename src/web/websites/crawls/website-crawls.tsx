import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import type { Crawl, CrawlFigures } from '#contract/websites/crawls.ts'
import type { Website } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { useAnalyseRequests } from '#web/data/analyse-request.ts'
import { jobQueries } from '#web/jobs/queries.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { changesText } from '#web/resources/crawl-words.ts'
import { useCanEdit } from '#web/resources/me.ts'
import { homePageOf } from '#web/resources/websites.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead, EmptyState } from '#web/ui/page.tsx'
import { column, type Columns, Table } from '#web/ui/table.tsx'
import { formatAbsolute, Moment } from '#web/ui/time.tsx'
import { Average, heading, sizes } from './crawl-cells.tsx'
import { crawlQueries } from './queries.ts'
import { crawlUrlWords, crawlWords as words } from './words.ts'
import styles from './crawls.module.css'

type WebsiteCrawlsProps = Pick<Website, 'id' | 'domain'>

/** The crawls of a website, newest first. */
export function WebsiteCrawls(website: WebsiteCrawlsProps) {
  const result = useQuery(crawlQueries.list(website.id))
  return (
    <QueryStates result={result} height="12rem" loading={words.loading}>
      {(crawls) =>
        crawls.length === 0 ? (
          <Card>
            <EmptyState title={words.none} actions={<CrawlButton website={website} main />}>
              {words.noneText}
            </EmptyState>
          </Card>
        ) : (
          <CrawlsTable crawls={crawls} website={website} />
        )
      }
    </QueryStates>
  )
}

/** Opens the dialog that starts a crawl. */
function CrawlButton({ website, main = false }: { website: WebsiteCrawlsProps; main?: boolean }) {
  const { openCrawlDialog } = useAnalyseRequests()
  const canWrite = useCanEdit(website.id)
  if (!canWrite) return null
  return (
    <Button
      variant={main ? 'main' : undefined}
      icon="globe"
      onClick={() => void homePageOf(website).then(openCrawlDialog)}
    >
      {words.start}
    </Button>
  )
}

const CrawlsTable = ({ crawls, website }: { crawls: readonly Crawl[]; website: WebsiteCrawlsProps }) => (
  <Card flush aria-labelledby="crawls">
    <CardHead id="crawls" title={words.crawls}>
      <p className="muted small">{words.kept}</p>
      <span className="end">
        <CrawlButton website={website} />
      </span>
    </CardHead>
    <Table hasCursor caption={words.caption} columns={columns} rows={crawls} keyOf={({ id }) => id} />
  </Card>
)

const figure = (read: (figures: CrawlFigures) => ReactNode) => (crawl: Crawl) => crawl.figures && read(crawl.figures)

const { columns: headings } = words

const columns: Columns<Crawl> = [
  column(headings.started, (crawl) => <Started crawl={crawl} />, heading),
  column(headings.trigger, ({ schedule_id }) => (schedule_id === null ? words.manual : words.schedule), sizes.short),
  column(
    headings.urls,
    figure(({ urls }) => grouped(urls)),
    sizes.number,
  ),
  column(
    headings.average,
    figure((figures) => <Average score={figures.average_score} />),
    sizes.short,
  ),
  column(
    headings.states,
    figure(({ states, urls }) => words.indexableOf(states.indexable ?? 0, urls)),
    sizes.number,
  ),
  column(
    headings.broken,
    figure(({ lists, gaps }) => crawlUrlWords.number(lists.broken ?? 0, gaps.broken)),
    sizes.number,
  ),
  column(headings.changes, (crawl) => crawl.figures && <Changes crawl={crawl} />, sizes.wide),
]

const Started = ({ crawl: { id, website_id: website, state, figures, started_at: at } }: { crawl: Crawl }) => (
  <>
    <Link to={paths.crawl(website, id)}>
      <Moment sent={at} format={formatAbsolute} />
    </Link>
    {state === 'running' ? (
      <CrawlProgress id={id} />
    ) : (
      state !== 'done' && <span className={`small muted ${styles.state}`}>{words.state[state]}</span>
    )}
    {state !== 'running' && !figures && <p className="faint tiny">{words.noFigures}</p>}
  </>
)

/** The changes since the crawl before, as a link to the comparison. */
const Changes = ({ crawl: { id, website_id: website, previous_id: previous, changes } }: { crawl: Crawl }) =>
  previous === null ? (
    <span className="faint">{words.firstCrawl}</span>
  ) : (
    <Link to={paths.crawl(website, id, { compare: previous })}>
      {(changes && changesText(changes)) || words.compare}
    </Link>
  )

/** The progress of a running crawl, as its job tells it. */
export function CrawlProgress({ id }: { id: number }) {
  const { data: jobs } = useQuery(jobQueries.recent())
  const job = jobs?.find((job) => job.id === id)
  if (!job) return <span className="faint">{words.state.running}</span>
  const { total, done, failed } = job.counts
  return (
    <span className={`row ${styles.progress}`}>
      <progress aria-label={words.progress} {...(total > 0 && { max: total, value: done + failed })} />
      <span className="muted small">{done + failed < total ? words.soFar(done + failed, total) : words.finishing}</span>
    </span>
  )
}
