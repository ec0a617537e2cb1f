import { useState } from 'react'
import { errorSentence } from '#web/data/error-words.ts'
import { keyRequest, signInWith, useSession } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { tryKey } from './try-server.ts'
import { keyDialogWords as words } from './words.ts'

/** Asks for another key without leaving the page. The calls that wait for it then continue. */
export function KeyDialog() {
  const { remembered } = useSession()
  const [key, setKey] = useState('')
  const [remember, setRemember] = useState(remembered)
  const { busy, error, form, submit, refuse, clear } = useSubmit(async (typed: string, signal) => {
    await tryKey(typed, signal)
    signInWith(typed, remember)
  })
  const sentence = error && (error.kind === 'unauthenticated' ? words.refused : errorSentence(error))
  const send = () => {
    const typed = key.trim()
    if (typed) submit(typed)
    else refuse('key', words.empty)
  }
  return (
    <FormDialog
      title={words.title}
      submitLabel={words.submit}
      cancelLabel={words.later}
      form={form}
      busy={busy}
      onChange={clear}
      onSubmit={send}
      onClose={() => keyRequest.settle(false)}
    >
      <p>{words.text}</p>
      <Field label={words.label} error={sentence}>
        {(aria) => (
          <TextInput
            {...aria}
            data-autofocus
            type="password"
            icon="key"
            autoComplete="off"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      <Checkbox label={words.remember} checked={remember} onChange={(event) => setRemember(event.target.checked)} />
    </FormDialog>
  )
}
