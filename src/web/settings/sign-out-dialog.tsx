import { useState } from 'react'
import { asApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useOwnKey } from '#web/data/service.ts'
import { currentKey, currentPersonId, signOut } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { endOwnSession } from '#web/session/account-requests.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { revokeKey } from './mutations.ts'
import { settingsWords } from './words.ts'

const words = settingsWords.signOut

/**
 * Asks before the session is ended, or the key is removed from this browser and, if the person wants, revoked too. Asks
 * a second time before it revokes the last key with full access.
 */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  const ownKey = useOwnKey()
  const [revokes, setRevokes] = useState(false)
  const [isLast, setIsLast] = useState(false)
  const { busy, error, submit, clear } = useSubmit(async () => {
    if (revokes && ownKey) {
      try {
        await revokeKey(ownKey.id, { evenLast: isLast, ownKey: currentKey() })
      } catch (thrown) {
        if (isLast || asApiError(thrown).status !== 409) throw thrown
        return setIsLast(true)
      }
    }
    // The cookie would sign in the next person who uses this browser.
    if (currentPersonId() !== null) await endOwnSession()
    onClose()
    signOut()
  })
  return (
    <ConfirmDialog
      open
      danger={isLast}
      title={isLast ? words.lastTitle : words.title}
      confirmLabel={isLast ? words.lastConfirm : words.confirm}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && `${errorSentence(error)} ${words.failed}`}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{isLast ? words.last : words.text}</p>
      {ownKey?.role === 'full' && !isLast && (
        <Checkbox
          label={words.revoke}
          hint={words.revokeHint}
          checked={revokes}
          disabled={busy}
          onChange={(event) => {
            setRevokes(event.target.checked)
            clear()
          }}
        />
      )}
    </ConfirmDialog>
  )
}
