import { Link } from 'react-router-dom'
import { ratingOf, ratingTable, roundScore } from '#contract/reports/rating.ts'
import {
  maxNewsEntries,
  type NewsEntry,
  type NewsPage,
  newsQuery,
  type WebsiteNews,
} from '#contract/websites/overview.ts'
import { paths } from '#web/app/paths.ts'
import { chosenPageSize } from '#web/data/preferences.ts'
import { serverNow } from '#web/data/server.ts'
import { Card, CardHead, EmptyState } from '#web/ui/page.tsx'
import { RatingBadge } from '#web/ui/rating-badge.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { writtenDay } from '#web/ui/time.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { dayAt } from './last-visit.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** What broke since a day, by website and cause, the worst first. */
export const News = ({ news, since }: { news: readonly WebsiteNews[]; since: string }) => (
  <Card flush aria-labelledby="news" className={styles.news}>
    <CardHead id="news" title={words.news} />
    {news.length === 0 ? (
      <EmptyState title={words.nothing(writtenDay(since))}>{words.nothingText}</EmptyState>
    ) : (
      news.map((website) => <NewsOfWebsite key={website.website_id} website={website} since={since} />)
    )}
  </Card>
)

function NewsOfWebsite({ website, since }: { website: WebsiteNews; since: string }) {
  const { website_id, average, change, entries } = website
  const domain = unicodeHost(website.domain)
  return (
    <section className={styles.website} aria-label={words.newsOf(domain)}>
      <header className="cluster">
        <h3>
          <Link to={paths.websiteIssues(website_id)}>{domain}</Link>
        </h3>
        {average !== null && <Average score={average} />}
        {change !== null && Math.round(change) !== 0 && <Change by={change} />}
      </header>
      <ul>
        {entries.slice(0, maxNewsEntries).map((entry, at) => (
          <Entry key={at} entry={entry} since={since} websiteId={website_id} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry, since, websiteId }: { entry: NewsEntry; since: string; websiteId: number }) {
  const { kind, samples, crawls } = entry
  const query = newsQuery(entry, { since, website_id: websiteId })
  const to = query
    ? paths.reports({ ...chosenPageSize(), ...query })
    : crawls && paths.crawl(websiteId, crawls.crawl_id, { compare: crawls.previous_crawl_id })
  const title = words.newsTitle(entry)
  const today = dayAt(serverNow())
  return (
    <li className={styles.entry} data-kind={kind}>
      {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
      {samples.length > 0 && (
        <ul className={styles.samples}>
          {samples.map((page) => (
            <li key={page.report_id}>
              <SampleLink page={page} />
            </li>
          ))}
        </ul>
      )}
      {entry.since && (
        <span className={`faint small ${styles.began}`}>
          {words.began(entry.since === today ? null : writtenDay(entry.since))}
        </span>
      )}
    </li>
  )
}

/** A page, linked to its comparison with the report before the period. */
function SampleLink({ page: { report_id, previous_report_id, url, score, previous_score } }: { page: NewsPage }) {
  return (
    <Link to={paths.report(report_id, { compare: previous_report_id ?? undefined })} className="row small" title={url}>
      <span>{urlParts(url).path || '/'}</span>{' '}
      <span className="faint fixed">
        {previous_score !== null && previous_score !== score && (
          <>
            <span className="hidden-visually">{words.scoreBefore(previous_score)}, </span>
            <span aria-hidden="true">{previous_score} → </span>
          </>
        )}
        <span className="hidden-visually">{words.scoreNow(score)}</span>
        <span aria-hidden="true">{score}</span>
      </span>
    </Link>
  )
}

function Average({ score }: { score: number }) {
  const rating = ratingOf(score)
  const label = (
    <>
      <b>{roundScore(score)}</b>
      <span className="hidden-visually">, {ratingTable[rating].label}</span>
    </>
  )
  return <RatingBadge rating={rating} label={label} />
}

const Change = ({ by }: { by: number }) => (
  <span className={`toned ${by < 0 ? 'bad' : 'good'}`}>
    <span aria-hidden="true">{by < 0 ? '▼' : '▲'} </span>
    <span className="hidden-visually">{by < 0 ? words.down : words.up} </span>
    {words.by(Math.abs(by))}
  </span>
)
