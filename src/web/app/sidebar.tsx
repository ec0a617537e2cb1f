import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { defaultReportQuery, defaultWebsiteQuery } from '#contract/lists/list-query.ts'
import { alertQueries, useLastRead } from '#web/alerts/queries.ts'
import { knownServers } from '#web/data/known-servers.ts'
import { server } from '#web/data/server.ts'
import { useOwnService } from '#web/data/service.ts'
import { formatCount } from '#web/list/words.ts'
import { usePages } from '#web/resources/pages.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { viewsQuery } from '#web/resources/views.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName, Mark } from '#web/ui/icon.tsx'
import { PinnedViews } from '#web/views/pinned-views.tsx'
import { clientIn, ClientSwitcher, withClient } from './client-switcher.tsx'
import { litEntry, type SidebarEntry } from './lit-entry.ts'
import { paths } from './paths.ts'
import { frameWords } from './words.ts'
import frame from './frame.module.css'
import styles from './sidebar.module.css'

type Total = { total: number | null; totalRelation: 'eq' | 'gte' }

const count = ({ total, totalRelation }: Total) => (total === null ? null : formatCount(total, totalRelation))

/**
 * Links to every list and page, of which one is current, with the pinned views. A bar at the bottom on phones, where
 * the settings are in the top bar.
 */
export function Sidebar() {
  const { pathname, search } = useLocation()
  const id = clientIn(pathname, search)
  const client = id === null ? null : String(id)
  const reports = useQuery({ ...reportQueries.list({ ...defaultReportQuery, client }), select: count })
  const websites = useQuery({ ...websiteQueries.list({ ...defaultWebsiteQuery, client }), select: count })
  const { data: views = [] } = useQuery(viewsQuery())
  const lit = litEntry(pathname, search, views)
  const pages = usePages()
  const entry = (name: Exclude<SidebarEntry, 'views'>, icon: IconName, more?: ReactNode) => {
    const page = pages[name]
    const to = page && name !== 'settings' && id !== null ? withClient(page, id) : page
    return (
      to && (
        <Link
          to={to}
          className={classes('nav-link row', styles.link, name === 'settings' && styles.wideOnly)}
          aria-current={lit === name ? 'page' : undefined}
        >
          <Icon name={icon} />
          <span className={styles.name}>{frameWords[name]}</span>
          {more}
        </Link>
      )
    )
  }
  return (
    <nav className={`not-printed ${styles.sidebar}`} aria-label={frameWords.main}>
      <Link to={paths.home()} className={`row ${frame.brand} ${styles.brand}`}>
        <Mark />
        <span className={styles.name}>{frameWords.product}</span>
      </Link>
      <ClientSwitcher />
      {entry('overview', 'chart')}
      {entry('websites', 'globe', <Count of={websites.data} />)}
      {entry('reports', 'list', <Count of={reports.data} />)}
      {entry('runs', 'again')}
      {entry('alerts', 'bell', <Unread />)}
      {pages.views && (views.length > 0 || lit === 'views') && (
        <>
          <div className={`row spread ${styles.heading}`}>
            <span className="faint tiny">{frameWords.views}</span>
            <Link
              to={id === null ? pages.views : withClient(pages.views, id)}
              className={classes('nav-link row', styles.link, styles.manage)}
              aria-label={frameWords.manageViews}
              aria-current={lit === 'views' ? 'page' : undefined}
            >
              <Icon name="bookmark" />
              <span className={styles.name}>{frameWords.manage}</span>
            </Link>
          </div>
          <PinnedViews views={views} current={typeof lit === 'string' ? null : lit} />
        </>
      )}
      {import.meta.env.MODE === 'static' && <ServerInUse />}
      <span className={styles.gap} />
      {entry('settings', 'settings')}
    </nav>
  )
}

const Count = ({ of }: { of: string | null | undefined }) =>
  of && <span className={`faint tiny ${styles.count}`}>{of}</span>

/** The number of unread alerts, or a dot if there is no room for it. */
function Unread() {
  const { data } = useQuery({ ...alertQueries.unread(useLastRead()), enabled: useOwnService() === true })
  const unread = data?.count ?? 0
  return (
    unread > 0 && (
      <span className={`faint tiny ${styles.unread}`}>
        <strong aria-hidden="true">{grouped(unread)}</strong>
        <span className="hidden-visually">{frameWords.unread(unread)}</span>
      </span>
    )
  )
}

/** The name of the server in use, if this browser knows several; leads to the others. Static builds only. */
function ServerInUse() {
  const servers = knownServers()
  const name = servers.find(({ address }) => address === server)?.name
  return (
    servers.length > 1 &&
    name && (
      <Link
        to={`${paths.settings()}#servers`}
        className={classes('nav-link row', styles.link, styles.wideOnly)}
        title={frameWords.serverInUse(name)}
        aria-label={frameWords.serverInUse(name)}
      >
        <span className="cut">{name}</span>
      </Link>
    )
  )
}
