import { type ReactNode, useState } from 'react'
import type { ListQuery, Row } from '#web/list/resource.ts'
import { activeFilters, type ResourceListState } from '#web/list/use-resource-list.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './visitor-list.module.css'
import { visitorListWords as words } from './visitor-list-words.ts'

type VisitorListProps<R extends Row, Q extends ListQuery> = {
  title: string
  state: ResourceListState<R, Q>
  children: ReactNode
}

/**
 * A list for clients: its rows come first, and its search, filters and order behind a button. They show at once while
 * any filter is active, so that the reader can see and change it.
 */
export function VisitorList<R extends Row, Q extends ListQuery>({ title, state, children }: VisitorListProps<R, Q>) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? activeFilters(state, state.list.query).length > 0
  return (
    <section aria-labelledby="its-rows" className={styles.list}>
      <div className={styles.head}>
        <h2 id="its-rows">{title}</h2>
        <Button variant="plain" size="s" icon="filter" aria-expanded={isOpen} onClick={() => setChosen(!isOpen)}>
          {words.tools}
        </Button>
      </div>
      <div className={classes(!isOpen && styles.closed)}>{children}</div>
    </section>
  )
}
