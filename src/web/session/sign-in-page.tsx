import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import type { SignInWays } from '#contract/access/sign-in.ts'
import { supports } from '#contract/service-info.ts'
import { paths } from '#web/app/paths.ts'
import { checksQuery } from '#web/checks/queries.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { queryClient, startQuery } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { ownServiceWithoutKeyQuery } from '#web/data/service.ts'
import { signInAs, signInWith, useIsSignedIn } from '#web/data/session.ts'
import { CheckboxField } from '#web/forms/fields.tsx'
import { Form, FormFailure } from '#web/forms/form.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeader } from '#web/ui/page.tsx'
import { createSession } from './account-requests.ts'
import { tokenIn, useLinkToken } from './link-token.ts'
import { PasswordFields, usePasswordForm } from './password-form.tsx'
import { ProviderLinks, ProviderProblem } from './providers.tsx'
import { safeReturn } from './safe-return.ts'
import { KeyAndChoice, KeyInput, refusedAt, type SignInFault, type SignInWay } from './sign-in-attempt.tsx'
import { CommandHint, SignInBox } from './sign-in-box.tsx'
import { tryServer } from './try-server.ts'
import { readReturn, waysInQuery } from './ways-in.ts'
import { providerWords, serverWords, signInWords as words } from './words.ts'
import styles from './sign-in-page.module.css'

/** The box is centred, so what is added to it moves all of it. */
export async function loader() {
  if (tokenIn(location.hash) === null) await Promise.all([startQuery(checksQuery()), startWaysIn()])
  return null
}

async function startWaysIn() {
  const service = ownServiceWithoutKeyQuery()
  await startQuery(service)
  if (supports(queryClient.getQueryData(service.queryKey), 'people')) await startQuery(waysInQuery())
}

/** Signs in with a password or a key, or with the one-time token of a link. */
export function Component() {
  const { search } = useLocation()
  const navigate = useNavigate()
  const isSignedIn = useIsSignedIn()
  const token = useLinkToken()
  // A token works once. Queries whose keys begin with the server are loaded again after signing in; this one is not.
  const exchange = useQuery({
    queryKey: ['sign-in', token],
    queryFn: async () => exchangeToken(token ?? ''),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const back = token === null ? readReturn(search) : null
  const isBack = back !== null && back.problem === null
  const isSent = token !== null && !exchange.error
  const { data: catalogue } = useQuery({ ...checksQuery(), enabled: !isSent })
  const { data: service } = useQuery({ ...ownServiceWithoutKeyQuery(), enabled: !isSent })
  const hasPeople = supports(service, 'people')
  const { data: ways } = useQuery({ ...waysInQuery(), enabled: !isSent && hasPeople })
  const isExchanging = isSent || (isBack && (service === undefined || service?.person !== undefined))
  const next = safeReturn(new URLSearchParams(search).get('to'), location.origin)
  const personId = isBack ? service?.person?.id : undefined
  useEffect(() => {
    if (personId !== undefined) signInAs(personId)
  }, [personId])
  const done = isSignedIn && (token === null || exchange.data === true)
  useEffect(() => {
    if (done) void navigate(next, { replace: true })
  }, [done, next, navigate])

  const error = exchange.error && asApiError(exchange.error)
  const isTemporary = error && ['network', 'server', 'limited'].includes(error.kind)
  return (
    <SignInBox>
      <PageHeader
        title={isExchanging ? words.exchanging : error && !isTemporary ? words.usedTitle : words.title}
        documentTitle={isExchanging || error ? undefined : words.documentTitle}
        lead={!token && words.pitch}
      />
      {isTemporary && <Failure error={error} busy={exchange.isFetching} onRetry={() => void exchange.refetch()} />}
      {error && !isTemporary && <CommandHint text={words.used} />}
      {!isExchanging && service !== undefined && (
        <>
          <ProviderProblem back={back} ways={ways} />
          {isBack && (
            <Notice tone="bad" role="alert">
              {words.noCookies}
            </Notice>
          )}
          <ProviderLinks ways={ways} to={next} />
          <SignInForm hasPeople={hasPeople} ways={ways} lead={error ? words.orSignIn : undefined} />
          {!error && service && <CommandHint text={hasPeople ? words.noAccount : words.noKey} quiet />}
          {!error && !service && <p className={`muted small ${styles.quiet}`}>{words.noKeyHere}</p>}
        </>
      )}
      {catalogue && (
        <p className="cluster across">
          <Link to={paths.exampleReport()}>{words.example}</Link>
          <Link to={paths.checks()}>{words.checks}</Link>
        </p>
      )}
    </SignInBox>
  )
}

/** If the response is lost, only another try shows whether the token was used. */
async function exchangeToken(token: string): Promise<true> {
  try {
    await createSession({ token })
    return true
  } catch (thrown) {
    throw asApiError(thrown).with({ unsure: false })
  }
}

/** The form for the chosen way: the password first, if people have accounts. */
type SignInFormProps = { hasPeople: boolean; ways: SignInWays | undefined; lead: string | undefined }

function SignInForm({ hasPeople, ways, lead }: SignInFormProps) {
  const [way, setWay] = useState<SignInWay>('password')
  if (!hasPeople) return <KeyForm lead={lead} onKey={signInWith} />
  if (way === 'password' && ways?.passwords === false)
    return (
      <p className="cluster spread">
        <span className="muted">{providerWords.passwordsOff}</span>
        <OtherWay label={words.useKey} onClick={() => setWay('key')} />
      </p>
    )
  return way === 'password' ? (
    <>
      <PasswordForm lead={lead} />
      <p className="cluster spread">
        <Link to={paths.reset()}>{words.forgot}</Link>
        <OtherWay label={words.useKey} onClick={() => setWay('key')} />
      </p>
    </>
  ) : (
    <>
      <KeyForm lead={lead} onKey={signInWith} />
      <OtherWay
        label={ways?.passwords === false ? words.useAnother : words.usePassword}
        onClick={() => setWay('password')}
      />
    </>
  )
}

const OtherWay = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <Button variant="plain" size="s" onClick={onClick}>
    {label}
  </Button>
)

function PasswordForm({ lead }: { lead: string | undefined }) {
  const form = usePasswordForm()
  return (
    <Form form={form}>
      {lead && <p>{lead}</p>}
      <PasswordFields form={form} />
      <FormFailure form={form} />
      <Button type="submit" variant="main" busy={form.busy}>
        {words.submit}
      </Button>
    </Form>
  )
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
