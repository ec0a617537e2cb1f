import { type ReactNode, useEffect, useId } from 'react'
import { useBlocker } from 'react-router-dom'
import { errorWords } from '#web/data/error-words.ts'
import { isReloading } from '#web/data/stored-drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { FormState } from './use-contract-form.ts'
import { formWords as words } from './words.ts'
import styles from './forms.module.css'

type FormProps = { form: FormState; id?: string; className?: string | undefined; children: ReactNode }

/** A form that Enter submits. Its fields show their own messages. */
export const Form = ({ form: { element, clear, submit }, className, children, ...rest }: FormProps) => (
  <form
    {...rest}
    ref={element}
    className={classes('stack', className)}
    noValidate
    onChange={clear}
    onSubmit={(event) => {
      event.preventDefault()
      submit()
    }}
  >
    {children}
  </form>
)

type FormFailureProps = {
  form: Pick<FormState, 'failure'> & Partial<Pick<FormState, 'error'>>
  /** Shown in bold before the failure. */
  lead?: string
}

/** The failure, if no field shows it, with details for an administrator unless the server refused the input. */
export function FormFailure({ form: { failure, error }, lead }: FormFailureProps) {
  const isRefusal = error?.status && error.status < 500 && error.kind !== 'unreadable'
  const detail = isRefusal ? null : error?.detail
  return (
    failure && (
      <Notice
        tone="bad"
        role="alert"
        actions={
          detail && <CopyButton size="s" text={detail} label={errorWords.copyDetail} doneLabel={errorWords.copied} />
        }
      >
        {lead && <b>{lead} </b>}
        {failure}
      </Notice>
    )
  )
}

type FormDialogProps = {
  form: FormState
  title: ReactNode
  /** The fields, and any text around them. */
  children: ReactNode
  submitLabel: string
  cancelLabel: string
  danger?: boolean | undefined
  disabled?: boolean | undefined
  /** Shown like an error of the form. */
  error?: string | null | undefined
  /** A button apart from the others, such as "Remove". */
  otherAction?: ReactNode
  onClose: () => void
  /** Called by the cancel button instead of closing the dialog. */
  onCancel?: () => void
}

/** A dialog with one form. */
export function FormDialog({
  form,
  title,
  children,
  submitLabel,
  cancelLabel,
  danger,
  disabled,
  error,
  otherAction,
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
          <Button
            type="submit"
            form={id}
            variant={danger ? 'danger' : 'main'}
            busy={form.busy}
            disabled={disabled && !form.busy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <Form form={form} id={id}>
        {children}
        <FormFailure form={{ error: form.error, failure: form.failure ?? error ?? null }} />
      </Form>
    </Dialog>
  )
}

type RecordFormProps = FormProps & {
  form: FormState & {
    isChanged: boolean
    conflict: unknown
    discard: () => void
  }
  /** The other person's change, if it is known. */
  conflictDetail?: ReactNode
  /** Shown above the buttons, such as the saved values. */
  result?: ReactNode
  cancel?: ReactNode
  saveLabel?: string
  /** False shows the values only. */
  canSave?: boolean
}

/** A form on a page that changes a record. It can be saved once something changed, and asks before discarding that. */
export function RecordForm({
  form,
  conflictDetail,
  result,
  cancel,
  saveLabel = words.save,
  canSave = true,
  children,
  ...rest
}: RecordFormProps) {
  const { busy, isChanged, conflict, discard, submit } = form
  return (
    <Form {...rest} form={form}>
      {children}
      {Boolean(conflict) && (
        <Notice
          role="alert"
          tone="decent"
          actions={
            <>
              <Button size="s" onClick={discard}>
                {words.reload}
              </Button>
              <Button size="s" onClick={submit}>
                {words.overwrite}
              </Button>
            </>
          }
        >
          <b>{words.changedByOthers}</b> {conflictDetail}
        </Notice>
      )}
      <FormFailure form={form} lead={form.error?.unsure ? words.unconfirmed : words.failed} />
      {result}
      {canSave && (
        <div className="cluster">
          <Button type="submit" variant="main" busy={busy} disabled={!isChanged && !busy}>
            {busy ? words.saving : saveLabel}
          </Button>
          {cancel}
        </div>
      )}
      <UnsavedGuard when={isChanged} />
    </Form>
  )
}

/** Asks before unsaved changes are lost, by navigation or by closing the tab. */
function UnsavedGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!when) return
    const confirmUnload = (event: BeforeUnloadEvent) => isReloading() || event.preventDefault()
    addEventListener('beforeunload', confirmUnload)
    return () => removeEventListener('beforeunload', confirmUnload)
  }, [when])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={words.guard.title}
      confirmLabel={words.guard.leave}
      cancelLabel={words.guard.stay}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {words.guard.text}
    </ConfirmDialog>
  )
}
