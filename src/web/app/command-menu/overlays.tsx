import { lazyPart } from '#web/ui/lazy-part.tsx'
import { CommandMenu } from './command-menu.tsx'
import { overlay, useOverlay } from './overlay.ts'
import { useNoteReport } from './recent-reports.ts'
import { useShortcuts } from './use-shortcuts.ts'

const ShortcutsDialog = lazyPart(() => import('#web/settings/shortcuts.tsx').then((file) => file.ShortcutsDialog))
const SignOutDialog = lazyPart(() => import('#web/settings/sign-out-dialog.tsx').then((file) => file.SignOutDialog))

const close = () => overlay.set(null)

/**
 * The shortcuts of every page and their overlays: the command menu, the list of shortcuts, the question before signing
 * out.
 */
export function Overlays() {
  const shown = useOverlay()
  useShortcuts()
  useNoteReport()
  if (!shown) return null
  return (
    <>
      {shown === 'menu' && <CommandMenu onClose={close} />}
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {shown === 'sign-out' && <SignOutDialog onClose={close} />}
    </>
  )
}
