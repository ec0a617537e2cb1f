import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { defaultReportQuery, type ReportChange, type ReportListQuery } from '#contract/lists/list-query.ts'
import { indexabilities, type Indexability, type IndexabilityChoice } from '#contract/reports/indexability.ts'
import type { Crawl } from '#contract/websites/crawls.ts'
import { type AnyWebsite, changeDays } from '#contract/websites/website.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { isVisitor } from '#web/data/reader.ts'
import { serverNow } from '#web/data/server.ts'
import { OwnService } from '#web/data/service.ts'
import { NotKnown } from '#web/list/cells.tsx'
import { worstChanges } from '#web/resources/crawl-words.ts'
import { dayNumber, dayOfReader, valuesOn } from '#web/resources/history-steps.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websitePagesQueries } from '#web/resources/website-pages-queries.ts'
import { Hint } from '#web/ui/hint.tsx'
import { Skeleton } from '#web/ui/page.tsx'
import { formatShortMoment, formatTime, momentOf } from '#web/ui/time.tsx'
import { crawlQueries } from './crawls/queries.ts'
import { Figures, RatedAverage, statesOf } from './figures.tsx'
import { ScoreChange } from './website-cells.tsx'
import { figureWords, websitesWords, websiteWords as words } from './words.ts'

/** The figures of the website's pages in one line, or of its reports if the server has no pages. */
export function WebsiteSummary({ website }: { website: AnyWebsite }) {
  const { id, pages_count: pages, pages_counted: counted, reports_count: reports } = website
  const unread = website.pages_unread ?? 0
  const count = pages === null ? reports : pages + unread
  return (
    <Figures
      label={words.summary}
      score={<Score website={website} />}
      total={count === null ? <NotKnown /> : count > 0 && (pages === null ? words.reports(count) : words.urls(count))}
      parts={
        pages !== null && count !== 0 && counted !== null
          ? [
              ...statesOf(
                pages,
                (state) => countOf(website, state),
                (state) => pagesOf(id, state),
              ),
              ...(unread > 0 ? [{ text: figureWords.unread(unread) }] : []),
            ]
          : []
      }
      note={pages !== null && pages > 0 && counted !== null && <Counting website={website} pages={pages} />}
    >
      {count !== 0 && !isVisitor() && (
        <OwnService>
          <Changes id={id} />
        </OwnService>
      )}
    </Figures>
  )
}

/** The number of pages in a state, as far as the server sends it. */
const countOf = (website: AnyWebsite, state: Indexability) =>
  (state === 'indexable' ? website.pages_counted : website[`pages_${state}`]) ?? 0

const pagesOf = (id: number, indexability: IndexabilityChoice) => listLinks.website(id, { ...ofPages(), indexability })

/** The list with one row per page. Visitors have no other. */
export const ofPages = (): Partial<ReportListQuery> => (isVisitor() ? {} : { latest: '1' })

/** The average score, its rating and its change. */
function Score({ website }: { website: AnyWebsite }) {
  const { id, pages_count: pages, reports_count: reports, pages_counted: counted } = website
  const average = pages === null ? website.reports_avg_score : website.pages_avg_score
  if (average === null) {
    if (reports === 0) return words.noReports
    return pages === 0 ? words.noPages : counted === 0 ? words.noIndexable : <NotKnown />
  }
  return (
    <>
      <RatedAverage average={average} />
      {pages !== null && (
        <OwnService>
          <LastWeek id={id} />
        </OwnService>
      )}
    </>
  )
}

/** The points that the score gained in a week, or since the first report if that is later. Links to the history. */
function LastWeek({ id }: { id: number }) {
  const { data: days = [] } = useQuery(websitePagesQueries.history(id))
  const weekAgo = dayNumber(dayOfReader(serverNow())) - changeDays
  const before = (valuesOn(days, weekAgo) ?? days[0])?.average
  const now = days.at(-1)?.average
  if (typeof before !== 'number' || typeof now !== 'number' || Math.round(now - before) === 0) return null
  return (
    <Link to={{ search: '?tab=history' }} preventScrollReset title={websitesWords.changeHint}>
      {' '}
      <ScoreChange by={now - before} />
    </Link>
  )
}

