import type { Link } from '#contract/links.ts'
import { endLink } from './queries.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { linksWords as words } from './words.ts'

/** Says what revoking does before it is done: nothing brings the link back. */
export function RevokeDialog({ link, onClose }: { link: Link; onClose: () => void }) {
  const name = link.label || link.title
  const { busy, error, submit } = useSubmit(async () => {
    await endLink(link.id)
    onClose()
    showToast({ text: words.revoked(name), tone: 'good' })
    // The button that asked goes with the link.
    document.querySelector<HTMLElement>(`[data-link="${link.id}"] summary`)?.focus()
  })
  return (
    <ConfirmDialog
      open
      danger
      title={words.revokeTitle(name)}
      confirmLabel={words.revokeConfirm}
      cancelLabel={words.cancel}
      busy={busy}
      error={error && errorSentence(error)}
      onConfirm={() => submit(undefined)}
      onClose={onClose}
    >
      {words.revokeText}
    </ConfirmDialog>
  )
}
