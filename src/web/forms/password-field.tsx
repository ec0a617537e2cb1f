import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { SecretInput } from './fields.tsx'
import { generatePassword, isGenerated, type Strength, strengthOf } from './password.ts'
import type { FormField } from './use-contract-form.ts'
import { newPasswordWords as words } from './words.ts'
import styles from './forms.module.css'

type PasswordFieldProps = {
  field: FormField
  /** Password managers store the password under this name. */
  domain: string
  /** True if a password is set already, which an empty field keeps. Null if the server does not report it. */
  isSet: boolean | null
}

/** A field for a new password, which can be generated, revealed and copied until it is saved. */
export function PasswordField({ field, domain, isSet }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const { value: password } = field
  const generate = () => {
    field.set(generatePassword())
    setShown(true)
    announce(words.generated)
  }
  return (
    <div className="stack snug">
      {isSet !== false && <p className="muted small">{isSet ? words.set : words.maybeSet}</p>}
      <input type="text" autoComplete="username" value={domain} readOnly hidden />
      <Field
        label={isSet === false ? words.password : words.newPassword}
        error={field.error}
        hint={password === '' ? words.hint : <StrengthHint password={password} />}
      >
        {(aria) => (
          <div className="cluster">
            <SecretInput
              {...aria}
              {...field.register()}
              words={words}
              shown={shown}
              onShow={setShown}
              icon="password"
              boxClassName={styles.box}
              autoComplete="new-password"
            />
            <Button onClick={generate}>{words.generate}</Button>
            {password !== '' && <CopyButton text={password} label={words.copy} doneLabel={words.copied} iconOnly />}
          </div>
        )}
      </Field>
    </div>
  )
}

const levels = { weak: 1, fair: 2, long: 3 }

type StrengthHintProps = { password: string; text?: (strength: Strength, length: number) => string }

/** What makes a password strong or weak, in a text and a meter. */
export function StrengthHint({ password, text }: StrengthHintProps) {
  const { strength, length } = strengthOf(password)
  const usual = () => (isGenerated(password) ? words.strength.generated : words.strength[strength](length))
  return (
    <span className={`row muted baseline ${styles.strength}`} data-level={levels[strength]}>
      <span className={styles.meter} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {text?.(strength, length) ?? usual()}
    </span>
  )
}
