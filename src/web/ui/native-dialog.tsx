import type { ComponentProps } from 'react'

type NativeDialogProps = Omit<ComponentProps<'dialog'>, 'onClose'> & { onClose: () => void }

/** A modal dialog for what is not loaded yet, or can't be. Escape and a click beside it close it. */
export const NativeDialog = ({ onClose, ...rest }: NativeDialogProps) => (
  <dialog
    ref={showModal}
    role="dialog"
    aria-modal
    {...rest}
    onCancel={onClose}
    // The dialog itself is under the pointer only beside its content.
    onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
  />
)

/** Focuses the first field, and returns the focus at the end. */
function showModal(dialog: HTMLDialogElement) {
  dialog.showModal()
  return () => dialog.close()
}
