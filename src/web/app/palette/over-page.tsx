import { Suspense, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { signOut } from '#web/data/session.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { settingsWords } from '#web/settings/words.ts'
import { useNoteReport } from './recent-reports.ts'
import { show, useShown } from './shown.ts'
import { keepTyping, useKeys } from './use-keys.ts'

const Palette = lazyPart(() => import('./palette.lazy.tsx').then((file) => file.Palette))
const Shortcuts = lazyPart(() => import('./shortcuts.lazy.tsx').then((file) => file.Shortcuts))

const close = () => show(null)
const { key: words } = settingsWords

/** The keys of every page and what they open; what is opened is loaded then. */
export function OverPage() {
  const shown = useShown()
  useKeys()
  useNoteReport()
  if (!shown) return null
  if (shown.what === 'sign-out') {
    return (
      <ConfirmDialog
        open
        title={words.confirmTitle}
        confirmLabel={words.signOut}
        cancelLabel={words.cancel}
        onConfirm={leave}
        onClose={close}
      >
        {words.confirm}
      </ConfirmDialog>
    )
  }
  return createPortal(
    <Suspense fallback={shown.what === 'palette' && <Waiting />}>
      {shown.what === 'palette' ? <Palette typed={shown.typed} onClose={close} /> : <Shortcuts onClose={close} />}
    </Suspense>,
    document.body,
  )
}

function leave() {
  close()
  signOut()
}

function Waiting() {
  useLayoutEffect(keepTyping, [])
  return null
}
