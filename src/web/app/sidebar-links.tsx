import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { grouped } from '#contract/format/numbers.ts'
import { useLastRead } from '#web/alerts/last-read.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { alertsWords } from '#web/alerts/words.ts'
import { useOwnService } from '#web/data/service.ts'
import { viewsQuery } from '#web/resources/view-queries.ts'
import { classes } from '#web/ui/classes.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PinnedViews } from '#web/views/pinned-views.tsx'
import { paths } from './paths.ts'
import { frameWords } from './words.ts'
import styles from './sidebar-links.module.css'
import frame from './sidebar.module.css'

/** The links that load last: the pinned views, alerts and share links. */
export function SidebarLinks() {
  const isOwn = useOwnService()
  // Until the pinned views are known, links below them would move.
  const { isPending } = useQuery(viewsQuery())
  const isKnown = isOwn !== undefined && !isPending
  return (
    <>
      <PinnedViews />
      {/* Keeps its place in the bar of phones until it is known whether there are alerts. */}
      {!isKnown && <span className={frame.link} />}
      {isKnown && isOwn && (
        <NavLink to={paths.alerts()} className={classes(frame.link, styles.alerts)}>
          <Icon name="bell" />
          <span className={frame.name}>{frameWords.alerts}</span>
          <Unread />
        </NavLink>
      )}
      {isKnown && isOwn && (
        // Phones have no room for it.
        <NavLink to={paths.links()} className={classes(frame.link, styles.wideOnly)}>
          <Icon name="link" />
          <span className={frame.name}>{frameWords.links}</span>
        </NavLink>
      )}
    </>
  )
}

/** The number of unread alerts, or a dot where there is no room for it. */
function Unread() {
  const { data } = useQuery(alertQueries.unread(useLastRead()))
  const unread = data?.count ?? 0
  return (
    unread > 0 && (
      <span className={styles.unread}>
        <strong aria-hidden="true">{grouped(unread)}</strong>
        <span className="hidden-visually">{alertsWords.unread(unread)}</span>
      </span>
    )
  )
}
