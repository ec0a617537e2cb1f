import { Link } from 'react-router-dom'
import { knownServers } from '#web/data/known-servers.ts'
import { server } from '#web/data/server.ts'
import { serversWords } from '#web/settings/words.ts'
import { classes } from '#web/ui/classes.ts'
import { paths } from './paths.ts'
import sidebarLinks from './sidebar-links.module.css'
import styles from './sidebar.module.css'

/** The name of the server in use, if this browser knows several; leads to the others. Static builds only. */
export function ServerInUse() {
  const servers = knownServers()
  const name = servers.find(({ address }) => address === server)?.name
  return (
    servers.length > 1 &&
    name && (
      <Link
        to={`${paths.settings()}#servers`}
        className={classes(styles.link, sidebarLinks.wideOnly)}
        title={serversWords.inUse(name)}
        aria-label={serversWords.inUse(name)}
      >
        <span className={styles.server}>{name}</span>
      </Link>
    )
  )
}
