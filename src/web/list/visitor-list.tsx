import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import type { ListQuery, Row } from './resource.ts'
import { activeFilters, type ResourceListState } from './use-resource-list.ts'
import { visitorListWords as words } from './words.ts'
import styles from './list.module.css'

/**
 * Shows the search, filters and order of a list if they were chosen, or while any filter is active, so that the reader
 * can see and change it. The page keeps this, because its list moves when more of the page has loaded.
 */
export function useListTools<R extends Row, Q extends ListQuery>(state: ResourceListState<R, Q>) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? activeFilters(state, state.list.query).length > 0
  return { isOpen, toggle: () => setChosen(!isOpen) }
}

type VisitorListProps = {
  title: string
  /** The number of rows, shown in place of the title, which is already above the list. */
  count: ReactNode
  tools: ReturnType<typeof useListTools>
  children: ReactNode
}

/** A list for clients: its rows come first, and its search, filters and order behind a button. */
export const VisitorList = ({ title, count, tools: { isOpen, toggle }, children }: VisitorListProps) => (
  <section aria-labelledby="its-rows" className="stack snug">
    <div className={`cluster ${styles.head}`}>
      <h2 id="its-rows" className="hidden-visually">
        {title}
      </h2>
      <p className="muted">{count}</p>
      <Button variant="plain" size="s" icon="filter" aria-expanded={isOpen} onClick={toggle}>
        {words.tools}
      </Button>
    </div>
    <div className={classes(!isOpen && styles.closed)}>{children}</div>
  </section>
)
