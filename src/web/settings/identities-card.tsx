import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { OwnIdentity } from '#contract/access/sign-in.ts'
import { paths } from '#web/app/paths.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { ProviderProblem } from '#web/session/providers.tsx'
import { readReturn, startUrl, waysInQuery } from '#web/session/ways-in.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card, CardHead, focusHeading } from '#web/ui/page.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { identitiesQuery, removeIdentity } from './sign-in-mutations.ts'
import { identityWords as words } from './sign-in-words.ts'
import rows from '#web/ui/rows.module.css'
import keys from './keys-page.module.css'

/** The person's own ways to sign in, and links to add others. Not there for a team without providers. */
export function IdentitiesCard() {
  const { data: ways } = useQuery(waysInQuery())
  const identities = useQuery(identitiesQuery())
  const back = readReturn(useLocation().search)
  const linked = back?.problem === null ? ways?.providers.find(({ id }) => id === back.provider) : undefined
  const hasProviders = (ways?.providers ?? []).length > 0 || identities.data?.some(({ provider }) => provider)
  if (!hasProviders) return null
  const others = ways?.providers.filter(({ id }) => !identities.data?.some(({ provider }) => provider?.id === id))
  return (
    <>
      <ProviderProblem back={back} ways={ways} />
      {linked && (
        <Notice tone="good" role="status">
          {words.linked(linked.name)}
        </Notice>
      )}
      <Card flush aria-labelledby="identities">
        <CardHead id="identities" title={words.title}>
          {identities.data && (
            <span className="cluster">
              {others?.map(({ id, name }) => (
                <a key={id} className={buttonClass({ size: 's' })} href={startUrl(id, paths.settings())}>
                  {words.link(name)}
                </a>
              ))}
            </span>
          )}
        </CardHead>
        <QueryStates result={identities} height="6rem">
          {(all) => (
            <ul className="rows">
              {all.map((identity) => (
                <IdentityRow key={identity.id} identity={identity} />
              ))}
            </ul>
          )}
        </QueryStates>
      </Card>
    </>
  )
}

function IdentityRow({ identity }: { identity: OwnIdentity }) {
  const { email, last_used_at, provider } = identity
  const name = provider?.name ?? words.password
  const [removing, setRemoving] = useState(false)
  return (
    <li className={`${rows.row} ${keys.row} ${keys.pair}`}>
      <div className="about">
        <span className="medium breaks">{name}</span>
        {provider && (
          <span className="muted small breaks">
            {email}
            {email && '\u00a0· '}
            {last_used_at ? (
              <>
                {words.lastUsed} <RelativeTime iso={last_used_at} />
              </>
            ) : (
              words.unused
            )}
          </span>
        )}
      </div>
      <Button size="s" icon="trash" aria-label={words.removeThis(name)} onClick={() => setRemoving(true)}>
        {words.remove}
      </Button>
      {removing && <RemoveDialog identity={identity} name={name} onClose={() => setRemoving(false)} />}
    </li>
  )
}

type RemoveDialogProps = { identity: OwnIdentity; name: string; onClose: () => void }

function RemoveDialog({ identity, name, onClose }: RemoveDialogProps) {
  const { dialog } = words
  const { busy, error, submit } = useSubmit(async () => {
    await removeIdentity(identity)
    onClose()
    showToast({ text: words.removed(name), tone: 'good' })
    // The button that opened the dialog is gone.
    focusHeading()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={dialog.title(name)}
      confirmLabel={dialog.submit}
      cancelLabel={dialog.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{dialog.text}</p>
    </ConfirmDialog>
  )
}
