import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { SignInProvider, SignInWays } from '#contract/access/sign-in.ts'
import { paths } from '#web/app/paths.ts'
import { type ApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { startQuery } from '#web/data/query-client.ts'
import { hasOwnerAccess, useOwnerAccess, useHasPeople } from '#web/data/service.ts'
import { useSession } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { ProviderProblem } from '#web/session/providers.tsx'
import { readReturn, startUrl, waysInQuery } from '#web/session/ways-in.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, CardHead, EmptyCard, EmptyState, focusHeading, PageHeader } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { changeProvider, providersQuery, setPasswords } from './sign-in-mutations.ts'
import { signInSettingsWords as words } from './sign-in-words.ts'
import { notAvailableWords } from './words.ts'
import styles from './sign-in-settings-page.module.css'

const ProviderDialog = lazyPart(() => import('./provider-dialogs.tsx').then((file) => file.ProviderDialog))
const DeleteProviderDialog = lazyPart(() => import('./provider-dialogs.tsx').then((file) => file.DeleteProviderDialog))

export async function loader() {
  if (await hasOwnerAccess()) await Promise.all([startQuery(providersQuery()), startQuery(waysInQuery())])
  return null
}

/** The providers with which people sign in, and whether they can use passwords. */
export function Component() {
  const isAvailable = [useOwnerAccess(), useHasPeople()].every(Boolean)
  const [adding, setAdding] = useState(false)
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          isAvailable && (
            <Button variant="main" icon="plus" onClick={() => setAdding(true)}>
              {words.add}
            </Button>
          )
        }
      />
      {isAvailable ? (
        <Ways />
      ) : (
        <EmptyCard
          title={words.notAvailable}
          text={words.notAvailableText}
          to={paths.settings()}
          action={notAvailableWords.toSettings}
        />
      )}
      {adding && <ProviderDialog provider={null} onClose={() => setAdding(false)} />}
    </div>
  )
}

function Ways() {
  const providers = useQuery(providersQuery())
  const ways = useQuery(waysInQuery())
  return (
    <>
      <QueryStates result={providers} height="12rem">
        {(all) => (
          <>
            <Outcome providers={all} />
            <Providers providers={all} />
          </>
        )}
      </QueryStates>
      <QueryStates result={ways} height="8rem">
        {(offered) => <Passwords ways={offered} />}
      </QueryStates>
    </>
  )
}

/** With what the owner came back from a provider. */
function Outcome({ providers }: { providers: SignInProvider[] }) {
  const back = readReturn(useLocation().search)
  const provider = providers.find(({ id }) => id === back?.provider)
  if (!back || !provider) return null
  const { enabled, name } = provider
  return back.problem === null ? (
    <Notice tone="good" role="status">
      {enabled ? words.works(name) : words.tested(name)}
    </Notice>
  ) : (
    <ProviderProblem back={back} ways={{ passwords: true, providers }} />
  )
}

function Providers({ providers }: { providers: SignInProvider[] }) {
  return (
    <Card flush aria-labelledby="providers">
      <CardHead id="providers" title={words.list} />
      {providers.length === 0 ? (
        <EmptyState title={words.empty.title}>{words.empty.text}</EmptyState>
      ) : (
        <ul className="rows">
          {providers.map((provider) => (
            <ProviderRow key={provider.id} provider={provider} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const stateOf = ({ enabled, tested_at }: SignInProvider) =>
  enabled ? 'enabled' : tested_at === null ? 'untested' : 'tested'

/** The server's sentence for a field that isn't shown, or that of the error. */
const sentenceOf = (error: ApiError) => Object.values(error.fields).flat().join(' ') || errorSentence(error)

function ProviderRow({ provider }: { provider: SignInProvider }) {
  const { callback_url, enabled, id, issuer, name } = provider
  const state = stateOf(provider)
  const [opened, setOpened] = useState<'edit' | 'remove' | null>(null)
  const hasSession = typeof useSession().credential !== 'string'
  const { busy, error, submit } = useSubmit(async () => {
    await changeProvider(id, { enabled: !enabled })
    showToast({ text: enabled ? words.disabled(name) : words.enabled(name), tone: 'good' })
    // The button is gone.
    if (!enabled) focusHeading()
  })
  return (
    <li className={`stack tight ${styles.provider}`}>
      <div className="row spread">
        <div className="about">
          <span className="row">
            <span className="medium breaks">{name}</span>
            <span className={classes('pill', enabled ? 'good' : 'decent')}>{words.states[state]}</span>
          </span>
          <span className="muted small breaks">{issuer}</span>
        </div>
        <div className="cluster">
          {hasSession && (
            <a
              className={buttonClass({ size: 's' })}
              href={startUrl(id, paths.signInSettings())}
              aria-label={words.testThis(name)}
            >
              {words.test}
            </a>
          )}
          {state === 'tested' && (
            <Button
              size="s"
              variant="main"
              busy={busy}
              aria-label={words.enableThis(name)}
              onClick={() => submit(undefined)}
            >
              {words.enable}
            </Button>
          )}
          <Menu
            label={words.actionsFor(name)}
            size="s"
            items={[
              { label: words.edit, onSelect: () => setOpened('edit') },
              ...(enabled ? [{ label: words.disable, onSelect: () => submit(undefined) }] : []),
              { label: words.remove, danger: true, onSelect: () => setOpened('remove') },
            ]}
          />
        </div>
      </div>
      {!hasSession && state === 'untested' && <p className="muted small">{words.needsSession}</p>}
      {!enabled && (
        <div className="muted small stack tight">
          <p>{words.callback}</p>
          <p className={`cluster spread ${styles.uri}`}>
            <code className="breaks">{callback_url}</code>
            <CopyButton size="s" text={callback_url} label={words.copy} doneLabel={words.copied} />
          </p>
        </div>
      )}
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {opened === 'edit' && <ProviderDialog provider={provider} onClose={() => setOpened(null)} />}
      {opened === 'remove' && <DeleteProviderDialog provider={provider} onClose={() => setOpened(null)} />}
    </li>
  )
}

function Passwords({ ways }: { ways: SignInWays }) {
  const { passwords: text } = words
  const [confirming, setConfirming] = useState(false)
  const { busy, error, submit } = useSubmit(async (on: boolean) => {
    await setPasswords(on)
    setConfirming(false)
    showToast({ text: on ? text.onDone : text.offDone, tone: 'good' })
  })
  const canTurnOff = ways.passwords && ways.providers.length > 0
  return (
    <Card aria-labelledby="passwords" className="stack snug">
      <div className="row spread">
        <h2 id="passwords">{text.title}</h2>
        {ways.passwords ? (
          <Button aria-disabled={!canTurnOff} onClick={() => canTurnOff && setConfirming(true)}>
            {text.turnOff}
          </Button>
        ) : (
          <Button busy={busy} onClick={() => submit(true)}>
            {text.turnOn}
          </Button>
        )}
      </div>
      <p className="muted">
        {ways.passwords ? text.on : text.off} {ways.passwords && !canTurnOff && text.needsProvider}
      </p>
      {error && !confirming && <p role="alert">{sentenceOf(error)}</p>}
      <ConfirmDialog
        open={confirming}
        danger
        title={text.dialogTitle}
        confirmLabel={text.turnOff}
        cancelLabel={words.cancel}
        busy={busy}
        error={error && sentenceOf(error)}
        onConfirm={() => submit(false)}
        onClose={() => setConfirming(false)}
      >
        <p>{text.dialogText}</p>
        <p>{text.wayBack}</p>
        <p>
          <code>{text.command}</code>
        </p>
      </ConfirmDialog>
    </Card>
  )
}
