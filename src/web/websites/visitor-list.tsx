import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './visitor-list.module.css'
import { visitorListWords as words } from './visitor-list-words.ts'

/**
 * A list for clients: its rows come first, and its search, filters and order behind a button. They show at once where
 * the URL has any, so that the reader can see and change them.
 */
export function VisitorList({ title, children }: { title: string; children: ReactNode }) {
  const { search } = useLocation()
  const [isOpen, setOpen] = useState(/[?&](search|result|privacy)=/.test(search))
  return (
    <section aria-labelledby="its-rows" className={styles.list}>
      <div className={styles.head}>
        <h2 id="its-rows">{title}</h2>
        <Button variant="plain" size="s" icon="filter" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {words.tools}
        </Button>
      </div>
      <div className={classes(!isOpen && styles.closed)}>{children}</div>
    </section>
  )
}