/** Says which pages count, and how many are in which state. Each number links to those pages. */
function Counting({ website, pages }: { website: AnyWebsite; pages: number }) {
  return (
    <Hint label={words.howCounted}>
      <p>{words.counting}</p>
      <ul aria-label={words.states}>
        {indexabilities.map(
          (state) =>
            countOf(website, state) > 0 && (
              <li key={state}>
                <Link to={pagesOf(website.id, state)} preventScrollReset>
                  {figureWords.state[state](countOf(website, state))}
                </Link>
              </li>
            ),
        )}
      </ul>
      {website.reports_count !== null && <p className="faint">{words.fromReports(pages, website.reports_count)}</p>}
    </Hint>
  )
}

/** Loads what changed since the last crawl or, without one to compare, the last reports. */
export async function startChanges(id: number) {
  await startQuery(crawlQueries.list(id))
  const crawls = queryClient.getQueryData(crawlQueries.list(id).queryKey)
  if (crawls?.every(({ changes }) => changes === null))
    await Promise.all([startQuery(changedPages(id, 'better')), startQuery(changedPages(id, 'worse'))])
}

/** What the last crawl found to be different or, without two crawls, the pages whose score changed. */
function Changes({ id }: { id: number }) {
  const { data: crawls, isError } = useQuery(crawlQueries.list(id))
  const last = crawls?.find(({ changes }) => changes !== null)
  if (!last?.changes) return isError || crawls ? <ScoreChanges id={id} /> : <Waiting />
  const previous = crawls?.find((crawl) => crawl.id === last.changes?.previous_id)
  return (
    <li>
      {worstChanges(last.changes) || words.unchanged} {previous && words.since(momentText(previous))} <Arrow />{' '}
      <Link to={paths.crawl(id, last.id, { compare: last.changes.previous_id })}>{words.compare}</Link>
    </li>
  )
}

const Arrow = () => <span aria-hidden="true">→</span>

/** The time of a crawl of today, and the day of others. */
function momentText({ started_at: at }: Crawl) {
  const date = momentOf(at)
  if (!date) return at
  const isToday = dayOfReader(date.getTime()) === dayOfReader(serverNow())
  return (isToday ? formatTime : formatShortMoment)(date)
}

/** Keeps the place of the changes, which are a line of their own on a phone. */
const Waiting = () => (
  <li aria-hidden="true">
    <Skeleton width="14rem" height="1.5rem" />
  </li>
)

const changedPages = (id: number, changed: ReportChange) =>
  reportQueries.list({ ...defaultReportQuery, ...ofPages(), website_id: id, changed })

/** The pages whose score differs from their previous report. Each number links to those pages. */
function ScoreChanges({ id }: { id: number }) {
  const results = [useQuery(changedPages(id, 'better')), useQuery(changedPages(id, 'worse'))] as const
  if (results.some(({ isPending }) => isPending)) return <Waiting />
  const [better, worse] = results.map(({ data }) => data?.total)
  if (typeof better !== 'number' || typeof worse !== 'number' || better + worse === 0) return null
  const changes = [
    { changed: 'worse', pages: worse, sign: '▼', tone: 'bad toned' },
    { changed: 'better', pages: better, sign: '▲', tone: 'good toned' },
  ] as const
  return (
    <li>
      {changes.map(
        ({ changed, pages, sign, tone }): ReactNode =>
          pages > 0 && (
            <Fragment key={changed}>
              <span className={tone} aria-hidden="true">
                {sign}
              </span>{' '}
              <Link to={listLinks.website(id, { ...ofPages(), changed })} preventScrollReset>
                {words.changed[changed](pages)}
              </Link>{' '}
            </Fragment>
          ),
      )}
      {words.sinceLastRun}
    </li>
  )
}
