import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useLocation } from 'react-router-dom'
import * as z from 'zod/mini'
import { ServiceInfo } from '#contract/service-info.ts'
import { server } from '#web/data/server.ts'
import { currentClient, useSession } from '#web/data/session.ts'
import { paths } from '#web/app/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sharedWords } from './visitor-words.ts'
import styles from './refusal.module.css'

const words = sharedWords.nothing

/** Whether this server shares anything without a key at all; asked for when something was not there. */
async function sharesAnything() {
  try {
    const { body } = await currentClient().call('GET', '', { anonymous: true })
    return z.parse(ServiceInfo, body).extensions.includes('shared')
  } catch {
    return false
  }
}

/** What is private and what does not exist look alike. On a server that shares nothing a key is asked for instead. */
export function NothingHere() {
  const { pathname, search, hash } = useLocation()
  const { data: shares } = useQuery({ queryKey: [server, 'shares'], queryFn: sharesAnything, staleTime: 60_000 })
  const toSignIn = paths.signIn(pathname + search + hash)
  if (shares === undefined) return <Skeleton width="20rem" height="1.75rem" />
  if (!shares) return <Navigate to={toSignIn} replace />
  return (
    <div className={styles.page} data-refused>
      <PageHeader title={words.title} lead={words.text} />
      <p>{words.withKey}</p>
      <p>
        <Link to={toSignIn} className={buttonClass({ variant: 'main' })}>
          {sharedWords.signIn}
        </Link>
      </p>
    </div>
  )
}

/** The address of no link; a key would not help. */
export function NoSuchLink() {
  const { key } = useSession()
  return (
    <div className={styles.page} data-refused>
      <PageHeader title={words.title} lead={words.lost} />
      {key && (
        <p>
          <Link to={paths.reports()} className={buttonClass()}>
            {sharedWords.toDashboard}
          </Link>
        </p>
      )}
    </div>
  )
}
