import { Dialog as Base } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { classes } from './classes.ts'
import type { OpenedDialogProps } from './dialog.tsx'
import styles from './dialog.module.css'

/** An open dialog. An element with `data-autofocus` gets the focus, else the first that can. */
export function OpenedDialog({ onClose, title, children, actions, size }: OpenedDialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open
      disablePointerDismissal
      onOpenChange={(_, change) => {
        if (isTopmost(popup.current)) onClose()
        else change.cancel()
      }}
    >
      <Base.Portal>
        <Base.Backdrop forceRender className="backdrop enters" />
        <Base.Popup
          ref={popup}
          aria-modal
          className={classes('over enters', styles.dialog, size && styles[size])}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-autofocus]') ?? true}
        >
          <Base.Title>{title}</Base.Title>
          {children && <div className={`stack muted ${styles.body}`}>{children}</div>}
          {actions && <div className={`cluster ${styles.actions}`}>{actions}</div>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/**
 * Returns false if another dialog is over it. Escape is for that alone, also if it isn't part of the dialog,
 * such as the one that asks for a key.
 */
const isTopmost = (popup: Element | null) => [...document.querySelectorAll('[role=dialog]')].at(-1) === popup
