import type { Link } from '#contract/sharing/links.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { revokeLink } from './mutations.ts'
import { linksWords as words } from './words.ts'

type RevokeDialogProps = { link: Link; onRevoked: () => void; onClose: () => void }

/** Confirms that a link is revoked, which cannot be undone. */
export function RevokeDialog({ link, onRevoked, onClose }: RevokeDialogProps) {
  const name = link.label || link.title
  const { busy, error, submit } = useSubmit(async () => {
    await revokeLink(link.id)
    onClose()
    showToast({ text: words.revoked(name), tone: 'good' })
    onRevoked()
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
