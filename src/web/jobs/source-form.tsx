import type { ReactNode, RefObject } from 'react'
import type { ApiError } from '#web/data/api-error.ts'
import { errorSentence } from '#web/data/error-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

/** The props of each form of the dialog. `given` is the text that the dialog was opened with. */
export type SourceFormProps = { given: string; hasJobs: boolean; onClose: () => void }

type SourceFormLayout = {
  form: RefObject<HTMLFormElement | null>
  busy: boolean
  /** An error that belongs to no field. */
  error: ApiError | null
  submit: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A form of the dialog, with its error and its buttons. */
export const SourceForm = ({ form, busy, error, submit, onSubmit, onClose, children }: SourceFormLayout) => (
  <form
    ref={form}
    noValidate
    className={styles.form}
    onSubmit={(event) => {
      event.preventDefault()
      onSubmit()
    }}
  >
    {children}
    {error && (
      <Notice role="alert" tone="bad">
        {errorSentence(error)}
      </Notice>
    )}
    <div className={styles.actions}>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" variant="main" busy={busy}>
        {submit}
      </Button>
    </div>
  </form>
)
