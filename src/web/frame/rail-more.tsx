import { useQuery } from '@tanstack/react-query'
import { Link, NavLink } from 'react-router-dom'
import { serviceInfoQuery } from '#web/api/service-queries.ts'
import { keptServers } from '#web/api/kept-servers.ts'
import { server } from '#web/api/server.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PinnedViews } from '#web/views/pinned-views.tsx'
import { paletteWords } from '#web/words/palette.ts'
import { keptServersWords } from '#web/words/servers.ts'
import styles from './rail.module.css'
import own from './rail-more.module.css'

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
