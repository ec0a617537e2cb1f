import { useLastRead } from '#web/alerts/last-read.ts'
import { alertQueries } from '#web/alerts/queries.ts'
import { useQuery } from '@tanstack/react-query'
import { alertsWords } from '#web/alerts/words.ts'
import { useExtension } from '#web/data/extensions.ts'
import { grouped } from '#web/ui/text.ts'
import { PinnedViews } from '#web/views/pinned-views.tsx'
import { paths } from './paths.ts'
import { sidebarWords as words } from './sidebar-words.ts'
import { SidebarLink } from './sidebar.tsx'

/** The links that load after the others: the pinned views, and what only some servers offer. */
export function SidebarLinks() {
  const hasAlerts = useExtension('alerts')
  const hasLinks = useExtension('links')
  return (
    <>
      <PinnedViews />
      {hasAlerts && <SidebarLink to={paths.alerts()} icon="bell" label={words.alerts} count={<Unread />} wideOnly />}
      {hasLinks && <SidebarLink to={paths.links()} icon="link" label={words.links} wideOnly />}
    </>
  )
}

/** The number of unread alerts. */
function Unread() {
  const { data } = useQuery(alertQueries.unread(useLastRead()))
  const unread = data?.count ?? 0
  return (
    unread > 0 && (
      <>
        <strong aria-hidden="true">{grouped(unread)}</strong>
        <span className="hidden-visually">{alertsWords.unread(unread)}</span>
      </>
    )
  )
}
