import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Me } from '#contract/access/people.ts'
import { MeForm } from '#contract/forms/people-forms.ts'
import { isOwnService, supports } from '#contract/service-info.ts'
import { asApiError } from '#web/data/api-error.ts'
import { queryClient } from '#web/data/query-client.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery, useHasPeople } from '#web/data/service.ts'
import { currentKey, signInWith, useSession } from '#web/data/session.ts'
import { CheckboxField, TextField } from '#web/forms/fields.tsx'
import { RecordForm } from '#web/forms/form.tsx'
import { ownTimeZone, TimeZoneField } from '#web/forms/time-zone-field.tsx'
import { useRecordForm } from '#web/forms/use-record-form.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { QueryStates } from '#web/list/query-states.tsx'
import { meQuery } from '#web/resources/me.ts'
import { waysInQuery } from '#web/session/ways-in.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, Fact, PageHeader, Skeleton } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { changeMe } from './people-mutations.ts'
import { ServersCard } from './servers-card.tsx'
import { identitiesQuery } from './sign-in-mutations.ts'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { roleWords, settingsWords as words } from './words.ts'
import styles from './settings.module.css'

const PasswordDialog = lazyPart(() => import('./password-dialog.tsx').then((file) => file.PasswordDialog))

type OwnPerson = NonNullable<Me['person']>

export function loader() {
  void queryClient.prefetchQuery(serviceInfoQuery())
  return null
}

/** The account of the person who uses this browser, and their key if they are signed in with one. */
export function Component() {
  const { credential } = useSession()
  return (
    <div className="stack narrow">
      <PageHeader title={words.title} />
      {useHasPeople() && <Account />}
      {typeof credential === 'string' && <KeyCard />}
      {import.meta.env.MODE === 'static' && <ServersCard />}
    </div>
  )
}

function Account() {
  const { credential } = useSession()
  return (
    <QueryStates result={useQuery(meQuery())} height="20rem">
      {({ person }) =>
        person ? (
          <>
            <ProfileCard stored={person} />
            <PasswordCard email={person.email} />
            <IdentitiesCard />
            {typeof credential !== 'string' && <BrowserCard email={person.email} />}
          </>
        ) : (
          <Notice tone="info">{words.serviceKey}</Notice>
        )
      }
    </QueryStates>
  )
}

/** The name that colleagues see, the time zone, and which mails are sent. */
function ProfileCard({ stored }: { stored: OwnPerson }) {
  const { data: service } = useQuery(serviceInfoQuery())
  const canMail = isOwnService(service) && supports(service, 'mail')
  const form = useRecordForm({
    name: 'own account',
    stored,
    valuesOf: ({ name, time_zone, mail_assigned }) => ({ name, time_zone: time_zone ?? ownTimeZone(), mail_assigned }),
    schemaOf: () => MeForm,
    reload: async () => (await queryClient.fetchQuery({ ...meQuery(), staleTime: 0 })).person ?? stored,
    async save(fields) {
      const { person } = await changeMe(fields)
      showToast({ text: words.profile.saved, tone: 'good' })
      return person ?? stored
    },
  })
  return (
    <Card aria-labelledby="profile" className={`stack snug ${styles.card}`}>
      <h2 id="profile">{words.profile.title}</h2>
      <RecordForm form={form}>
        <TextField field={form.field('name')} autoComplete="name" />
        <TimeZoneField field={form.field('time_zone')} hint={form.field('time_zone').hint} />
        {canMail && <CheckboxField field={form.field('mail_assigned')} />}
        <dl className="pairs stack tight">
          <Fact name={words.profile.email}>
            {stored.email} <span className="faint tiny block">{words.profile.emailHint}</span>
          </Fact>
        </dl>
      </RecordForm>
    </Card>
  )
}

/** Not there while passwords are off. */
function PasswordCard({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const { data: ways } = useQuery(waysInQuery())
  const { data: identities } = useQuery(identitiesQuery())
  const isFirst = identities !== undefined && identities.every(({ provider }) => provider !== null)
  const label = isFirst ? words.password.set : words.password.change
  if (ways?.passwords === false) return null
  return (
    <Card aria-labelledby="password" className={`stack snug ${styles.card}`}>
      <div className="row spread">
        <h2 id="password">{words.password.title}</h2>
        <Button icon="password" onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
      <p className="muted">{isFirst ? words.password.none : words.password.text}</p>
      {isOpen && <PasswordDialog email={email} isFirst={isFirst} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The session of this browser, and what it is signed in to. */
function BrowserCard({ email }: { email: string }) {
  const { data } = useQuery(serviceInfoQuery())
  const [confirming, setConfirming] = useState(false)
  return (
    <Card aria-labelledby="browser" className={`stack snug ${styles.card}`}>
      <div className="row spread">
        <h2 id="browser">{words.browser.title}</h2>
        <Button icon="out" onClick={() => setConfirming(true)}>
          {words.key.signOut}
        </Button>
      </div>
      <dl className="pairs stack tight">
        <Fact name={words.browser.as}>{email}</Fact>
        <Fact name={words.server.address}>{server}</Fact>
        {data?.version && <Fact name={words.server.version}>{data.version}</Fact>}
      </dl>
      {confirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </Card>
  )
}

/** The session's own key: its role, whether it is stored, and a sign-out button, which needs no response. */
function KeyCard() {
  const { data, error, isPending, isFetching, refetch } = useQuery(serviceInfoQuery())
  const { remembered } = useSession()
  const secret = currentKey()
  const [confirming, setConfirming] = useState(false)
  const key = data?.key
  return (
    <Card aria-labelledby="key" className={`stack snug ${styles.card}`} aria-busy={isPending}>
      <div className="row spread">
        <h2 id="key">{words.key.title}</h2>
        <Button icon="out" onClick={() => setConfirming(true)}>
          {words.key.signOut}
        </Button>
      </div>
      {isPending && <Skeleton height="9rem" />}
      {error && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!isPending && !error && (
        <>
          {!key && <p>{words.key.unknown}</p>}
          <dl className="pairs stack tight">
            {key && (
              <>
                <Fact name={words.key.name}>{key.name}</Fact>
                <Fact name={words.key.role}>{roleWords[key.role]}</Fact>
                <Fact name={words.key.id}>
                  <code>{key.id}</code>
                </Fact>
              </>
            )}
            <Fact name={words.server.address}>{server}</Fact>
            {data?.version && <Fact name={words.server.version}>{data.version}</Fact>}
          </dl>
          <Checkbox
            label={words.key.remember}
            hint={words.key.rememberHint}
            checked={remembered}
            onChange={(event) => secret && signInWith(secret, event.target.checked)}
          />
        </>
      )}
      {confirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </Card>
  )
}
