import { useState } from 'react'
import type { ConnectionKind } from '#contract/google/search-connection.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { focusHeading } from '#web/ui/page.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { disconnect } from './queries.ts'
import { websiteGoogleWords } from './words.ts'

const words = websiteGoogleWords.disconnecting

type DisconnectDialogProps = { id: number; kind: ConnectionKind; onClose: () => void }

/** Ends the connection of a website, and forgets its figures only if asked to. */
export function DisconnectDialog({ id, kind, onClose }: DisconnectDialogProps) {
  const [forgets, setForgets] = useState(false)
  const { busy, error, submit } = useSubmit(async () => {
    await disconnect(id, forgets)
    showToast({ text: words.done, tone: 'good' })
    onClose()
    // The button that opened the dialog is gone.
    focusHeading()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={words.title}
      confirmLabel={words.submit}
      cancelLabel={websiteGoogleWords.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      <div className="stack">
        <p>
          {words.ends[kind]} {words.text}
        </p>
        <Checkbox
          label={words.forget}
          checked={forgets}
          disabled={busy}
          onChange={({ target }) => setForgets(target.checked)}
        />
      </div>
    </ConfirmDialog>
  )
}
