import { useQuery } from '@tanstack/react-query'
import { NavLink } from 'react-router-dom'
import { serviceInfoQuery } from '#web/api/service-queries.ts'
import { paths } from '#web/paths.ts'
import { Icon } from '#web/ui/icon.tsx'
import { PinnedViews } from '#web/views/pinned-views.tsx'
import { paletteWords } from '#web/words/palette.ts'
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
    </>
  )
}
