import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/inputs.tsx'
import { announce } from '#web/ui/live-region.tsx'
import { generatePassword, strengthOf } from './password.ts'
import { privacyWords as words } from './words.ts'
import styles from './password-field.module.css'

type PasswordFieldProps = {
  domain: string
  password: string
  /** True if a password is set already, which an empty field keeps. Null if the server does not report it. */
  isSet: boolean | null
  error: string | undefined
  onChange: (password: string, isGenerated: boolean) => void
}

/** A field for a new password, which can be generated, revealed and copied until it is saved. */
export function PasswordField({ domain, password, isSet, error, onChange }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [generated, setGenerated] = useState<string | null>(null)
  const generate = () => {
    const next = generatePassword()
    setGenerated(next)
    setShown(true)
    onChange(next, true)
    announce(words.generated)
  }
  return (
    <div className={styles.password}>
      {isSet !== false && <p className={styles.set}>{isSet ? words.passwordSet : words.passwordMaybe}</p>}
      {/* Password managers store the password under this name. */}
      <input type="text" autoComplete="username" value={domain} readOnly hidden />
      <Field
        label={isSet === false ? words.password : words.newPassword}
        error={error}
        hint={
          password === '' ? words.passwordHint : <StrengthHint password={password} generated={password === generated} />
        }
      >
        {(aria) => (
          <div className={styles.row}>
            <TextInput
              {...aria}
              type={shown ? 'text' : 'password'}
              name="password"
              icon="password"
              boxClassName={styles.box}
              autoComplete="new-password"
              autoCapitalize="none"
              spellCheck={false}
              value={password}
              onChange={(event) => onChange(event.target.value, false)}
              end={
                <Button
                  variant="plain"
                  size="s"
                  icon="eye"
                  iconOnly
                  className={styles.reveal}
                  aria-pressed={shown}
                  onClick={() => setShown(!shown)}
                >
                  {shown ? words.hide : words.reveal}
                </Button>
              }
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

function StrengthHint({ password, generated }: { password: string; generated: boolean }) {
  const { strength, length } = strengthOf(password)
  return (
    <span className={styles.strength} data-level={levels[strength]}>
      <span className={styles.meter} aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      {generated ? words.strength.generated : words.strength[strength](length)}
    </span>
  )
}
