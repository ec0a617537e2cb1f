import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { paths } from '#web/app/paths.ts'
import { server } from '#web/data/server.ts'
import { onOwnServiceWithoutKey } from '#web/data/service.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { visitorWords as words } from './visitor-words.ts'
import styles from './visitor-refusal.module.css'

/** Shown alike for private and for missing pages. On a server without pages for visitors, redirects to the sign-in. */
export function NothingHere() {
  const { pathname, search, hash } = useLocation()
  const { data } = useQuery({
    queryKey: [server, 'visitor pages'],
    queryFn: onOwnServiceWithoutKey,
    staleTime: 60_000,
  })
  const toSignIn = paths.signIn(pathname + search + hash)
  if (data === undefined) return <Skeleton width="20rem" height="1.75rem" />
  if (!data) return <Navigate to={toSignIn} replace />
  return (
    <div className={styles.page} data-refused>
      <PageHeader title={words.nothing.title} lead={words.nothing.text} />
      <p>{words.nothing.withKey}</p>
      <p>
        <Link to={toSignIn} className={buttonClass({ variant: 'main' })}>
          {words.signIn}
        </Link>
      </p>
    </div>
  )
}
