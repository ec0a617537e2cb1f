import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { asApiError } from '#web/data/api-error.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { server } from '#web/data/server.ts'
import { signIn, hasSignInLinks } from '#web/data/service.ts'
import { currentClient, hasKey, signInWith, useSession } from '#web/data/session.ts'
import { Failure } from '#web/list/failure.tsx'
import { paths } from '#web/app/paths.ts'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Mark } from '#web/ui/mark.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { signInWords as words } from './sign-in-words.ts'
import { KeyForm } from './key-form.tsx'
import { safeReturn } from './safe-return.ts'
import { CommandHint } from './command-hint.tsx'
import styles from './sign-in-page.module.css'

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token')

/** Signs in by the one-time token of the address, or by a key. */
export function Component() {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const { key } = useSession()
  const token = tokenIn(hash)
  const { data: catalogue } = useQuery({ ...checksQuery(), enabled: token === null })
  const { data: makesLinks } = useQuery({
    queryKey: [server, 'makes-links'],
    queryFn: () => hasSignInLinks(currentClient()),
    enabled: token === null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Works once: kept apart from the server's queries, which a new key fetches anew.
  const exchange = useQuery({
    queryKey: ['sign-in', token],
    queryFn: () => signIn(currentClient(), token ?? ''),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const next = safeReturn(new URLSearchParams(search).get('to'), location.origin)

  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname + location.search)
  }, [token])
  useEffect(() => {
    if (exchange.data) signInWith(exchange.data.key, true)
  }, [exchange.data])
  const done = token ? exchange.data !== undefined && hasKey() : key !== null
  useEffect(() => {
    if (done) void navigate(next, { replace: true })
  }, [done, next, navigate])

  const error = exchange.error && asApiError(exchange.error)
  const mayPass = error && ['network', 'server', 'limited'].includes(error.kind)
  const waiting = token !== null && !exchange.error
  return (
    <main className={styles.page}>
      <div className={styles.box}>
        <p className={styles.product}>
          <Mark />
          {words.product}
        </p>
        <PageHeader
          title={waiting ? words.exchanging : error && !mayPass ? words.usedTitle : words.title}
          lead={!token && words.lead}
        />
        {mayPass && <Failure error={error} busy={exchange.isFetching} onRetry={() => void exchange.refetch()} />}
        {error && !mayPass && <CommandHint text={words.used} />}
        {!waiting && <KeyForm lead={error ? words.orKey : undefined} onKey={signInWith} />}
        {!waiting && !error && makesLinks && <CommandHint text={words.noKey} quiet />}
        {!waiting && !error && makesLinks === false && <p className={styles.quiet}>{words.noKeyHere}</p>}
        {catalogue && <Link to={paths.checks()}>{words.checks}</Link>}
      </div>
      <LiveRegion />
    </main>
  )
}
