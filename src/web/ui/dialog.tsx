import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { lazyPart } from './lazy-part.tsx'
import { Notice } from './notice.tsx'

export type OpenedDialogProps = {
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Neither its top nor its tabs move with its content. A sheet is at the lower edge of a phone, near a thumb. */
  size?: 'wide' | 'tabbed' | 'sheet' | undefined
}

type DialogProps = OpenedDialogProps & { open: boolean }

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

const OpenedDialog = lazyPart(() => import('./opened-dialog.tsx').then((file) => file.OpenedDialog))

/**
 * A modal dialog: named by its title, closed by Escape, with the focus kept inside and restored afterwards. Its content
 * is mounted only while it is open.
 */
export const Dialog = ({ open, ...dialog }: DialogProps) => open && <OpenedDialog {...dialog} />

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
