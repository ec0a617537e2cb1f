import { type ReactNode, useId, useRef, useState } from 'react'
import { readField } from '#contract/forms/form.ts'
import { ViewName } from '#contract/forms/view-forms.ts'
import { maxViewName } from '#contract/views.ts'
import type { ApiError } from '#web/data/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { errorSentence } from '#web/data/error-words.ts'
import { viewsWords as words } from './words.ts'
import styles from './view-name-dialog.module.css'

type ViewNameDialogProps = {
  title: string
  /** What is in the field at first, selected, so that typing replaces it. */
  name: string
  hint?: ReactNode
  submitLabel: string
  busy: boolean
  error: ApiError | null
  onSubmit: (name: string) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for the name of a view. */
export function ViewNameDialog({
  title,
  name,
  hint,
  submitLabel,
  busy,
  error,
  onSubmit,
  onClose,
  children,
}: ViewNameDialogProps) {
  const [typed, setTyped] = useState(name)
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const form = useId()
  const refused = error?.fields['name']?.join(' ')
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" form={form} variant="main" busy={busy}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          const { value } = readField(ViewName, typed)
          setWrong(value === null)
          if (value === null) input.current?.focus()
          else if (!busy) onSubmit(value)
        }}
      >
        <Field label={words.name} hint={hint} error={wrong ? words.wrongName(maxViewName) : refused}>
          {(aria) => (
            <TextInput
              {...aria}
              ref={input}
              data-autofocus
              autoComplete="off"
              value={typed}
              onFocus={(event) => event.target.select()}
              onChange={(event) => {
                setTyped(event.target.value)
                setWrong(false)
              }}
            />
          )}
        </Field>
        {children}
      </form>
      {error && !refused && (
        <div role="alert">
          <Notice tone="bad">{errorSentence(error)}</Notice>
        </div>
      )}
    </Dialog>
  )
}
