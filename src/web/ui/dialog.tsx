import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
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
  wide?: boolean
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
 * A modal `<dialog>`: named by its title, closed by Escape, with the focus kept inside and restored afterwards. Its
 * content is mounted only while it is open. An element with `data-autofocus` gets the focus, else the first that can.
 */
export const Dialog = (props: DialogProps) => props.open && <OpenDialog {...props} />

function OpenDialog({ onClose, title, children, actions, wide }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const before = document.activeElement
    if (!dialog.open) dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => {
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={ref}
      className={classes(styles.dialog, wide && styles.wide)}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children && <div className={`stack muted ${styles.body}`}>{children}</div>}
      {actions && <div className={`cluster ${styles.actions}`}>{actions}</div>}
    </dialog>
  )
}

type SettingsDialogProps = {
  title: ReactNode
  children: ReactNode
  resetLabel: string
  /** Undefined if there is nothing to reset. */
  onReset: (() => void) | undefined
  doneLabel: string
  onClose: () => void
}

/** Choices that apply at once, behind the dialog. The main button only closes it. */
export const SettingsDialog = ({ title, children, resetLabel, onReset, doneLabel, onClose }: SettingsDialogProps) => (
  <Dialog
    open
    onClose={onClose}
    title={title}
    actions={
      <>
        {onReset && (
          <Button variant="plain" onClick={onReset}>
            {resetLabel}
          </Button>
        )}
        <Button variant="main" onClick={onClose}>
          {doneLabel}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)

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
