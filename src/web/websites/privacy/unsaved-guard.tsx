import { useEffect } from 'react'
import { useBlocker } from 'react-router-dom'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { isReloading } from '#web/data/kept-drafts.ts'

type UnsavedGuardProps = { when: boolean; title: string; text: string; leaveLabel: string; stayLabel: string }

/** While `when` holds, leaving the page asks first, whichever way it is left. A change of the query alone is no leaving. */
export function UnsavedGuard({ when, title, text, leaveLabel, stayLabel }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!when) return
    const ask = (event: BeforeUnloadEvent) => isReloading() || event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [when])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={title}
      confirmLabel={leaveLabel}
      cancelLabel={stayLabel}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {text}
    </ConfirmDialog>
  )
}
