import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Session } from '#contract/access/people.ts'
import { paths } from '#web/app/paths.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { startQuery } from '#web/data/query-client.ts'
import { onOwnService, useOwnPerson } from '#web/data/service.ts'
import { signOut } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { QueryStates } from '#web/list/query-states.tsx'
import { endOwnSession } from '#web/session/account-requests.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Card, EmptyCard, focusHeading, PageHeader } from '#web/ui/page.tsx'
import { RelativeTime } from '#web/ui/time.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { describeDevice } from './device.ts'
import { endSessions } from './people-mutations.ts'
import { sessionsWords as words } from './people-words.ts'
import { sessionsQuery } from './queries.ts'
import { notAvailableWords } from './words.ts'
import rows from '#web/ui/rows.module.css'
import styles from './keys-page.module.css'

export async function loader() {
  if (await onOwnService()) await startQuery(sessionsQuery())
  return null
}

/** The browsers in which the person is signed in. */
export function Component() {
  const person = useOwnPerson()
  return person ? (
    <Sessions />
  ) : (
    <div className="stack">
      <PageHeader title={words.title} />
      <EmptyCard
        title={words.noneTitle}
        text={words.noneText}
        to={paths.settings()}
        action={notAvailableWords.toSettings}
      />
    </div>
  )
}

function Sessions() {
  const result = useQuery(sessionsQuery())
  const [confirming, setConfirming] = useState(false)
  const hasOthers = result.data?.some(({ current }) => !current)
  return (
    <div className="stack">
      <PageHeader
        title={words.title}
        lead={words.lead}
        actions={
          hasOthers && (
            <Button icon="out" onClick={() => setConfirming(true)}>
              {words.others}
            </Button>
          )
        }
      />
      <QueryStates result={result} height="12rem">
        {(sessions) =>
          sessions.length === 0 ? (
            <p>{words.none}</p>
          ) : (
            <Card flush aria-label={words.list}>
              <ul className="rows">
                {sessions.map((session) => (
                  <SessionRow key={session.id} session={session} />
                ))}
              </ul>
            </Card>
          )
        }
      </QueryStates>
      {confirming && <OthersDialog onClose={() => setConfirming(false)} />}
    </div>
  )
}

function SessionRow({ session: { id, device, address, created_at, last_used_at, current } }: { session: Session }) {
  const name = describeDevice(device)
  const { busy, failure, submit } = useSubmit(async () => {
    if (current) {
      await endOwnSession()
      return signOut()
    }
    await endSessions(id)
    showToast({ text: words.signedOut(name), tone: 'good' })
    // The button is gone.
    focusHeading()
  })
  return (
    <li className={`${rows.row} ${styles.row} ${styles.pair}`}>
      <div className="about">
        <span className={`medium ${styles.name}`} title={device}>
          {name}
          {current && <span>{words.current}</span>}
        </span>
        <span className="muted small">
          {address}
          {'\u00a0· '}
          {words.lastUsed} <RelativeTime iso={last_used_at} />
          {'\u00a0· '}
          {words.signedIn} <RelativeTime iso={created_at} />
        </span>
        {failure && <span role="alert">{failure}</span>}
      </div>
      <Button size="s" icon="out" busy={busy} aria-label={words.signOutOf(name)} onClick={() => submit(undefined)}>
        {words.signOut}
      </Button>
    </li>
  )
}

function OthersDialog({ onClose }: { onClose: () => void }) {
  const { busy, error, submit } = useSubmit(async () => {
    await endSessions()
    onClose()
    showToast({ text: words.othersDone, tone: 'good' })
    // The button that opened the dialog is gone.
    focusHeading()
  })
  return (
    <ConfirmDialog
      open
      title={words.dialog.title}
      confirmLabel={words.others}
      cancelLabel={words.dialog.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{words.dialog.text}</p>
    </ConfirmDialog>
  )
}
