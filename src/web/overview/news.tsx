import { Fragment, type ReactNode, useState } from 'react'
import { Link } from 'react-router-dom'
import {
  maxNewsWebsites,
  type NewsEntry,
  type NewsPage,
  newsQuery,
  type WebsiteNews,
} from '#contract/websites/overview.ts'
import { paths } from '#web/app/paths.ts'
import { serverNow } from '#web/data/server.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardHead } from '#web/ui/page.tsx'
import { unicodeHost } from '#web/ui/text.ts'
import { writtenDay } from '#web/ui/time.tsx'
import { urlParts } from '#web/ui/url.tsx'
import { dayAt } from './last-visit.ts'
import { overviewWords as words } from './words.ts'
import styles from './overview.module.css'

/** The lines that are shown at first. */
const fewLines = 5

type Line = { entry: NewsEntry; website: Pick<WebsiteNews, 'website_id' | 'domain'> }

/** What broke since a day, a line for each website and cause, the worst first. New websites are lines apart. */
export function News({ news, since }: { news: readonly WebsiteNews[]; since: string }) {
  const [showsAll, setShowsAll] = useState(false)
  const lines = news.flatMap((website) => website.entries.map((entry): Line => ({ entry, website })))
  const broken = lines.filter(({ entry }) => entry.kind !== 'new_website')
  const added = lines.filter(({ entry }) => entry.kind === 'new_website')
  const shown = showsAll ? broken : broken.slice(0, fewLines)
  const more = broken.length - shown.length
  return (
    <Card flush aria-labelledby="news" className={styles.news}>
      <CardHead id="news" title={words.news}>
        {broken.length === 0 && <p className="muted small">{words.nothing(writtenDay(since))}</p>}
      </CardHead>
      <Lines lines={shown} since={since} />
      {more > 0 && (
        <div className={styles.more}>
          <Button size="s" variant="plain" onClick={() => setShowsAll(true)}>
            {words.more(more)}
          </Button>
        </div>
      )}
      {added.length > 0 && (
        <section aria-labelledby="added">
          <h3 id="added" className="hidden-visually">
            {words.added}
          </h3>
          <Added lines={added} isCut={news.length >= maxNewsWebsites} since={since} />
        </section>
      )}
    </Card>
  )
}

type AddedProps = { lines: readonly Line[]; isCut: boolean; since: string }

/** The pages of all new websites in one line, which names the websites. A single one is a line like any other. */
function Added({ lines, isCut, since }: AddedProps) {
  const [first, ...others] = lines
  if (others.length === 0) return first && <Lines lines={[first]} since={since} />
  const pages = lines.reduce((sum, { entry }) => sum + entry.pages, 0)
  const named = lines.slice(0, fewLines)
  return (
    <ul className={styles.lines}>
      <li className={styles.entry} data-kind="new_website">
        <Link to={listLinks.websites({ sort_by: 'id', sort: 'desc' })}>
          {words.addedPages(pages, lines.length, isCut ? 'gte' : 'eq')}
        </Link>
        <span className={`small ${styles.added}`}>
          {named.map(({ website: { website_id: id, domain } }, at) => (
            <Fragment key={id}>
              {at > 0 && ', '}
              <Link to={paths.websiteIssues(id)}>{unicodeHost(domain)}</Link>
            </Fragment>
          ))}
          {lines.length > named.length && ` ${words.andMore(lines.length - named.length)}`}
        </span>
      </li>
    </ul>
  )
}

const Lines = ({ lines, since }: { lines: readonly Line[]; since: string }) =>
  lines.length > 0 && (
    <ul className={styles.lines}>
      {lines.map(({ entry, website }, at) => (
        <Entry key={`${website.website_id} ${at}`} entry={entry} website={website} since={since} />
      ))}
    </ul>
  )

/** The cause with its list, the website, the page that lost most with its comparison, and the day. */
function Entry({ entry, website, since }: Line & { since: string }) {
  const { website_id } = website
  const { kind, samples, crawls, scores } = entry
  const query = newsQuery(entry, { since, website_id })
  const to = query
    ? listLinks.reports(query)
    : kind === 'unread'
      ? paths.websitePages(website_id, {
          indexability: 'blocked',
          ...(entry.status !== null && { status: String(entry.status) }),
        })
      : crawls && paths.crawl(website_id, crawls.crawl_id, { compare: crawls.previous_crawl_id })
  const title: ReactNode = (
    <>
      {words.newsTitle(entry)}
      {scores && (
        <>
          <span aria-hidden="true">{`, ${scores.before}\u00a0→\u00a0${scores.now}`}</span>
          <span className="hidden-visually">{words.fromTo(scores.before, scores.now)}</span>
        </>
      )}
    </>
  )
  const [page] = samples
  const today = dayAt(serverNow())
  return (
    <li className={styles.entry} data-kind={kind}>
      {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
      <Link to={paths.websiteIssues(website_id)} className={`small ${styles.domain}`}>
        {unicodeHost(website.domain)}
      </Link>
      <span className={styles.sample}>{page && <SampleLink page={page} hasScores={entry.pages > 1} />}</span>
      <span className={`faint small ${styles.began}`}>
        {entry.since && words.began(entry.since === today ? null : writtenDay(entry.since))}
      </span>
    </li>
  )
}

/** A page, linked to its comparison with the report before the period. */
function SampleLink({ page, hasScores }: { page: NewsPage; hasScores: boolean }) {
  const { report_id, previous_report_id, url, score, previous_score } = page
  const path = <span className="cut">{urlParts(url).path || '/'}</span>
  if (report_id === null || score === null)
    return (
      <span className="row small" title={url}>
        {path}
      </span>
    )
  return (
    <Link to={paths.report(report_id, { compare: previous_report_id ?? undefined })} className="row small" title={url}>
      {path}{' '}
      {hasScores && previous_score !== null && previous_score !== score && (
        <span className="faint fixed">
          <span className="hidden-visually">{words.fromTo(previous_score, score)}</span>
          <span aria-hidden="true">{`${previous_score} → ${score}`}</span>
        </span>
      )}
    </Link>
  )
}
