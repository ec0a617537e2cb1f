import { useEffect } from 'react'
import { Link } from 'react-router-dom'
import * as z from 'zod'
import type { View } from '#contract/lists/views.ts'
import { storedEntries } from '#web/data/browser-storage.ts'
import { server } from '#web/data/server.ts'
import { viewPath } from '#web/resources/views.ts'
import { createStore, useStore } from '#web/ui/store.ts'
import { ViewCount } from './view-count.tsx'
import { viewsWords as words } from './words.ts'
import styles from './pinned-views.module.css'

export const maxPinned = 8

type PinnedViewsProps = { views: readonly View[]; current: View | null }

/** The pinned views in the sidebar with their counts. The current view is shown even if it is not pinned. */
export function PinnedViews({ views, current }: PinnedViewsProps) {
  const unpinned = useUnpinnedViews()
  const pinned = views.filter((view) => !unpinned.has(view.id)).slice(0, maxPinned)
  const shown = current && !pinned.includes(current) ? [...pinned, current] : pinned
  if (shown.length === 0) return null
  return (
    <ul className={`stack ${styles.list}`} aria-label={words.pinned}>
      {shown.map((view) => (
        <li key={view.id}>
          <Link
            to={viewPath(view)}
            className={`nav-link row ${styles.view}`}
            title={view.name}
            aria-current={view === current ? 'page' : undefined}
          >
            <span className="cut">{view.name}</span>
            <ViewCount view={view} className={`faint tiny ${styles.count}`} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The IDs of the views that this browser hides from the sidebar. All others are pinned. */
const stored = storedEntries('browser', `seo-reports:unpinned-views:${server}`, z.int())
const storedPins = () => new Set(stored.get())

/** Module state: one choice for all of this browser. */
const unpinned = createStore<ReadonlySet<number>>(storedPins())

/** Pins a view to the sidebar of this browser, or unpins it. */
export function pinView(id: number, pinned: boolean) {
  const next = storedPins()
  if (pinned) next.delete(id)
  else next.add(id)
  unpinned.set(next)
  stored.set([...next])
}

/** Returns the IDs of the unpinned views, and follows changes in other tabs. */
export function useUnpinnedViews() {
  useEffect(() => stored.watch(() => unpinned.set(storedPins())), [])
  return useStore(unpinned)
}
