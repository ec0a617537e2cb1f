import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import { Notice } from './notice.tsx'
import styles from './dialog.module.css'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** A sheet is at the lower edge of a phone, within reach of a thumb. */
  size?: 'wide' | 'sheet' | undefined
}

type ConfirmProps = {
  open: boolean
  title: ReactNode
  children?: ReactNode
  confirmLabel: string
  cancelLabel: string
  danger?: boolean | undefined
  busy?: boolean | undefined
  error?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/**
 * A modal dialog: named by its title, closed by Escape, with the focus kept inside and restored afterwards. Its content
 * is mounted only while it is open. An element with `data-autofocus` gets the focus, else the first that can.
 */
export function Dialog({ open, onClose, title, children, actions, size }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root
      open={open}
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

/** Asks before something is done. Cancel has the focus when it cannot be undone; the error, if any, is shown inside. */
export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  cancelLabel,
  danger,
  busy,
  error,
  onConfirm,
  onClose,
}: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button data-autofocus={danger || undefined} onClick={onClose}>
            {cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'main'}
            busy={busy}
            data-autofocus={!danger || undefined}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
      {error && (
        <Notice role="alert" tone="bad">
          {error}
        </Notice>
      )}
    </Dialog>
  )
}
