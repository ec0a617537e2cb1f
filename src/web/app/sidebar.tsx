import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router-dom'
import { reportQueries } from '#web/reports/queries.ts'
import { websiteQueries } from '#web/websites/queries.ts'
import { paths } from './paths.ts'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { frameWords } from './words.ts'
import { Mark } from '#web/ui/mark.tsx'
import styles from './sidebar.module.css'

type Total = { total: number | null; totalRelation: 'eq' | 'gte' }

const count = ({ total, totalRelation }: Total) =>
  total === null ? null : frameWords.count(total, totalRelation === 'gte')

/** The way to every list and page; its children, the pinned views, stand under the link to all of them. */
export function Rail({ children }: { children: ReactNode }) {
  const reports = useQuery({ ...reportQueries.plainList(), select: count })
  const websites = useQuery({ ...websiteQueries.plainList(), select: count })
  return (
    <nav className={styles.rail} aria-label={frameWords.main}>
      <NavLink to={paths.home()} className={styles.brand ?? ''}>
        <Mark />
        {frameWords.product}
      </NavLink>
      <RailLink to={paths.reports()} icon="list" label={frameWords.reports} count={reports.data} />
      <RailLink to={paths.websites()} icon="globe" label={frameWords.websites} count={websites.data} />
      <RailLink to={paths.views()} icon="bookmark" label={frameWords.views} />
      {children}
      <span className={styles.gap} />
      <RailLink to={paths.settings()} icon="settings" label={frameWords.settings} />
    </nav>
  )
}

function RailLink({
  to,
  icon,
  label,
  count: total,
}: {
  to: string
  icon: IconName
  label: string
  count?: string | null | undefined
}) {
  return (
    <NavLink to={to} className={styles.link ?? ''}>
      <Icon name={icon} />
      <span className={styles.name}>{label}</span>
      {total && <span className={styles.count}>{total}</span>}
    </NavLink>
  )
}
