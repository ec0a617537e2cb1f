import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { useOwnService } from '#web/data/service.ts'
import { formatCount } from '#web/list/words.ts'
import { reportQueries } from '#web/resources/report-queries.ts'
import { websiteQueries } from '#web/resources/website-queries.ts'
import { Icon, type IconName, Mark } from '#web/ui/icon.tsx'
import { paths } from './paths.ts'
import { ServerInUse } from './server-in-use.tsx'
import { SidebarLinks } from './sidebar-links.tsx'
import { frameWords } from './words.ts'
import styles from './sidebar.module.css'

type Total = { total: number | null; totalRelation: 'eq' | 'gte' }

const count = ({ total, totalRelation }: Total) => (total === null ? null : formatCount(total, totalRelation))

/** Links to every list and page, with the pinned views. A bar at the bottom on phones. */
export function Sidebar() {
  const reports = useQuery({ ...reportQueries.plainList(), select: count })
  const websites = useQuery({ ...websiteQueries.plainList(), select: count })
  const isOwn = useOwnService()
  return (
    <nav className={styles.sidebar} aria-label={frameWords.main}>
      <NavLink to={paths.home()} className={styles.brand ?? ''}>
        <Mark />
        <span className={styles.name}>{frameWords.product}</span>
      </NavLink>
      {isOwn !== false && <SidebarLink to={paths.home()} icon="chart" label={frameWords.overview} />}
      <SidebarLink
        to={paths.reports(isOwn ? { latest: '1' } : {})}
        icon="list"
        label={frameWords.reports}
        count={reports.data}
      />
      <SidebarLink to={paths.websites()} icon="globe" label={frameWords.websites} count={websites.data} />
      <SidebarLink to={paths.views()} icon="bookmark" label={frameWords.views} />
      <SidebarLinks />
      {import.meta.env.MODE === 'static' && <ServerInUse />}
      <span className={styles.gap} />
      <SidebarLink to={paths.settings()} icon="settings" label={frameWords.settings} />
    </nav>
  )
}

type SidebarLinkProps = { to: string; icon: IconName; label: string; count?: string | null | undefined }

const SidebarLink = ({ to, icon, label, count: total }: SidebarLinkProps) => (
  <NavLink to={to} end={to === paths.home()} className={styles.link ?? ''}>
    <Icon name={icon} />
    <span className={styles.name}>{label}</span>
    {total && <span className={styles.count}>{total}</span>}
  </NavLink>
)
