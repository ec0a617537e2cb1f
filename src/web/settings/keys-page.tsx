import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiKey } from '#contract/access/keys.ts'
import { paths } from '#web/app/paths.ts'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useFullAccess } from '#web/data/service.ts'
import { currentKey, signOut } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { summariseGrants } from '#web/resources/grants.ts'
import { grantWords } from '#web/resources/words.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { Card, EmptyCard, EmptyState, focusHeading, PageHeader } from '#web/ui/page.tsx'
import { RelativeTime, formatAbsolute } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { revokeKey } from './mutations.ts'
import { keysQuery } from './queries.ts'
import { keysWords as words, notAvailableWords, roleWords } from './words.ts'
import rows from '#web/ui/rows.module.css'
import styles from './keys-page.module.css'

const NewKeyDialog = lazyPart(() => import('./new-key-dialog.tsx').then((file) => file.NewKeyDialog))

/** All API keys, to create and revoke them. Requires a key with full access. */
export function Component() {
  const isAvailable = useFullAccess()
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<ApiKey | null>(null)
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          isAvailable && (
            <Button variant="main" icon="plus" onClick={() => setCreating(true)}>
              {words.create}
            </Button>
          )
        }
      />
      {isAvailable ? (
        <KeyList onRevoke={setRevoking} />
      ) : (
        <EmptyCard
          title={words.notAvailable}
          text={words.notAvailableText}
          to={paths.settings()}
          action={notAvailableWords.toSettings}
        />
      )}
      {creating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {revoking && <RevokeKeyDialog apiKey={revoking} onClose={() => setRevoking(null)} />}
    </div>
  )
}

const KeyList = ({ onRevoke }: { onRevoke: (key: ApiKey) => void }) => (
  <QueryStates result={useQuery(keysQuery())} height="12rem">
    {(keys) => (
      <Card flush aria-label={words.list}>
        {keys.length === 0 && <EmptyState title={words.empty}>{words.emptyText}</EmptyState>}
        <ul className="rows">
          {keys.map((one) => (
            <KeyRow key={one.id} apiKey={one} onRevoke={() => onRevoke(one)} />
          ))}
        </ul>
      </Card>
    )}
  </QueryStates>
)

function stateOf({ revoked_at, expires_at }: ApiKey) {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= Date.now() ? 'expired' : 'active'
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const { id, name, role, created_at, last_used_at, current, person, grants } = apiKey
  const isEverything = person === null && grants === null
  const state = stateOf(apiKey)
  return (
    <li className={`${rows.row} ${styles.row}`} data-inactive={state !== 'active' || undefined}>
      <div className="about">
        <span className={`medium ${styles.name}`}>
          {name}
          {current && <span>{words.current}</span>}
        </span>
        <span className="muted small">
          {person ? words.of(person.name) : words.serviceKey}
          {'\u00a0· '}
          {roleWords[role]}
          {(grants || isEverything) &&
            `\u00a0· ${words.sees(grants ? summariseGrants(grants) : grantWords.everything)}`}
          {'\u00a0· '}
          <code>{id}</code>
          {created_at && (
            <>
              {'\u00a0· '}
              {words.created} <RelativeTime iso={created_at} />
            </>
          )}
          {'\u00a0· '}
          {last_used_at ? (
            <>
              {words.lastUsed} <RelativeTime iso={last_used_at} />
            </>
          ) : (
            words.neverUsed
          )}
          {'\u00a0· '}
          <End apiKey={apiKey} />
        </span>
      </div>
      <span className={`row faint small medium ${rows.state}`} data-state={state}>
        <Icon name={state === 'active' ? 'check' : 'cross'} />
        {words.states[state]}
      </span>
      {state === 'active' ? (
        <Button size="s" icon="trash" aria-label={words.revokeThis(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      ) : (
        <span />
      )}
    </li>
  )
}

/** The time of the key's revocation or expiry. */
function End({ apiKey: { revoked_at, expires_at } }: { apiKey: ApiKey }) {
  if (revoked_at) {
    return (
      <>
        {words.revokedOn} <RelativeTime iso={revoked_at} />
      </>
    )
  }
  if (!expires_at) return words.noExpiry
  const date = new Date(expires_at)
  return (
    <>
      {date.getTime() > Date.now() ? words.expires : words.expired}{' '}
      <time dateTime={expires_at}>{formatAbsolute(date)}</time>
    </>
  )
}

/** Confirms that a key is revoked. Asks a second time for the last key with full access. */
function RevokeKeyDialog({ apiKey: { id, name, current }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { dialog } = words
  const [isLast, setIsLast] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    try {
      await revokeKey(id, { evenLast: isLast, ownKey: current ? currentKey() : null })
    } catch (thrown) {
      if (isLast || asApiError(thrown).status !== 409) throw thrown
      return setIsLast(true)
    }
    onClose()
    if (current) return signOut()
    showToast({ text: dialog.done(name), tone: 'good' })
    // The button that opened the dialog is gone.
    focusHeading()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={isLast ? dialog.lastTitle : dialog.title(name)}
      confirmLabel={isLast ? dialog.lastConfirm : dialog.confirm}
      cancelLabel={dialog.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{isLast ? dialog.last : dialog.text}</p>
      {current && <p>{dialog.own}</p>}
    </ConfirmDialog>
  )
}
