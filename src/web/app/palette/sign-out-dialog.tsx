import { signOut } from '#web/data/session.ts'
import { settingsWords } from '#web/settings/words.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'

const { key: words } = settingsWords

/** Asks before the key is removed from this browser. */
export function SignOutDialog({ onClose }: { onClose: () => void }) {
  return (
    <ConfirmDialog
      open
      title={words.confirmTitle}
      confirmLabel={words.signOut}
      cancelLabel={words.cancel}
      onConfirm={() => {
        onClose()
        signOut()
      }}
      onClose={onClose}
    >
      {words.confirm}
    </ConfirmDialog>
  )
}
