import type { ReactNode } from 'react'
import { Link, ScrollRestoration, useLocation } from 'react-router-dom'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { checksPageWords as words } from '#web/words/checks-page.ts'
import styles from './open-frame.module.css'

/** What stands around the pages that anybody may read, for those without a key. */
export function OpenFrame({ children }: { children: ReactNode }) {
  const { pathname, search, hash } = useLocation()
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <Link to={paths.checks()} className={styles.brand}>
          <Mark />
          {words.product}
        </Link>
        <Link to={paths.signIn(pathname + search + hash)} className={buttonClass()}>
          {words.signIn}
        </Link>
      </header>
      <main id="main" className={styles.page} tabIndex={-1}>
        {children}
      </main>
      <LiveRegion />
      <ScrollRestoration />
    </div>
  )
}
