import type { ReactNode } from 'react'
import { Form, FormFailure } from '#web/forms/form.tsx'
import type { FormState } from '#web/forms/use-contract-form.ts'
import { Button } from '#web/ui/button.tsx'
import { addWords as words } from './words.ts'
import styles from './add.module.css'

/** The props of each form of the dialog. `given` is the text that the dialog was opened with. */
export type SourceFormProps = { given: string; hasJobs: boolean; onClose: () => void }

type SourceFormLayout = { form: FormState; submit: string; onClose: () => void; children: ReactNode }

/** A form of the dialog, with its error and its buttons. */
export const SourceForm = ({ form, submit, onClose, children }: SourceFormLayout) => (
  <Form form={form} className={styles.form}>
    {children}
    <FormFailure form={form} />
    <div className={`cluster ${styles.actions}`}>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button type="submit" variant="main" busy={form.busy}>
        {submit}
      </Button>
    </div>
  </Form>
)
