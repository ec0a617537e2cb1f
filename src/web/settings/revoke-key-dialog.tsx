import type { ApiKey } from '#contract/keys.ts'
import { useState } from 'react'
import { asApiError } from '#web/data/api-error.ts'
import { revokeKey } from './key-queries.ts'
import { signOut, useSession } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { keysWords } from './key-words.ts'

const words = keysWords.dialog

/** Says what revoking does before it is done; of the last full key it says so once more. */
export function RevokeKeyDialog({ apiKey: { id, name, current }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [isLast, setIsLast] = useState(false)
  const { key } = useSession()
  const { busy, error, submit } = useSubmit(async () => {
    try {
      await revokeKey(id, isLast, current ? key : null)
    } catch (thrown) {
      if (isLast || asApiError(thrown).status !== 409) throw thrown
      return setIsLast(true)
    }
    onClose()
    if (current) return signOut()
    showToast({ text: words.done(name), tone: 'good' })
    // The button that asked goes with the key.
    document.querySelector<HTMLElement>('h1')?.focus()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={isLast ? words.lastTitle : words.title(name)}
      confirmLabel={isLast ? words.lastConfirm : words.confirm}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <p>{isLast ? words.last : words.text}</p>
      {current && <p>{words.own}</p>}
    </ConfirmDialog>
  )
}
