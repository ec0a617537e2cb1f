import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { usePreferences } from '#web/ui/preferences.ts'
import { ShortcutList } from './shortcut-list.tsx'
import { shortcutWords as words } from './shortcut-words.ts'

/** Every key that does something, and whether it does so now. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { shortcuts } = usePreferences()
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      actions={
        <Button data-autofocus onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      <ShortcutList withSingleKeys={shortcuts} />
      {!shortcuts && <p>{words.off}</p>}
    </Dialog>
  )
}
