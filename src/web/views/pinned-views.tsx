import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { queryClient } from '#web/data/query-client.ts'
import { openedView, viewPath } from '#web/resources/view-path.ts'
import { viewsQuery } from '#web/resources/view-queries.ts'
import { watchBrowserViews } from '#web/resources/view-storage.ts'
import { ViewCount } from './view-count.tsx'
import { useUnpinnedViews } from './view-pins.ts'
import { viewsWords as words } from './words.ts'
import styles from './pinned-views.module.css'

const maxPinned = 8

/** The pinned views in the sidebar with their counts. The current view is shown even if it is not pinned. */
export function PinnedViews() {
  const { data } = useQuery(viewsQuery())
  const unpinned = useUnpinnedViews()
  const { pathname, search } = useLocation()
  useEffect(() => watchBrowserViews(() => void queryClient.invalidateQueries({ queryKey: viewsQuery().queryKey })), [])

  const views = data?.views ?? []
  const opened = openedView(pathname, search, views)
  const current = opened?.changedTo === null ? opened.view : undefined
  const pinned = views.filter((view) => !unpinned.has(view.id)).slice(0, maxPinned)
  const shown = current && !pinned.includes(current) ? [...pinned, current] : pinned
  if (shown.length === 0) return null
  return (
    <ul className={styles.list} aria-label={words.pinned}>
      {shown.map((view) => (
        <li key={view.id}>
          <Link
            to={viewPath(view)}
            className={styles.view}
            title={view.name}
            aria-current={view === current ? 'page' : undefined}
          >
            <span className={styles.name}>{view.name}</span>
            <ViewCount view={view} className={styles.count} />
          </Link>
        </li>
      ))}
      {views.length > shown.length && (
        <li>
          <Link to={paths.views()} className={styles.view}>
            {words.all(views.length)}
          </Link>
        </li>
      )}
    </ul>
  )
}
