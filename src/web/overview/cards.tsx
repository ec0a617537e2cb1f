import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { isFinished, type Job } from '#contract/jobs/job.ts'
import { scoreRanges } from '#contract/lists/page-filters.ts'
import { ratingOf, ratings, ratingTable } from '#contract/reports/rating.ts'
import { isSameUrl } from '#contract/url-key.ts'
import type { MovedWebsite, Overview } from '#contract/websites/website-pages.ts'
import { paths } from '#web/app/paths.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { useOwnService } from '#web/data/service.ts'
import { jobQueries, jobTitle } from '#web/jobs/queries.ts'
import { trayWords } from '#web/jobs/words.ts'
import { RatedScore } from '#web/list/cells.tsx'
import { usePendingAnalyses } from '#web/reports/create-report.ts'
import { Card, CardHead } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { RelativeTime, writtenDay } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The distribution of the pages' scores, in steps of ten, and their ratings. Each links to its pages. */
export function Scores({ overview }: { overview: Overview }) {
  const { scores } = overview
  const most = Math.max(1, ...scores)
  return (
    <Card aria-labelledby="scores" className={styles.scores}>
      <CardHead id="scores" title={words.scores}>
        <p className="faint small">{words.scoresHint}</p>
      </CardHead>
      <ul className={`cluster ${styles.ratings}`}>
        {ratings.map((rating) => {
          const { label } = ratingTable[rating]
          const count = grouped(overview[rating])
          return (
            <li key={rating}>
              <Link
                to={paths.reports({ ...chosenPageSize(), latest: '1', result: rating, indexability: 'indexable' })}
                className="row"
                title={words.showRated(label, count)}
              >
                <RatingBadge rating={rating} label={label} />
                <b>{count}</b>
              </Link>
            </li>
          )
        })}
      </ul>
      <ol className={styles.bars}>
        {scores.map((count, at) => {
          const range = scoreRanges[at]!
          const from = Number(range.split('-', 1))
          const name = `${range.replace('-', '–')}: ${words.pages(count)}`
          const bar = (
            <>
              <span className="hidden-visually">{name}</span>
              <span className={styles.bar} aria-hidden="true">
                <span>{count > 0 && grouped(count)}</span>
                {count > 0 && <i className={styles[ratingOf(from)]} style={{ height: `${(count / most) * 100}%` }} />}
              </span>
              <span aria-hidden="true">{from}</span>
            </>
          )
          return (
            <li key={from} title={name}>
              {count > 0 ? (
                <Link to={paths.reports({ ...chosenPageSize(), latest: '1', score: range, indexability: 'indexable' })}>
                  {bar}
                </Link>
              ) : (
                bar
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

/** The websites whose average fell or rose most, as links to their pages. */
export const MovedWebsites = ({ overview: { fell, rose, since } }: { overview: Overview }) => (
  <Card flush aria-labelledby="moved">
    <CardHead id="moved" title={words.moved}>
      <p className="faint small">{words.movedHint(writtenDay(since))}</p>
    </CardHead>
    <Moved title={words.fell} websites={fell} none={words.noneFell} />
    <Moved title={words.rose} websites={rose} none={words.noneRose} />
  </Card>
)

function Moved({ title, websites, none }: { title: string; websites: readonly MovedWebsite[]; none: string }) {
  return (
    <section className={styles.moved}>
      <h3>{title}</h3>
      {websites.length === 0 && <p className={`muted small ${styles.none}`}>{none}</p>}
      <ul>
        {websites.map(({ website_id, domain, pages, average, change }) => (
          <li key={website_id}>
            <Link to={paths.website(website_id, { ...chosenPageSize(), latest: '1' })}>{unicodeHost(domain)}</Link>
            <span className={`faint tiny ${styles.count}`}>{words.pages(pages)}</span>
            <RatedScore score={average} rating={ratingOf(average)} />
            <Change by={change} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const Change = ({ by }: { by: number }) => (
  <span className={by < 0 ? styles.bad : styles.good}>
    <span aria-hidden="true">{by < 0 ? '▼' : '▲'} </span>
    <span className="hidden-visually">{by < 0 ? words.down : words.up} </span>
    {words.by(Math.abs(by))}
  </span>
)

/** The analyses of this tab that have no result yet, and the unfinished jobs of everyone on our own service. */
export function Analyses() {
  const analyses = usePendingAnalyses()
  const { data: recent } = useQuery({ ...jobQueries.recent(), enabled: useOwnService() === true })
  // The server may run an analysis of this tab as a job.
  const jobs = recent?.filter((job) => !isFinished(job) && !analyses.some(({ url }) => isOf(job, url))) ?? []
  if (analyses.length + jobs.length === 0) return null
  return (
    <Card flush aria-labelledby="analyses">
      <CardHead id="analyses" title={words.analyses} />
      <ul className={styles.analyses}>
        {analyses.map(({ id, url, at, why }) => (
          <Analysis key={id} at={new Date(at).toISOString()} state={why === null ? words.running : words.lost}>
            <UrlText url={url} />
          </Analysis>
        ))}
        {jobs.map((job) => (
          <Analysis key={job.id} at={job.created_at} state={trayWords.state(job)}>
            {jobTitle(job)}
          </Analysis>
        ))}
      </ul>
    </Card>
  )
}

const isOf = ({ kind, url }: Job, other: string) => kind === 'url' && url !== null && isSameUrl(url, other)

const Analysis = ({ at, state, children }: { at: string | null; state: string; children: ReactNode }) => (
  <li>
    <span className={styles.what}>{children}</span>
    <span className={`faint tiny ${styles.count}`}>
      {state}
      {at && (
        <>
          {'\u00a0· '}
          <RelativeTime iso={at} />
        </>
      )}
    </span>
  </li>
)
