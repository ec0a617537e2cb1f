import type { Website } from '#contract/website.ts'
import { paths } from '#web/app/paths.ts'
import { isVisitor } from '#web/data/session.ts'
import styles from './blocked-pages.module.css'
import { blockedPagesWords as words } from './blocked-pages-words.ts'

/** The number of a website's pages that Google can't index, as a link to them. Many are kept out on purpose. */
export function BlockedPages({ id, pages_blocked: pages }: Pick<Website, 'id' | 'pages_blocked'>) {
  if (!pages || isVisitor()) return null
  return (
    <a href={paths.website(id, { latest: '1', indexability: 'blocked' })} className={styles.blocked}>
      {words.blocked(pages)}
    </a>
  )
}
