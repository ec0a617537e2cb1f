import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { signInWords as words } from './sign-in-words.ts'

type KeyInputProps = {
  value: string
  hint: string
  error: string | undefined
  autoFocus: boolean
  onChange: (key: string) => void
}

/** The field for a key, which can be looked at before it is sent. */
export function KeyInput({ value, hint, error, autoFocus, onChange }: KeyInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={words.label} hint={hint} error={error}>
      {(aria) => (
        <TextInput
          {...aria}
          autoFocus={autoFocus}
          type={shown ? 'text' : 'password'}
          icon="key"
          autoComplete="off"
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          end={
            <Button variant="plain" size="s" icon="eye" iconOnly aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? words.hide : words.show}
            </Button>
          }
        />
      )}
    </Field>
  )
}
