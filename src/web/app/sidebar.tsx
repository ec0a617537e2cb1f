import { useQuery } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { alertQueries, useLastRead } from '#web/alerts/queries.ts'
import { knownServers } from '#web/data/known-servers.ts'
import { server } from '#web/data/server.ts'
import { formatCount } from '#web/list/words.ts'
import { usePages } from '#web/resources/pages.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { viewsQuery } from '#web/resources/views.ts'
import { websiteQueries } from '#web/resources/websites.tsx'
import { classes } from '#web/ui/classes.ts'
import { Icon, type IconName, Mark } from '#web/ui/icon.tsx'
import { PinnedViews } from '#web/views/pinned-views.tsx'
import { paths } from './paths.ts'
import { frameWords } from './words.ts'
import frame from './frame.module.css'
import styles from './sidebar.module.css'

type Total = { total: number | null; totalRelation: 'eq' | 'gte' }

const count = ({ total, totalRelation }: Total) => (total === null ? null : formatCount(total, totalRelation))

/** Links to every list and page, with the pinned views. A bar at the bottom on phones. */
export function Sidebar() {
  const reports = useQuery({ ...reportQueries.plainList(), select: count })
  const websites = useQuery({ ...websiteQueries.plainList(), select: count })
  const pages = usePages()
  return (
    <nav className={`not-printed ${styles.sidebar}`} aria-label={frameWords.main}>
      <NavLink to={paths.home()} className={`row ${frame.brand} ${styles.brand}`}>
        <Mark />
        <span className={styles.name}>{frameWords.product}</span>
      </NavLink>
      {pages.overview && <SidebarLink to={pages.overview} icon="chart" label={frameWords.overview} />}
      <SidebarLink to={pages.reports} icon="list" label={frameWords.reports} count={reports.data} />
      <SidebarLink to={pages.websites} icon="globe" label={frameWords.websites} count={websites.data} />
      {pages.runs && <SidebarLink to={pages.runs} icon="again" label={frameWords.runs} />}
      {pages.views && <SidebarLink to={pages.views} icon="bookmark" label={frameWords.views} />}
      <SidebarLinks />
      {import.meta.env.MODE === 'static' && <ServerInUse />}
      <span className={styles.gap} />
      <SidebarLink to={pages.settings} icon="settings" label={frameWords.settings} />
    </nav>
  )
}

type SidebarLinkProps = { to: string; icon: IconName; label: string; count?: string | null | undefined }

const SidebarLink = ({ to, icon, label, count: total }: SidebarLinkProps) => (
  <NavLink to={to} end={to === paths.home()} className={`nav-link row ${styles.link}`}>
    <Icon name={icon} />
    <span className={styles.name}>{label}</span>
    {total && <span className={`faint tiny ${styles.count}`}>{total}</span>}
  </NavLink>
)

/** The links that load last: the pinned views, alerts and share links. */
export function SidebarLinks() {
  // Until the pinned views are known, links below them would move.
  const { isPending } = useQuery(viewsQuery())
  const { alerts, links } = usePages()
  return (
    <>
      <PinnedViews />
      {/* Keeps its place in the bar of phones until it is known whether there are alerts. */}
      {isPending ? (
        <span className={`nav-link row ${styles.link}`} />
      ) : (
        <>
          {alerts && (
            <NavLink to={alerts} className={classes('nav-link row', styles.link, styles.alerts)}>
              <Icon name="bell" />
              <span className={styles.name}>{frameWords.alerts}</span>
              <Unread />
            </NavLink>
          )}
          {/* Phones have no room for it. */}
          {links && (
            <NavLink to={links} className={classes('nav-link row', styles.link, styles.wideOnly)}>
              <Icon name="link" />
              <span className={styles.name}>{frameWords.links}</span>
            </NavLink>
          )}
        </>
      )}
    </>
  )
}

/** The number of unread alerts, or a dot if there is no room for it. */
function Unread() {
  const { data } = useQuery(alertQueries.unread(useLastRead()))
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
export function ServerInUse() {
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
