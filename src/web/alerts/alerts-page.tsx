import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link, type LoaderFunctionArgs, redirect } from 'react-router-dom'
import { alertEntries, type AlertedPage, type AlertEntry } from '#contract/jobs/alert-entries.ts'
import { type Alert, alertListParams } from '#contract/jobs/alerts.ts'
import { websiteFilters } from '#contract/lists/page-filters.ts'
import { choice, type QueryParams } from '#contract/lists/query-params.ts'
import { paths } from '#web/app/paths.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { useCanWrite } from '#web/data/reader.ts'
import { useFullAccess } from '#web/data/service.ts'
import { FilterChips } from '#web/list/filter-chips.tsx'
import { Repairs } from '#web/list/list-notices.tsx'
import { PagedRows } from '#web/list/query-states.tsx'
import { readUrlQuery, useListQuery } from '#web/list/use-list-query.ts'
import { useClientName } from '#web/resources/clients.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { Button } from '#web/ui/button.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { EmptyCard, focusHeading, PageHeader, TabLinks } from '#web/ui/page.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { UrlText } from '#web/ui/url.tsx'
import { alertQueries, markRead, newAlertsQuery, useLastRead } from './queries.ts'
import { RulesList } from './rules-list.tsx'
import { alertsWords as words } from './words.ts'
import styles from './alerts.module.css'

const tabs = ['rules'] as const
const tabParams: QueryParams<{ tab: (typeof tabs)[number] | null }> = { tab: choice(tabs, null) }

export async function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url)
  // They were here before runs had a page.
  if (searchParams.get('tab') === 'schedules') return redirect(paths.schedules())
  if (readUrlQuery(tabParams, {}, search).query.tab === null)
    void queryClient.prefetchQuery(alertQueries.list(readUrlQuery(alertListParams, {}, search).query))
  // The button that marks alerts as read is above the rows.
  await startQuery(newAlertsQuery())
  return null
}

const titles = {
  alerts: { title: words.title, lead: words.lead },
  rules: { title: words.rulesTitle, lead: words.rulesLead },
}

/** All alerts, newest first, and their rules. */
export function Component() {
  const { tab } = useListQuery(tabParams).query
  const hasRules = useFullAccess()
  return (
    <div className="stack">
      <PageHeader {...titles[tab ?? 'alerts']} actions={tab === null && <MarkRead />} />
      {hasRules && (
        <TabLinks
          label={words.tabs}
          tabs={[
            { name: words.title, to: paths.alerts(), isOpen: tab === null },
            { name: words.rules, to: { search: '?tab=rules' }, isOpen: tab === 'rules' },
          ]}
        />
      )}
      {tab === null ? <AlertsList /> : <RulesList isAllowed={hasRules} />}
    </div>
  )
}

/** Marks all alerts as read in this browser. Shows nothing if they are. */
function MarkRead() {
  const { data } = useQuery(alertQueries.unread(useLastRead()))
  if (!data || data.count === 0) return null
  const markAllRead = () => {
    markRead(data.latest)
    announce(words.marked)
    // The button disappears.
    focusHeading()
  }
  return (
    <Button icon="check" onClick={markAllRead}>
      {words.markRead}
    </Button>
  )
}

const next = () => ({ to: listLinks.websites(), action: words.toWebsites })

/** All alerts, newest first. */
function AlertsList() {
  const { query, change, repairs } = useListQuery(alertListParams)
  const result = useQuery(alertQueries.list(query))
  const lastRead = useLastRead()
  const client = useClientName(query.client)
  const canWrite = useCanWrite()
  const clear = () => change({ client: null })
  return (
    <>
      <Repairs repairs={repairs} />
      {query.client !== null && (
        <FilterChips
          filters={[
            {
              name: 'client',
              label: websiteFilters.client.label(String(query.client), { client }),
              onRemove: clear,
            },
          ]}
          onClear={clear}
        />
      )}
      <PagedRows
        result={result}
        query={query}
        pageOf={alertQueries.list}
        onChange={change}
        height="12rem"
        empty={
          <EmptyCard title={words.emptyTitle} text={canWrite ? words.emptyText : words.emptyForReaders} {...next()} />
        }
      >
        {(alerts) => (
          <ol className="rows">
            {alerts.map((alert) => (
              <AlertCard key={alert.id} alert={alert} isNew={alert.id > lastRead} />
            ))}
          </ol>
        )}
      </PagedRows>
    </>
  )
}

