import { useQuery } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router-dom'
import { serviceInfoQuery } from '#web/data/service-queries.ts'
import { keptServers } from '#web/data/kept-servers.ts'
import { server } from '#web/data/server.ts'
import { paths } from './paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PinnedViews } from '#web/views/pinned-views.tsx'
import { paletteWords } from './palette/words.ts'
import { keptServersWords } from '#web/session/server-words.ts'
import styles from './sidebar.module.css'
import own from './sidebar-more.module.css'

/** What stands in the rail under the link to the views: the pinned ones and, where the server makes them, the shared links. */
export function RailMore() {
  const { data: service } = useQuery(serviceInfoQuery())
  return (
    <>
      <PinnedViews />
      {service?.extensions.includes('links') && (
        <NavLink to={paths.links()} className={`${styles.link} ${own.links}`}>
          <Icon name="link" />
          <span className={styles.name}>{paletteWords.pages.links}</span>
        </NavLink>
      )}
      {import.meta.env.MODE === 'static' && <ServerInUse />}
    </>
  )
}

/** Where there are several, the one whose numbers these are; the way to the others. */
function ServerInUse() {
  const servers = keptServers()
  const name = servers.find(({ address }) => address === server)?.name
  return (
    servers.length > 1 &&
    name && (
      <Link
        to={`${paths.settings()}#servers`}
        className={`${styles.link} ${own.links}`}
        title={keptServersWords.inUse(name)}
        aria-label={keptServersWords.inUse(name)}
      >
        <Icon name="globe" />
        <span className={own.server}>{name}</span>
      </Link>
    )
  )
}
