import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { asApiError } from '#web/data/api-error.ts'
import { server } from '#web/data/server.ts'
import { serviceInfoQuery } from '#web/data/service.ts'
import { signInWith, useSession } from '#web/data/session.ts'
import { Failure } from '#web/list/list-notices.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Card, Skeleton } from '#web/ui/page.tsx'
import { SignOutDialog } from './sign-out-dialog.tsx'
import { roleWords, settingsWords } from './words.ts'
import styles from './settings-page.module.css'

const words = settingsWords.key

/** The session's own key: its role, whether it is stored, and a sign-out button. */
export function KeyCard() {
  const { data, error, isPending, isFetching, refetch } = useQuery(serviceInfoQuery())
  const { key: secret, remembered } = useSession()
  const [confirming, setConfirming] = useState(false)
  const key = data?.key
  const facts = [
    ...(key
      ? [
          [words.name, key.name],
          [words.role, roleWords[key.role]],
          [words.id, key.id],
        ]
      : []),
    [settingsWords.server.address, server],
    ...(data?.version ? [[settingsWords.server.version, data.version]] : []),
  ]
  return (
    <Card aria-labelledby="key" className={styles.card} aria-busy={isPending}>
      <div className={`row ${styles.head}`}>
        <h2 id="key">{words.title}</h2>
        <Button icon="out" onClick={() => setConfirming(true)}>
          {words.signOut}
        </Button>
      </div>
      {isPending && <Skeleton height="9rem" />}
      {error && <Failure error={asApiError(error)} busy={isFetching} onRetry={() => void refetch()} />}
      {!isPending && !error && (
        <>
          {!key && <p>{words.unknown}</p>}
          <dl className={`stack tight ${styles.facts}`}>
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{name === words.id ? <code>{value}</code> : value}</dd>
              </div>
            ))}
          </dl>
          <Checkbox
            label={words.remember}
            hint={words.rememberHint}
            checked={remembered}
            onChange={(event) => secret && signInWith(secret, event.target.checked)}
          />
        </>
      )}
      {confirming && <SignOutDialog onClose={() => setConfirming(false)} />}
    </Card>
  )
}
