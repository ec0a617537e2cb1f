import { useState } from 'react'
import { errorSentence } from '#web/data/error-words.ts'
import { keyRequest, signInWith, useSession } from '#web/data/session.ts'
import { useSubmit } from '#web/data/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Checkbox, Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { keyDialogWords as words } from './sign-in-words.ts'
import { tryKey } from './try-server.ts'

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
  const later = () => keyRequest.settle(false)
  return (
    <Dialog
      open
      onClose={later}
      title={words.title}
      actions={
        <>
          <Button onClick={later}>{words.later}</Button>
          <Button type="submit" form="key-form" variant="main" busy={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <p>{words.text}</p>
      <form
        ref={form}
        id="key-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const typed = key.trim()
          if (typed) submit(typed)
          else refuse('key', words.empty)
        }}
      >
        <Field label={words.label} error={sentence}>
          {(aria) => (
            <TextInput
              {...aria}
              data-autofocus
              type="password"
              icon="key"
              autoComplete="off"
              value={key}
              onChange={(event) => {
                setKey(event.target.value)
                clear()
              }}
            />
          )}
        </Field>
        <Checkbox label={words.remember} checked={remember} onChange={(event) => setRemember(event.target.checked)} />
      </form>
    </Dialog>
  )
}
