import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { SignInResponse } from '#contract/access/keys.ts'
import { lenient } from '#contract/responses/lenient.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { asApiError, parseBody } from '#web/data/api-error.ts'
import type { Client } from '#web/data/client.ts'
import { currentClient } from '#web/data/current-client.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { startQuery } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { ownServiceWithoutKeyQuery } from '#web/data/service.ts'
import { hasKey, signInWith, useSession } from '#web/data/session.ts'
import { CheckboxField } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Mark } from '#web/ui/icon.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { putOffNaming } from './name-prompt.tsx'
import { NameQuestion } from './name-question.tsx'
import { safeReturn } from './safe-return.ts'
import { KeyAndChoice, KeyInput, refusedAt, type SignInFault } from './sign-in-attempt.tsx'
import { tryServer } from './try-server.ts'
import { nameWords, serverWords, signInWords as words } from './words.ts'
import styles from './sign-in-page.module.css'

const tokenIn = (hash: string) => new URLSearchParams(hash.slice(1)).get('token')

/** The box is centred, so what is added to it moves all of it. */
export async function loader() {
  if (tokenIn(location.hash) === null)
    await Promise.all([startQuery(checksQuery()), startQuery(ownServiceWithoutKeyQuery())])
  return null
}

/** Signs in with a key, or with the one-time token in the URL's fragment. */
export function Component() {
  const { hash, search } = useLocation()
  const navigate = useNavigate()
  const { key } = useSession()
  const token = tokenIn(hash)
  const { data: catalogue } = useQuery({ ...checksQuery(), enabled: token === null })
  // A command on the server prints sign-in links.
  const { data: hasLinks } = useQuery({ ...ownServiceWithoutKeyQuery(), enabled: token === null })
  // A token works once. Queries whose keys begin with the server are loaded again after signing in; this one is not.
  const exchange = useQuery({
    queryKey: ['sign-in', token],
    queryFn: () => exchangeToken(currentClient(), token ?? ''),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const [isNamed, setNamed] = useState(false)
  const next = safeReturn(new URLSearchParams(search).get('to'), location.origin)

  useEffect(() => {
    if (token) history.replaceState(history.state, '', location.pathname + location.search)
  }, [token])
  useEffect(() => {
    if (exchange.data) signInWith(exchange.data.key, true)
  }, [exchange.data])
  // The key of a link is new, so it has no person's name.
  const unnamedKey = exchange.data && !isNamed ? exchange.data : null
  const done = token ? exchange.data !== undefined && unnamedKey === null && hasKey() : key !== null
  useEffect(() => {
    if (done) void navigate(next, { replace: true })
  }, [done, next, navigate])

  const error = exchange.error && asApiError(exchange.error)
  const isTemporary = error && ['network', 'server', 'limited'].includes(error.kind)
  const isExchanging = token !== null && !exchange.error
  return (
    <main className={styles.page}>
      <div className={`box stack ${styles.box}`}>
        <Mark />
        {unnamedKey ? (
          <>
            <PageHeader title={nameWords.title} />
            <NameQuestion
              ownKey={unnamedKey.key}
              autoFocus
              onDone={() => setNamed(true)}
              onSkip={() => {
                putOffNaming(unnamedKey.id)
                setNamed(true)
              }}
            />
          </>
        ) : (
          <PageHeader
            title={isExchanging ? words.exchanging : error && !isTemporary ? words.usedTitle : words.title}
            documentTitle={isExchanging || error ? undefined : words.documentTitle}
            lead={!token && words.pitch}
          />
        )}
        {isTemporary && <Failure error={error} busy={exchange.isFetching} onRetry={() => void exchange.refetch()} />}
        {error && !isTemporary && <CommandHint text={words.used} />}
        {!isExchanging && <KeyForm lead={error ? words.orKey : undefined} onKey={signInWith} />}
        {!isExchanging && !error && hasLinks && <CommandHint text={words.noKey} quiet />}
        {!isExchanging && !error && hasLinks === false && (
          <p className={`muted small ${styles.quiet}`}>{words.noKeyHere}</p>
        )}
        {catalogue && (
          <p className="cluster across">
            <Link to={paths.exampleReport()}>{words.example}</Link>
            <Link to={paths.checks()}>{words.checks}</Link>
          </p>
        )}
      </div>
      <LiveRegion />
    </main>
  )
}

/** The command that prints a new sign-in link. */
function CommandHint({ text, quiet }: { text: string; quiet?: boolean }) {
  return (
    <div className={classes('muted stack tight', quiet && 'small', quiet && styles.quiet)}>
      <p>{text}</p>
      <p className={`cluster spread ${styles.command}`}>
        <code>{words.command}</code>
        <CopyButton size="s" text={words.command} label={words.copy} doneLabel={words.copied} />
      </p>
    </div>
  )
}

/** Exchanges a one-time token for a key. If the response is lost, only another try shows whether the token was used. */
export async function exchangeToken(client: Client, token: string) {
  const { body } = await client.call('POST', '/sign-in', { form: { token }, anonymous: true }).catch((thrown) => {
    throw asApiError(thrown).with({ unsure: false })
  })
  return parseBody('/sign-in', undefined, () => lenient(SignInResponse).parse(body).data)
}

type KeyFormProps = { lead: string | undefined; onKey: (key: string, remember: boolean) => void }

/** Signs in to this page's own server with a key. Tells a rejected key from a server that fails. */
export function KeyForm({ lead, onKey }: KeyFormProps) {
  const form = useContractForm({
    schema: KeyAndChoice,
    values: { key: '', remember: false },
    async submit({ key, remember }, signal) {
      const trial = await tryServer(server, key, signal)
      if (signal.aborted) return
      if (trial.wrong !== null) throw refusedAt(trial.wrong === 'key' ? 'key' : null, sentenceOf(trial), trial)
      onKey(key, remember)
    },
  })
  return (
    <Form form={form}>
      {lead && <p>{lead}</p>}
      <KeyInput field={form.field('key')} autoFocus />
      <CheckboxField field={form.field('remember')} label={words.remember} hint={words.rememberHint} />
      <FormFailure form={form} />
      <Button type="submit" variant="main" busy={form.busy}>
        {words.submit}
      </Button>
    </Form>
  )
}

/** The server's URL is that of this page, so a fault of the URL belongs to no field. */
function sentenceOf(trial: SignInFault): string {
  const { here } = serverWords
  if (trial.wrong === 'key') return trial.fault === 'refused' ? words.refused : serverWords.key[trial.fault]
  if (trial.wrong === 'neither') return trial.fault === 'offline' ? serverWords.offline : errorSentence(trial.cause)
  return trial.fault === 'unreachable' || trial.fault === 'timeout' ? here[trial.fault] : here.other
}