/** Entries shown at first. */
const shownEntries = 5

/** One alert: its view, its changes by cause with the reports that show them, and its delivery. */
function AlertCard({ alert, isNew }: { alert: Alert; isNew: boolean }) {
  const { view_name, website_id, url, changes, created_at, mail, webhook } = alert
  const [all, setAll] = useState(false)
  const missing = (alert.total ?? 0) - changes.length
  const entries = alertEntries(changes)
  const pages = entries.reduce((sum, entry) => sum + entry.pages.length, 0)
  const about = [
    pages > 0 && words.pages(pages, missing > 0),
    created_at && <RelativeTime iso={created_at} />,
    mail && mail !== 'none' && words.mailStates[mail],
    webhook && webhook !== 'none' && words.webhookStates[webhook],
  ].filter(Boolean)
  return (
    <li className={styles.row} data-new={isNew || undefined}>
      <div className="cluster across baseline">
        <h2>
          <Link to={website_id === null ? paths.reports() + (URL.parse(url)?.search ?? '') : paths.website(website_id)}>
            {view_name}
          </Link>
        </h2>
        {isNew && <span className="tiny medium info toned">{words.isNew}</span>}
        <span className="faint small">
          {about.map((part, at) => (
            <Fragment key={at}>
              {at > 0 && '\u00a0· '}
              {part}
            </Fragment>
          ))}
        </span>
      </div>
      <ul className={`grid tight muted ${styles.entries}`}>
        {(all ? entries : entries.slice(0, shownEntries)).map((entry) => (
          <Entry key={entry.title} entry={entry} />
        ))}
      </ul>
      {!all && entries.length > shownEntries && (
        <Button variant="plain" size="s" onClick={() => setAll(true)}>
          {words.more(entries.length - shownEntries)}
        </Button>
      )}
      {missing > 0 && (all || entries.length <= shownEntries) && (
        <p className="faint small">{words.notShown(missing)}</p>
      )}
    </li>
  )
}

/** A cause with its page. Several pages open below it. */
function Entry({ entry: { title, pages, crawls } }: { entry: AlertEntry }) {
  const [page, ...others] = pages
  const compare = crawls && (
    <Link to={paths.crawl(crawls.website_id, crawls.crawl_id, { compare: crawls.previous_crawl_id })}>
      {words.compareCrawls}
    </Link>
  )
  if (others.length === 0)
    return (
      <li className={`grid across ${styles.entry}`}>
        <span>{title}</span>
        {page && <AlertedPageLink page={page} />}
        {compare}
      </li>
    )
  return (
    <li>
      <details>
        <summary>{title}</summary>
        <ul className={`stack tight ${styles.pages}`}>
          {pages.map((one) => (
            <li key={one.url}>
              <AlertedPageLink page={one} />
            </li>
          ))}
        </ul>
        {compare}
      </details>
    </li>
  )
}

/** The page, linked to what changed in it since the report before. */
const AlertedPageLink = ({ page: { url, report_id, previous_report_id, details } }: { page: AlertedPage }) => (
  <span className="about">
    {report_id === null ? (
      <UrlText url={url} />
    ) : (
      <Link to={paths.report(report_id, { compare: previous_report_id ?? undefined })}>
        <UrlText url={url} />
      </Link>
    )}
    {details.length > 0 && <span className="faint small">{details.join(' · ')}</span>}
  </span>
)
