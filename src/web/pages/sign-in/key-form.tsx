import { useState } from 'react'
import { tryKey } from '#web/api/try-key.ts'
import { useSubmit } from '#web/forms/use-submit.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import * as icons from '#web/ui/icons.ts'
import * as rareIcons from '#web/ui/rare-icons.ts'
import { errorSentence } from '#web/words/errors.ts'
import { signInWords as words } from '#web/words/sign-in.ts'
import styles from './sign-in-page.module.css'

/** Takes a key once the server accepts it; a refused one stays in the field. */
export function KeyForm({ lead, onKey }: { lead: string | undefined; onKey: (key: string, remember: boolean) => void }) {
  const [key, setKey] = useState('')
  const [shown, setShown] = useState(false)
  const [remember, setRemember] = useState(false)
  const { busy, error, form, submit, refuse, clear } = useSubmit(async (typed: string, signal) => {
    await tryKey(typed, signal)
    onKey(typed, remember)
  })
  const empty = error?.fields['key']?.[0]
  const sentence = error && (empty ?? (error.kind === 'unauthenticated' ? words.refused : errorSentence(error)))
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = key.trim()
        if (typed) submit(typed)
        else refuse('key', words.empty)
      }}
    >
      {lead && <p>{lead}</p>}
      <Field label={words.label} hint={words.hint} error={sentence}>
        {(aria) => (
          <TextInput
            {...aria}
            // The one thing to do here.
            autoFocus
            type={shown ? 'text' : 'password'}
            icon={icons.key}
            autoComplete="off"
            spellCheck={false}
            value={key}
            onChange={(event) => {
              setKey(event.target.value)
              clear()
            }}
            end={
              <Button variant="plain" size="s" icon={rareIcons.eye} iconOnly aria-pressed={shown} onClick={() => setShown(!shown)}>
                {shown ? words.hide : words.show}
              </Button>
            }
          />
        )}
      </Field>
      <Checkbox label={words.remember} hint={words.rememberHint} checked={remember} onChange={(event) => setRemember(event.target.checked)} />
      <Button type="submit" variant="main" busy={busy}>
        {words.submit}
      </Button>
    </form>
  )
}
