import { Link, useLocation } from 'react-router-dom'
import { maxSearchLength } from '#contract/lists/list-query.ts'
import { listLinks } from '#web/resources/list-links.ts'
import { usePages } from '#web/resources/pages.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { notFoundWords as words } from './words.ts'
import styles from './route-error.module.css'

/** The last word of a mistyped URL is a likely search. */
const searchFrom = (pathname: string) => {
  const last = pathname.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return decodeURIComponent(last).replaceAll('\0', '').slice(0, maxSearchLength)
  } catch {
    return last.slice(0, maxSearchLength)
  }
}

export function Component() {
  const { pathname } = useLocation()
  const search = searchFrom(pathname)
  const { reports, websites } = usePages()
  return (
    <div className="stack prose">
      <PageHeader title={words.title} lead={words.lead(pathname)} />
      <p>{words.text}</p>
      <p className={`cluster ${styles.ways}`}>
        <Link className={buttonClass({ variant: 'main' })} to={reports}>
          {words.reports}
        </Link>
        <Link className={buttonClass()} to={websites}>
          {words.websites}
        </Link>
        {search && (
          <Link className={buttonClass({ variant: 'plain' })} to={listLinks.reports({ search })}>
            {words.search(search)}
          </Link>
        )}
      </p>
    </div>
  )
}
