import { type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'
import styles from './dialog.module.css'

type FormDialogProps = {
  title: ReactNode
  /** The fields, and what is written around them. */
  children: ReactNode
  submitLabel: string
  cancelLabel: string
  danger?: boolean | undefined
  busy?: boolean | undefined
  disabled?: boolean | undefined
  /** Shown if no field shows it. */
  error?: ReactNode
  /** A button apart from the others, such as "Remove". */
  otherAction?: ReactNode
  form?: RefObject<HTMLFormElement | null>
  onChange?: () => void
  onSubmit: () => void
  onClose: () => void
  /** Called by the cancel button instead of closing the dialog. */
  onCancel?: () => void
}

/** A dialog with one form, which Enter submits. `useSubmit` supplies `form`, `busy` and the errors. */
export function FormDialog({
  title,
  children,
  submitLabel,
  cancelLabel,
  danger,
  busy,
  disabled,
  error,
  otherAction,
  form,
  onChange,
  onSubmit,
  onClose,
  onCancel = onClose,
}: FormDialogProps) {
  const id = useId()
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          {otherAction && <div className={styles.otherAction}>{otherAction}</div>}
          <Button onClick={onCancel}>{cancelLabel}</Button>
          <Button type="submit" form={id} variant={danger ? 'danger' : 'main'} busy={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={id}
        noValidate
        onChange={onChange}
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        {error && (
          <Notice tone="bad" role="alert">
            {error}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
